// Typing a face: by its first letters, as many as it takes to know it (K, 5 for 50, 8 G for the green 8, 1 0 R for the red 10).

import { silent } from "./letters.js";

// Gives the face that `begun` and a key make, or how it is begun then; null where no face is spelt so. Faces of other
// dice that stand for some of a kit's are typed as they show, and give what they count as.
export function typing(begun, key, { faces, stands }) {
  const letter = key.toUpperCase();
  const counts = (face) => stands[face] ?? face;
  for (const text of new Set([begun + letter, letter])) {
    const fit = key.length === 1 ? shown({ faces, stands }).filter((face) => face.startsWith(text)) : [];
    const meant = new Set(fit.map(counts));
    if (fit.includes(text) || meant.size === 1) return { face: fit.includes(text) ? counts(text) : [...meant][0], begun: "" };
    if (meant.size > 1) return { face: null, begun: text };
  }
  return null;
}

const shown = ({ faces, stands }) => [...faces, ...Object.keys(stands)];

// Whether a key may be a part of a face that is typed in, which then presses no button.
export const spells = (key, { view, kit }) => view.awaits.what === "roll" && shown(kit).some((face) => face.includes(key.toUpperCase()));

// Lets a dialog hear faces that are typed.
export function types(box, kit, take) {
  let begun = "";
  box.addEventListener("keydown", (event) => {
    const typed = event.ctrlKey || event.metaKey || event.altKey || silent(event) ? null : typing(begun, event.key, kit);
    if (!typed) return;
    event.preventDefault();
    begun = typed.begun;
    if (typed.face) take(typed.face);
  });
}
