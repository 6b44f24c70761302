// The keys, as `?` shows them.

import { question } from "./dialogs.js";
import { h } from "./dom.js";

const KEYS = [
  ["1 2 3 … A K Q J", "tap a face in while dice are due (colours and 10, 50, 100 by Tab)"],
  ["Backspace", "take the last face back"],
  ["Enter", "play the roll, or confirm the photo"],
  ["P", "photo of the throw"],
  ["1 to 9", "choose an offer while a choice is due"],
  ["B", "bank"],
  ["U, R", "undo, redo"],
  ["V", "the voice"],
  ["T", "throw, in the demo"],
  ["?", "these keys"],
  ["Esc", "close a dialog"],
  ["Tab", "everything else, one by one"],
];

export const help = () =>
  question("Keys", (done) => [
    h("table", { class: "scores keys" }, h("tbody", {}, KEYS.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, what))))),
    h("div", { class: "ends" }, h("button", { class: "button brass", type: "button", onclick: () => done(null) }, "Close")),
  ]);
