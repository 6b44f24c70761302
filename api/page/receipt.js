// A past play, as the camera saw it or as the table decided it; one tap corrects it.

import { once } from "./api.js";
import { otherCard, realCard } from "./decision.js";
import { crop, question } from "./dialogs.js";
import { die, inWords, parsed, row, spoken, spokenRoll } from "./dice.js";
import { fill, h, number, s, sentence } from "./dom.js";
import { inPlace, openChanges, same } from "./misread.js";
import { percent } from "./percent.js";
import { marked } from "./stays.js";
import { types } from "./typing.js";

const answered = new Set(); // dice of rolls that were learned, or refused, as the face that they were called

export const openPlay = once((line, table) => (line.roll ? openRoll(line, table) : openChoice(line, table)));

// Closes the dialog; why is told where it can still be heard.
function closed(done, table) {
  done(null);
  if (table.notice) table.say(table.notice);
}

async function openRoll(line, table) {
  let { drawn } = table; // what is corrected here is the roll as it stood then
  const reading = line.picture ? await table.receipt(line.seq).catch(() => null) : null;
  if (table.left) return null;
  const seen = reading && { ...reading, source: table.receiptPicture(line.seq) };
  if (table.shut) return question(`What ${line.by} threw`, (done) => shown(line, seen, () => done(null)));
  return question(`What ${line.by} threw`, (done, box) => {
    const told = h("div", { class: "told" }); // who cannot see hears of it by what the dialog says
    const place = h("div", { class: "stack" }, h("div", { class: "stack" }), told, h("div", { class: "stack" }));
    const spot = { dice: [...line.roll], meant: [...line.roll], held: doubtfulest(reading, line.roll), says: "" };
    const called = () => `${table.path} ${line.seq} ${spot.held} ${spot.dice[spot.held]}`;
    const draw = () => roll({ ...spot, taught: answered.has(called()) }, seen, table.sheet, { hold, set, back, learn, close: () => done(null) }).forEach((part, at) => fill(place.children[at], part));
    const hold = (at) => { spot.held = at; draw(); };
    const set = async (face) => {
      const meant = spot.meant.map((one, at) => (at === spot.held ? face : one)); // with what was refused before: two dice may be misread
      if (same(meant, spot.dice)) return same(meant, spot.meant) || back();
      const sheet = await table.amend(line.n, `roll ${meant.join(" ")}`, drawn);
      if (!sheet && table.sheet.seq !== drawn) return closed(done, table); // something else was played: the felt says so
      spot.says = sheet ? table.changed?.says ?? "It is corrected, and somebody played on meanwhile." : table.notice ?? "";
      if (sheet) {
        spot.dice = meant;
        drawn = sheet.seq;
      }
      if (sheet || table.forbidden) spot.meant = meant;
      draw();
      told.scrollIntoView({ block: "nearest" });
    };
    const back = () => {
      Object.assign(spot, { meant: spot.dice, says: "" });
      draw();
    };
    const say = (text) => {
      spot.says = text;
      draw();
      table.say(text);
    };
    const learn = async () => {
      say(`${table.sheet.dice} learns this die…`);
      const asked = called();
      try {
        const { dice } = await table.learn(line.seq, spot.held, spot.dice[spot.held]);
        answered.add(asked);
        say(`Learned. ${dice.says}`);
      } catch (refusal) {
        if (refusal.status) answered.add(asked); // asked again, the set says the same
        say(refusal.message);
      }
      if (!place.contains(document.activeElement)) place.querySelector("[data-key=close]").focus();
    };
    types(box, table.sheet.kit, set);
    draw();
    return place;
  });
}

// The roll for those who only watch.
const shown = ({ roll }, seen, close) => [
  seen && picture(seen, false),
  h("div", { class: "dice", role: "group", "aria-label": `The roll: ${spokenRoll(roll)}` }, row(roll, { small: true })),
  h("div", { class: "ends" }, h("button", { class: "button", type: "button", onclick: close }, "Close")),
];

// The die to look at first: the one that the eye was least sure of.
function doubtfulest(reading, faces) {
  if (!inPlace(reading, faces)) return 0;
  return reading.dice.reduce((least, one, at) => (one.p < reading.dice[least].p ? at : least), 0);
}

