// Somebody joins, leaves or is called otherwise: the match goes on as a new one, in the form of the lobby.

import { get } from "./api.js";
import { h } from "./dom.js";
import { draft } from "./draft.js";

export function others(table) {
  const go = () => table.ask(async () => {
    const { seq, game, dice, options, option, between, players, next } = await get(`${table.path}/paper`);
    if (table.left) return; // for another room
    const names = players.map(({ name }) => name);
    const on = { match: table.sheet.id, seq, option, between, brings: players.map(({ brings }) => brings), next: names.indexOf(next) };
    draft({ game, names, dice, rules: options, open: false, on, come: true });
    location.hash = "#/lobby";
  });
  return h("button", { class: "button plain", type: "button", "data-key": "others", onclick: go }, "Change who plays…");
}
