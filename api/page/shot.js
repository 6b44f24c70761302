// A photo that a player takes of the throw, or chooses.

import { h } from "./dom.js";

// The field for it, unseen, and how to open it: a photo is of the throw that was due when it was begun, and takes the place of
// the photo that lay there then.
export function shot(table, props) {
  const take = () => input.files[0] && table.photo(input.files[0], table.aimed);
  const input = h("input", { type: "file", accept: "image/*", class: "unseen", tabindex: -1, "aria-hidden": "true", onchange: take, ...props });
  return { input, aim: () => { table.aimed = { seq: table.drawn, look: table.lies }; input.click(); } };
}

export const camera = (table) => shot(table, { id: "shot", capture: "environment" });
