// The keys, as `?` shows them, and the switch for those that act by a single letter, digit or sign.

import { question } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { letters, turn } from "./letters.js";

const KEYS = [
  ["While dice are due", [
    ["1 2 3 … A K Q J", "name a die; 5 0 for 50, 1 0 0 for 100"],
    ["8 G, 1 0 R, W B", "a die with a colour: the green 8, the red 10, the blue wild"],
    ["Backspace", "take the last one back"],
    ["Enter", "play the roll"],
    ["P", "photo of the throw"],
    ["T", "throw, in the demo"],
  ]],
  ["On a photo", [
    ["← →", "go from die to die, and on to the button that plays"],
    ["Enter 5", "call the die something else"],
    ["M", "add a die that was missed"],
    ["Enter, D", "play the roll, or drop the photo"],
  ]],
  ["While a choice is due", [
    ["1 to 9", "choose an offer, or the box of that place on the pad"],
    ["← →", "go from one to the next; Space takes it"],
    ["X, T", "mark the best dice, throw the others"],
    ["B", "bank, or take the points"],
    ["K", "break: a die fell out of the box"],
  ]],
  ["Always", [
    ["U, R", "undo, redo, unless R is a colour of the dice that are due"],
    ["V", "the voice"],
    ["N", "play again, once it is over"],
    ["Tab", "everything else, one by one"],
    ["Esc", "close a dialog"],
    ["?", "these keys"],
  ]],
];

const line = ([key, what]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, what));

function single() {
  const place = h("span", {});
  const draw = () => fill(place, h("button", { class: "button", type: "button", "data-key": "letters", onclick: () => { turn(); draw(); } }, letters() ? "Switch letters, digits and ? off" : "Switch letters, digits and ? on"));
  draw();
  return place;
}

export const help = () =>
  question("Keys", (done) => [
    h("div", { class: "manual", tabindex: 0, role: "region", "aria-label": "The keys", autofocus: true }, KEYS.map(([when, lines]) => h("section", {}, h("h3", {}, when), h("table", { class: "scores keys" }, h("tbody", {}, lines.map(line)))))),
    h("div", { class: "ends" }, single(), h("button", { class: "button brass", type: "button", onclick: () => done(null) }, "Close")),
  ]);
