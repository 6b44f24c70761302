// What the table agrees upon beside the rules: points for a player, or off his total, under the totals.

import { Refusal } from "./api.js";
import { h } from "./dom.js";

// What is typed is kept on the table, for the page may be drawn anew; and for whom it was opened, for others may play meanwhile.
export function agree(table) {
  const { totals, player } = table.sheet.view;
  const { agreed } = table;
  const whose = player || totals[0].name;
  const change = async (event) => {
    event.preventDefault();
    const told = await table.play(`adjust ${agreed.player || whose} ${agreed.points.trim().replace("−", "-")}`);
    if (told && !(told instanceof Refusal)) Object.assign(table, { agreed: { open: false, player: "", points: "" } });
    table.render();
  };
  return h("details", { class: "agreed", open: agreed.open },
    h("summary", { "data-key": "agreed", onclick: () => Object.assign(agreed, { open: !agreed.open, player: agreed.open ? "" : whose }) }, "The table agrees…"),
    h("form", { class: "stack", onsubmit: change },
      h("label", {}, "Whose total", h("select", { "data-key": "agreed-player", onchange: ({ target }) => { agreed.player = target.value; } },
        totals.map(({ name }) => h("option", { value: name, selected: name === (agreed.player || whose) }, name)))),
      h("label", {}, "Points more, or less with a minus", h("input", { type: "text", pattern: "[+\\-−]?(?=.*[1-9])[0-9]+(,[0-9]{3})*", required: true, value: agreed.points, "data-key": "agreed-points", autocomplete: "off", title: "A whole number, such as 300, 1,000 or -50", oninput: ({ target }) => { agreed.points = target.value; } })),
      h("div", {}, h("button", { class: "button", type: "submit", "data-key": "agreed-change" }, "Change the total"))));
}