// What stands above what is told, what is told, and what stands below.
function roll({ dice, meant, held, says, taught }, seen, { kit: { faces }, dice: own, players }, { hold, set, back, learn, close }) {
  const open = !same(meant, dice);
  const alike = inPlace(seen, dice); // dice put in or taken out by hand have no place in the picture
  const one = alike ? seen.dice[held] : null;
  const likely = one ? [one.face, one.second?.face].filter(Boolean) : [];
  const share = (face) => (face === one?.face ? one.p : face === one?.second?.face ? one.second.p : null);
  return [
    [seen ? picture(seen, alike, held, hold) : h("p", { class: "muted" }, "No picture is kept of this roll: it was tapped in, or the picture is gone."),
    h("div", { class: "faces", role: "group", "aria-label": "The roll: choose the die to correct" }, meant.map((face, at) =>
      h("button", { class: face === dice[at] ? "face" : "face open", type: "button", "data-key": `at-${at}`, "aria-pressed": String(at === held), onclick: () => hold(at) }, die(face, { title: `Die ${at + 1}: ${spoken(face)}${face === dice[at] ? "" : ", not changed yet"}` }))))],
    [says && h("p", {}, sentence(inWords(says, { faces }), players)), open && openChanges(dice, meant, back)],
    [h("div", { class: "look" }, one && crop(seen.source, seen, one.box), h("p", {}, `Die ${held + 1} really shows:`)),
    h("div", { class: "faces", role: "group", "aria-label": `What die ${held + 1} really shows` }, [...new Set([...likely, ...faces])].map((face) =>
      h("button", { class: "face", type: "button", "data-key": `to-${face}`, "aria-pressed": String(face === meant[held]), disabled: face === meant[held] && !open, onclick: () => set(face) },
        die(face, { title: share(face) === null ? spoken(face) : `${spoken(face)},` }), share(face) !== null && h("span", {}, percent(share(face)))))),
    h("div", { class: "ends" },
      own && one && !open && one.face !== dice[held] && !taught && h("button", { class: "button", type: "button", "data-key": "learn", onclick: learn }, `Let ${own} learn this die`),
      h("button", { class: "button", type: "button", "data-key": "close", onclick: close }, open ? "Leave it as it was" : says ? "Done" : "It was right"))],
  ];
}

function picture({ source, width, height, dice }, alike, held, hold) {
  return s("svg", { class: "scene receipt", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "That roll as the camera saw it" },
    s("image", { href: source, width, height }),
    dice.map((one, at) => s("polygon", { class: alike && at === held ? "held" : null, points: one.quad.map((corner) => corner.join(",")).join(" "), onclick: () => alike && hold(at) })));
}

async function openChoice(line, table) {
  const seen = table.drawn; // as above
  const before = await table.before(line.n);
  if (table.left) return null;
  return question(`What ${line.by} did`, (done) => {
    const told = h("div", { class: "told" });
    const change = async (event) => {
      if (await table.amend(line.n, event, seen)) return done(null);
      if (table.sheet.seq !== seen) return closed(done, table);
      fill(told, table.notice && h("p", {}, sentence(inWords(table.notice, table.sheet.kit), table.sheet.players)));
    };
    return h("div", { class: "stack" },
      before.thrown.length > 0 && h("div", { class: "dice", role: "group", "aria-label": `On the table: ${spokenRoll(before.thrown)}` }, row(before.thrown, { small: true })),
      h("ul", { class: "stack" }, before.offers.map((offer) => h("li", {}, option(offer, line, table.sheet.kit, change)))),
      before.free && other(before.free, line, change),
      realCard(before, table) && otherCard((points) => change(`card ${points}`)),
      told,
      h("div", { class: "ends" }, h("button", { class: "button", type: "button", onclick: () => done(null) }, "It was right")));
  });
}

function option({ event, label, points }, line, kit, change) {
  const same = alike(event, line.text);
  const { dice } = parsed(event, kit);
  return h("button", { class: "offer", type: "button", disabled: same, "aria-pressed": String(same), onclick: () => change(event) },
    dice && h("span", { class: "dice", "aria-hidden": "true" }, row(dice, { small: true, title: "" })),
    h("span", { class: "text" }, h("span", { class: "name" }, label), same && h("span", { class: "why" }, "This was done.")),
    h("span", { class: "worth" }, number(points)));
}

const sorted = (event) => event.split(" ").sort().join(" ");
const alike = (event, other) => event === other || (event.startsWith("keep") && sorted(event) === sorted(other));

// Where any dice may stay: those that really stayed.
function other(free, line, change) {
  const stay = marked(free, line.text.split(" ").slice(1));
  const place = h("div", { class: "stack" });
  const draw = () => fill(place,
    h("p", {}, "These dice stayed:"),
    h("div", { class: "faces", role: "group", "aria-label": "Dice that stayed" }, free.map((face, at) =>
      h("button", { class: "face stay", type: "button", "data-key": `was-${at}`, "aria-pressed": String(stay[at]), onclick: () => { stay[at] = !stay[at]; draw(); } }, die(face, { title: `${spoken(face)} stayed` }), h("span", { "aria-hidden": "true" }, stay[at] ? "stayed" : "")))),
    h("button", { class: "button brass", type: "button", "data-key": "stayed", disabled: stay.every(Boolean), onclick: () => change(`keep ${free.filter((_, at) => stay[at]).join(" ")}`.trim()) }, "Correct it"));
  draw();
  return place;
}
