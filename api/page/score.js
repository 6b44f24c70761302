// The score: totals, and the card turn by turn; a turn opens into its plays, and every play can be seen and corrected.

import { agree } from "./agree.js";
import { parsed, row, spokenRoll } from "./dice.js";
import { day, h, number, sentence } from "./dom.js";
import { others } from "./others.js";
import { pad } from "./pad.js";
import { openPlay } from "./receipt.js";

export function score(table) {
  const { view, log, demo, standing } = table.sheet;
  return [
    h("section", { class: "card", "aria-label": "Totals" },
      h("h2", {}, "Score"),
      h("ul", { class: "totals" }, view.totals.map(({ name, points, note }) =>
        h("li", { class: name === view.player ? "up" : view.victors.includes(name) ? "best" : null, "aria-current": name === view.player ? "true" : null },
          h("span", { class: "who" }, name), h("span", { class: "sum" }, number(points)), note && h("span", { class: "word" }, note)))),
      !table.watcher && standing === "open" && agree(table),
      !table.watcher && !demo && standing === "open" && !view.over && view.pad.length === 0 && h("div", {}, others(table)), // a printed pad has its places
    ),
    pad(table),
    log.length > 0 && turns(table),
  ];
}

// The score card as it is drawn already, where nothing of it changed: of a long match it is most of the page.
function turns(table) {
  const { sheet, shut } = table;
  const how = JSON.stringify([shut, ...table.opened]);
  if (table.turns?.sheet !== sheet || table.turns.how !== how) table.turns = { sheet, how, drawn: card(table) };
  return table.turns.drawn;
}

const DID = { roll: "threw", keep: "kept", bank: "banked", choose: "chose", card: "drew", break: "broke", adjust: "The table agreed" };

function card(table) {
  const { title, begun, view, log } = table.sheet;
  const plays = (at) => log.filter((line) => line.stands && line.row === at).reverse();
  const undone = log.filter((line) => !line.stands);
  const now = plays(view.card.length);
  return h("section", { class: "card", "aria-label": "Score card" },
    h("h2", {}, "Score card"),
    h("p", { class: "on-paper" }, `${title}, ${day(begun)}`),
    h("p", { class: "hint" }, table.shut ? "Open a turn to see a roll as the camera saw it." : "Open a turn to see a roll as the camera saw it, or to correct it."),
    h("ol", { class: "turns" },
      now.length > 0 && h("li", {}, h("h3", {}, "This turn"), lines(now, table)),
      undone.length > 0 && h("li", {}, h("h3", {}, "Taken back"), lines(undone, table)),
      view.card.map((one, at) => turn(one, at, plays(at), table)).reverse()));
}

const CAME = { bank: "banked", bust: "went bust", burn: "burned", farkle: "farkled", "one throw": "threw once", adjust: "" }; // what is another word for is told as it is

function turn({ player, what, points, total, why }, at, plays, table) {
  const head = [
    h("span", { class: "what" }, h("strong", {}, h("bdi", {}, player)), ` ${CAME[what] ?? what}`, why && h("span", { class: "why" }, why)),
    h("span", { class: "sums" }, h("strong", {}, number(points)), h("span", { class: "why" }, h("span", { class: "unseen" }, "total "), number(total))),
  ];
  if (plays.length === 0) return h("li", { class: "line" }, head);
  // The plays of a closed turn are not drawn: a long match has thousands, and each tap draws the page anew.
  const open = table.opened.has(at);
  const toggle = (event) => {
    event.preventDefault();
    if (!table.opened.delete(at)) table.opened.add(at);
    table.render();
  };
  return h("li", {}, h("details", { open }, h("summary", { class: "line", "data-key": `turn-${at}`, onclick: toggle }, head), open && lines(plays, table)));
}

const lines = (plays, table) => h("ol", { class: "log" }, plays.map((line) => h("li", { class: line.stands ? null : "gone" }, entry(line, table))));

// Whether a play could have been no other: points that are taken after dice were set aside.
const alone = ({ n, text }, { log }) => text === "bank" && /^keep\b/.test(log.filter((line) => line.stands && line.n < n && !line.text.startsWith("adjust ")).at(-1)?.text);

const CORRECTED = ["roll", "keep", "bank", "choose", "card"]; // plays that may have been another

function entry(line, table) {
  const { verb, dice: faces, words } = parsed(line.text, table.sheet.kit);
  const dice = verb !== "adjust" && faces; // players may be called as faces are
  const what = dice ? h("span", { class: "dice", role: "img", "aria-label": spokenRoll(dice) }, row(dice, { small: true, title: "" })) : sentence(words.join(" ") || (verb === "keep" ? "nothing" : ""), table.sheet.players);
  const told = [h("span", { class: "by" }, sentence([verb !== "adjust" && line.by, DID[verb] ?? verb, line.mended && "(corrected)"].filter(Boolean).join(" "), table.sheet.players)), what];
  if (!line.stands || !CORRECTED.includes(verb) || alone(line, table.sheet) || (table.shut && !line.picture)) return h("span", { class: "what" }, told);
  return h("button", { class: "play", type: "button", "data-key": `play-${line.seq}`, onclick: () => openPlay(line, table).catch(({ message }) => table.refuse(message)) },
    h("span", { class: "what" }, told), h("span", { class: "see" }, line.picture ? "See it" : "Change"));
}
