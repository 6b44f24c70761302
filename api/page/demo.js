// The demo: pictures that come with Croupier are thrown in place of dice, and it can play by itself.

import { h } from "./dom.js";

const ENOUGH = 350; // points at which the demo's player stops
const PAUSE = 1500; // milliseconds to look at what happened

export function banner(table) {
  return h("section", { class: "demo", "aria-label": "Demo" },
    h("p", {}, h("strong", {}, "Demo: "), "these throws are pictures that come with Croupier, read by the real eye just now."),
    h("div", { class: "tools" },
      !table.sheet.view.over && h("button", { class: "button", type: "button", "data-key": "auto", "aria-pressed": String(Boolean(table.auto)), onclick: () => toggle(table) }, table.auto ? "Stop playing for me" : "Play it for me"),
      h("a", { class: "button", href: "#/lobby" }, "Use my own dice")));
}

function toggle(table) {
  table.auto = table.auto ? null : Symbol("a run");
  table.render();
  if (table.auto) autoplay(table);
}

// Plays until somebody wins, the server refuses, or the player takes over; where the eye doubts, it waits to be told.
async function autoplay(table) {
  const run = table.auto; // stopped and begun again it is another one
  while (table.auto === run && !table.sheet.view.over) {
    if (!table.asked && !table.asking) await step(table);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  if (table.auto !== run) return;
  table.auto = null;
  table.render();
}

function step(table) {
  const { view, demo } = table.sheet;
  const stop = view.offers.find(({ event }) => event === "bank");
  const best = view.offers.filter((offer) => offer !== stop).sort((one, other) => other.points - one.points)[0];
  if (view.awaits.what !== "roll") return table.play((best ?? stop).event);
  const may = demo.throws.includes(view.awaits.dice);
  return stop && (view.points >= ENOUGH || !may) ? table.play(stop.event) : table.throwDemo();
}
