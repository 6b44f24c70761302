// Typing a face: by its first letters, as many as it takes to know it (K, 5 for 50, 8 G for the green 8, 1 0 R for the red 10).

import { silent } from "./letters.js";

// Gives the face that `begun` and a key make, or how it is begun then; null where no face is spelt so.
export function typing(begun, key, faces) {
  const letter = key.toUpperCase();
  for (const text of new Set([begun + letter, letter])) {
    const fit = key.length === 1 ? faces.filter((face) => face.startsWith(text)) : [];
    if (fit.includes(text) || fit.length === 1) return { face: fit.includes(text) ? text : fit[0], begun: "" };
    if (fit.length > 1) return { face: null, begun: text };
  }
  return null;
}

// Whether a key may be a part of a face that is typed in, which then presses no button.
export const spells = (key, { view, kit }) => view.awaits.what === "roll" && kit.faces.some((face) => face.includes(key.toUpperCase()));

// Lets a dialog hear faces that are typed.
export function types(box, faces, take) {
  let begun = "";
  box.addEventListener("keydown", (event) => {
    const typed = event.ctrlKey || event.metaKey || event.altKey || silent(event) ? null : typing(begun, event.key, faces);
    if (!typed) return;
    event.preventDefault();
    begun = typed.begun;
    if (typed.face) take(typed.face);
  });
}
