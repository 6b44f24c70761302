// Corrections of a played throw that the rules refuse alone: they wait for those of the other dice.

import { spoken } from "./dice.js";
import { h } from "./dom.js";

export const same = (faces, others) => faces.join(" ") === others.join(" ");

// Whether the faces of a roll, in their order, are the dice of a picture as they were read, single ones corrected: one that
// was put in by hand and one that was taken out shift those between them.
export function inPlace(reading, roll) {
  if (reading?.dice.length !== roll.length) return false;
  const read = reading.dice.map((one) => one.face);
  const strange = read.reduce((left, face) => without(left, left.indexOf(face)), roll);
  return strange.length === roll.filter((face, at) => face !== read[at]).length;
}

const without = (list, place) => list.filter((_, at) => at !== place);

// What was chosen and is not made.
export function unchanged(dice, meant) {
  const open = meant.flatMap((face, at) => (face === dice[at] ? [] : `die ${at + 1} as ${spoken(face)}`));
  return `Not changed yet: ${open.join(", ")}. Correct the other die that was misread, and all is changed together.`;
}

// The same, with a way back.
export const openChanges = (dice, meant, back) => [
  h("p", {}, unchanged(dice, meant)),
  h("button", { class: "button", type: "button", "data-key": "unmeant", onclick: back }, "Take it back"),
];
