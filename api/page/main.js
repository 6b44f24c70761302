// The page: the address after the # says which room to show.

import { after, allDice } from "./after.js";
import { get } from "./api.js";
import { fill, h } from "./dom.js";
import { lobby } from "./lobby.js";
import { sit } from "./table.js";
import { teach } from "./teach.js";

const page = document.getElementById("page");
const bar = document.getElementById("bar");
let leave = () => {};

export function head(...more) {
  fill(bar, h("a", { class: "brand", href: "#/lobby" }, h("img", { src: "/icon.svg", alt: "Croupier: all tables" }), h("span", {}, "Croupier")), ...more);
}

// Without a word of where to go: the demo as long as nobody has a match of his own, else the lobby.
async function door() {
  const { matches } = await get("/api/matches");
  const demo = matches.find((match) => match.demo && !match.over);
  location.replace(demo && matches.every((match) => match.demo) ? `#/match/${demo.id}` : "#/lobby");
}

async function enter() {
  leave();
  leave = () => {};
  const [, room, id] = /^#\/(\w+)(?:\/(\w+))?$/.exec(location.hash) ?? [];
  head(room !== "lobby" && h("a", { class: "button plain", href: "#/lobby" }, "All tables"));
  try {
    if (room === "match") leave = await sit(page, id, head);
    else if (room === "lobby") await lobby(page);
    else if (room === "dice") await teach(page);
    else if (room === "after") await after(page, id);
    else if (room === "fairness") await allDice(page);
    else await door();
  } catch (refusal) {
    fill(page, h("section", { class: "lobby" }, h("div", { class: "card" }, h("p", { class: "error" }, refusal.message), h("a", { class: "button", href: "#/lobby" }, "All tables"))));
  }
  window.scrollTo(0, 0);
}

// The address after the # is the room: skipping to the table must not leave it.
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  page.focus();
});

// A picture dropped beside the tray must not take the page away.
for (const event of ["dragover", "drop"]) window.addEventListener(event, (drag) => drag.preventDefault());

window.addEventListener("hashchange", enter);
enter();
