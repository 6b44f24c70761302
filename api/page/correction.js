// What the last correction changed, with a way back.

import { h, sentence } from "./dom.js";

export function correction(table) {
  const { changed } = table;
  if (!changed?.says || table.busy) return null;
  return h("div", { class: "understood" },
    h("p", {}, sentence(changed.says, table.sheet.players)),
    changed.was && h("button", { class: "button", type: "button", "data-key": "put-back", onclick: () => table.putBack(changed) }, "Put it back"));
}
