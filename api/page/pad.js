// The pad, as it is printed: a line for each box, a column for each player.

import { h } from "./dom.js";

export function pad({ sheet: { view } }) {
  if (!view.pad.length) return null;
  const names = view.totals.map(({ name }) => name);
  const up = (at) => (names[at] === view.player ? "number up" : "number");
  const table = h("table", { class: "scores pad" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Box"), names.map((name, at) => h("th", { scope: "col", class: up(at) }, h("bdi", { title: name }, name))))),
    h("tbody", {}, view.pad.map(({ name, cells, sums }) => h("tr", { class: sums ? "sums" : null },
      h("th", { scope: "row" }, name), cells.map((cell, at) => h("td", { class: up(at) }, cell))))));
  table.style.setProperty("--players", names.length); // who share the width
  return h("section", { class: "card", "aria-label": "Score pad" },
    h("h2", {}, "Score pad"),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "The boxes of each player", "data-key": "pad" },
      table));
}
