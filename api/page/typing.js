// Typing a face: by its first letters, as many as it takes to know it (K, 5 for 50, 8 G for the green 8, 1 0 R for the red 10).

import { silent } from "./letters.js";

// Gives the face that `begun` and a key make, or how it is begun then; null where no face is spelt so. What was begun may be
// a face itself, as 10 is beside 100: that is the face `before`, once a key begins another. Faces of other dice that stand for
// some of a kit's are typed as they show, and give what they count as.
export function typing(begun, key, kit) {
  const letter = key.toUpperCase();
  for (const text of new Set([begun + letter, letter])) {
    const fit = key.length === 1 ? shown(kit).filter((face) => face.startsWith(text)) : [];
    const meant = new Set(fit.map((face) => counts(face, kit)));
    const before = text.length > begun.length ? null : ended(begun, kit)?.face ?? null;
    if (meant.size === 1) return { face: [...meant][0], begun: "", before };
    if (meant.size > 1) return { face: null, begun: text, before };
  }
  return null;
}

// The face that was begun, if it is one already.
export const ended = (begun, kit) => (shown(kit).includes(begun) ? { face: counts(begun, kit), begun: "", before: null } : null);

const counts = (face, { stands }) => stands[face] ?? face;
const shown = ({ faces, stands }) => [...faces, ...Object.keys(stands)];

// Whether a key may be a part of a face that is typed in, which then presses no button.
export const spells = (key, { view, kit }) => view.awaits.what === "roll" && ofFace(key, kit);

// Whether a key is one of a face, whatever is due.
export const ofFace = (key, kit) => key.length === 1 && shown(kit).some((face) => face.includes(key.toUpperCase()));

// Lets a dialog hear faces that are typed.
export function types(box, kit, take) {
  let begun = "";
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || silent(event)) return;
    const typed = event.key === "Enter" ? ended(begun, kit) : typing(begun, event.key, kit);
    if (!typed) return;
    event.preventDefault();
    begun = typed.begun;
    if (typed.before || typed.face) take(typed.before ?? typed.face);
  });
}
