// Corrections of a played throw that the rules refuse alone: they wait for those of the other dice.

import { spoken } from "./dice.js";
import { h } from "./dom.js";

export const same = (faces, others) => faces.join(" ") === others.join(" ");

// What was chosen and is not made, with a way back.
export function openChanges(dice, meant, back) {
  const open = meant.flatMap((face, at) => (face === dice[at] ? [] : `die ${at + 1} as ${spoken(face)}`));
  return [
    h("p", {}, `Not changed yet: ${open.join(", ")}. Correct the other die that was misread, and all is changed together.`),
    h("button", { class: "button", type: "button", "data-key": "unmeant", onclick: back }, "Take it back"),
  ];
}
