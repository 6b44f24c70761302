// The big board: whose turn, the dice, the points of the turn and the score, for people across the room.

import { inWords, row, spokenRoll } from "./dice.js";
import { fill, h, many, number, sentence, wins } from "./dom.js";
import { follow } from "./follow.js";
import { grow } from "./grow.js";

const board = document.getElementById("board");
const aloud = h("p", { class: "unseen", role: "status" }); // what who cannot see hears: the board is drawn too often for that
document.body.append(aloud);
const NOTED = 6; // players, of whom a note can be read across the room
const LONG = 16; // letters of a name for which the others are not made smaller
let shown = null;

function show({ title, players, kit, view, standing }, note = view.says) {
  if (standing === "deleted") return none("", "This match was deleted.");
  const rests = standing === "paused" && !view.over;
  document.title = `${view.player || "Over"} · ${title} · Croupier`;
  fill(board, h("div", { class: "board" },
    h("section", { class: "now" }, view.over ? headline(wins(view), players) : rests ? paused(view, players) : turn(view, players), dice(view), !rests && lettered(h("p", { class: "says" }, sentence(note, players)), note)),
    totals(view)));
  tell(view.over ? wins(view) : rests ? "Paused." : inWords(`${note} ${view.player} to play.`, kit));
  shown = grow(board.querySelector("[data-points]"), shown, view.points);
}

function tell(text) {
  if (aloud.textContent !== text) aloud.textContent = text;
}

// A headline that is as large as its letters let it be.
function headline(text, players) {
  return lettered(h("h1", {}, sentence(text, players)), text);
}

function lettered(line, text) {
  line.style.setProperty("--letters", text.length);
  return line;
}

const turn = (view, players) => [
  headline(`${view.player}’s turn`, players),
  h("p", { class: "points" }, h("strong", { "data-points": true }, number(view.points)), h("span", {}, view.awaits.what === "roll" ? `${many(view.awaits.dice, "die", "dice")} to throw` : "to decide")),
];

const paused = (view, players) => [h("h1", {}, "Paused"), h("p", { class: "points" }, h("span", {}, sentence(`${view.player} is next when the match goes on`, players)))];

function dice({ rolls, thrown, kept }) {
  const pile = (name, faces) => faces.length > 0 && h("div", { class: "pile", role: "img", "aria-label": `${name}: ${spokenRoll(faces)}` }, h("span", {}, name), h("div", { class: "dice" }, row(faces, { title: "" })));
  return h("div", { class: "piles" }, pile(rolls ? "On the table" : "The last throw", thrown), pile("Aside", kept));
}

function totals(view) {
  const noted = view.totals.length <= NOTED && view.totals.some(({ note }) => note);
  const list = h("ol", { class: noted ? "totals noted" : "totals" }, view.totals.map(({ name, points, note }) =>
    h("li", { class: [name === view.player && "up", view.victors.includes(name) && "best"].filter(Boolean).join(" ") || null, "aria-current": name === view.player ? "true" : null }, h("span", {}, name), h("strong", {}, number(points)), noted && note && h("small", {}, note))));
  list.style.setProperty("--players", Math.max(view.totals.length, 4));
  list.style.setProperty("--longest", Math.max(...view.totals.map(({ name, points }) => 0.58 * Math.min(name.length, LONG) + 0.72 * number(points).length + 0.5)));
  return list;
}

const WAITS = "The board follows the next match by itself.";

function none(why = WAITS, what = "No match yet") {
  fill(board, h("div", { class: "board empty" }, h("h1", {}, what), why && h("p", {}, why)));
  tell([what, why].filter(Boolean).join(". "));
}

follow({ show, none, checked: ({ match }) => show(match, "One moment: the dice are checked at the table.") });
