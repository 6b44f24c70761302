// What the camera understood of what hands did: announced with a way back, or asked.

import { h, keyed, many, sentence } from "./dom.js";
import { aloud, unnamed } from "./doubts.js";

const WAITS = "The camera asks about a throw: play what you entered, or take it back first.";

export function hear(table, told) {
  if (told.seq < table.sheet.seq && !withdrawn(told)) return; // what the table agrees upon comes after a question, and leaves it open
  if (told.question) ask(table, told);
  else if (told.undo) announce(table, told);
  else withdraw(table);
}

export const withdrawn = ({ question, undo }) => !question && !undo;

const UNASKED = "The camera asks no more.";
const LOST = "The camera asks no more about the throw that you corrected: look whether the score has it right.";

// It was no throw, or is told otherwise; a photo that lies beside a question stays.
function withdraw(table) {
  const { look, mending, question, dropping } = table;
  const asked = look?.asked && !look.played;
  const own = dropping !== null; // it was dropped here
  if (!question && !asked) return;
  table.question = null;
  if (own && asked) return table.clear();
  Object.assign(table, { look: asked ? null : look, news: table.news || !own });
  if (mending && asked) return table.refuse(LOST);
  if (!own) table.say(UNASKED);
  table.render();
}

function ask(table, told) {
  const { says, options, picture, reading } = told;
  const asked = reading && { reading, options };
  if (reading) table.question = null; // this one is asked in its place
  if (!reading) table.question = { says, options };
  else if (anew(table.look, told)) Object.assign(table.look, asked);
  else if (table.entering) return wait(table, told);
  else {
    const touched = table.corrected?.picture === picture; // before the page was loaded anew
    const dice = touched ? table.corrected.dice : reading.dice.map((die) => ({ ...die }));
    Object.assign(table, { begun: "", corrected: null, look: { picture, local: null, dice, touched, faces: table.sheet.kit.faces, played: null, asked: true, ...asked } });
  }
  Object.assign(table, { announced: null, news: true });
  table.say(`${reading ? aloud(table.look.dice) : ""} ${says || "Please confirm the throw."}`.trim());
  table.render();
}

// The same throw may be asked about anew, when something else was entered: what is being corrected stays.
const anew = (look, { picture, reading }) => Boolean(look?.asked && picture) && look.picture === picture && look.reading.dice.length === reading.dice.length;

// A question about another throw waits until nothing is being entered any more.
function wait(table, told) {
  table.later = told;
  table.say(WAITS);
  table.render();
}

// That one waits, and how to see it.
export const waiting = ({ later, sheet, entering }) =>
  later?.question && later.seq === sheet.seq && entering && h("div", { class: "understood" }, h("p", {}, WAITS));

function announce(table, told) {
  if (table.announced?.seq === told.seq && table.announced.says === told.says) return; // it is told anew when the line was broken
  Object.assign(table, { announced: told, news: true });
  table.say(told.says);
  table.render();
}

// It stays until something else is played: nobody need hurry to take it back.
export function announcement(table) {
  const { announced } = table;
  if (!announced || announced.seq !== table.sheet.seq) return null;
  const back = () => {
    if (table.asking || table.keepEntered()) return null;
    return table.write("undo", { times: announced.undo });
  };
  return h("div", { class: "understood" },
    h("p", {}, sentence(announced.says, table.sheet.players)),
    !table.watcher && h("button", { class: "button", type: "button", "data-key": "take-back", onclick: back }, "That is wrong: take it back"));
}

// A question without a throw: what was meant when the dice were taken up.
export function question(table) {
  if (!table.question || table.busy) return null;
  const { question } = table; // the one that is shown: another may be asked under the finger
  const { says, options } = question;
  const answer = ({ events }) => {
    if (table.asking) return null;
    if (!events.length) return table.neither(question);
    if (table.keepEntered()) return null;
    return table.plays(events, null);
  };
  return h("section", { class: "card asked", "aria-label": "A question" },
    h("h2", { "data-due": true }, sentence(says || "Is this right?", table.sheet.players)),
    h("div", { class: "tools" },
      options.map((option, place) => h("button", { class: place ? "button" : "button brass", type: "button", "data-key": `way-${place}`, onclick: () => answer(option) }, h("span", {}, sentence(option.says, table.sheet.players)))),
      h("button", { class: "button plain", type: "button", "data-key": "way-none", onclick: () => table.neither(question) }, "Neither")));
}

// The buttons below a throw that the camera saw: one for each thing that may have been meant.
export function ways(table) {
  const { look } = table;
  const first = unnamed(look);
  return look.options.map((option, place) => {
    const thrown = beside(look.dice, option);
    const ready = option.dice === 0 || (!first && thrown.length === option.dice);
    const play = () => table.plays(option.dice ? [...option.events, `${option.throw} ${thrown.map((one) => one.face).join(" ")}`] : option.events, look, [], thrown);
    return keyed(!place && ready && "Enter", h("button", { class: place ? "button" : "button brass", type: "button", "data-key": place ? `way-${place}` : "confirm", disabled: !ready, onclick: play },
      ready ? h("span", {}, sentence(label(option, look.dice.filter((one) => !thrown.includes(one)), table.sheet.view.player), table.sheet.players)) : first || `${many(look.dice.length, "die", "dice")} marked, ${option.dice} due`));
  });
}

// The dice that were thrown, where kept ones lie among them that nobody took away.
function beside(seen, { dice, among }) {
  const rest = [...seen];
  for (const face of among ? among.split(" ") : []) {
    const place = rest.findIndex((one) => one.face === face);
    if (place >= 0) rest.splice(place, 1);
  }
  return rest.length === dice ? rest : seen;
}

// How many dice are to be marked on a photo that the camera asks about, kept ones among them.
export function marked({ dice, options }) {
  const [option] = options ?? [];
  return option && (beside(dice, option).length === option.dice ? dice.length : option.dice);
}

// What is played before the throw, in words, and who throws where the turn passes; the throw itself lies on the photo.
function label({ before, dice, says, throw: entered, by }, without, player) {
  if (!dice) return says;
  if (entered !== "roll") return "This was the last throw";
  const play = by && by !== player ? `${by} plays this roll` : "Play this roll";
  return `${before} ${play}${without.length ? ` without ${without.map(({ face }) => face).join(" ")}` : ""}`.trim();
}
