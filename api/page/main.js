// The page: the address after the # says which room to show.

import { after, allDice } from "./after.js";
import { LONG, get } from "./api.js";
import { fill, h, land } from "./dom.js";
import { lobby } from "./lobby.js";
import { sit } from "./table.js";
import { teach } from "./teach.js";

const JOIN = "/join/?to=/";
const page = document.getElementById("page");
const bar = document.getElementById("bar");
let leave = () => {};
let entries = 0;
let shut = false; // whether a card stands in place of a room that did not open

export function head(...more) {
  fill(bar, h("a", { class: "brand", href: "#/lobby" }, h("img", { src: "/icon.svg", alt: "Croupier: all tables" }), h("span", {}, "Croupier")), ...more);
}

// Without a word of where to go: the demo as long as nobody has a match of his own, else the lobby.
async function door() {
  const { matches } = await get("/api/matches");
  const demo = matches.find((match) => match.demo && !match.over);
  return () => location.replace(demo && matches.every((match) => match.demo) ? `#/match/${demo.id}` : "#/lobby");
}

// What stands where a room would not open; its own link tries again, unless there is no such room.
const closed = ({ message, status }) => () => {
  shut = true;
  document.title = `${status ? "Not open" : "No answer"} · Croupier`;
  fill(page, h("section", { class: "lobby" }, h("div", { class: "card" },
    h("h1", {}, "This page did not open"),
    h("p", { class: "error", role: "alert" }, message),
    h("div", { class: "tools" },
      status === 401 && h("a", { class: "button brass", href: JOIN }, "Join the table"),
      ![401, 404].includes(status) && h("a", { class: "button brass", href: location.hash || "#/" }, "Try again"),
      h("a", { class: "button", href: "#/lobby" }, "All tables")))));
};

// Each room asks for what it shows and gives how to show it: who went on to another room meanwhile is not called back.
function open(room, id) {
  if (room === "match") return sit(page, id, head);
  if (room === "lobby") return lobby(page);
  if (room === "dice") return teach(page);
  if (room === "after") return after(page, id);
  if (room === "fairness") return allDice(page);
  return door();
}

async function enter() {
  const mine = ++entries;
  shut = false;
  document.getElementById("says").textContent = ""; // what was told was of the room before
  for (const question of document.querySelectorAll("dialog[open]")) question.close(); // it was about the room before
  leave();
  leave = () => {};
  const [, room, id] = /^#\/(\w+)(?:\/(\w+))?$/.exec(location.hash) ?? [];
  head(room !== "lobby" && h("a", { class: "button plain", href: "#/lobby" }, "All tables"));
  const wait = setTimeout(() => mine === entries && fill(page, h("p", { class: "lobby", role: "status" }, "One moment: the page is on its way…")), LONG);
  const show = await open(room, id).catch(closed);
  clearTimeout(wait);
  if (mine !== entries) return;
  leave = show() ?? leave;
  if (navigator.userActivation?.hasBeenActive) land(page); // who has not touched the page yet is nowhere in it
  window.scrollTo(0, 0);
}

// The address after the # is the room: skipping to the table must not leave it.
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  page.focus();
});

// A link to the room that did not open changes no address: who follows it wants to try again.
document.addEventListener("click", ({ target }) => { if (shut && target.closest("a")?.getAttribute("href") === location.hash) enter(); });

// A picture dropped beside the tray must not take the page away.
for (const event of ["dragover", "drop"]) window.addEventListener(event, (drag) => drag.preventDefault());

window.addEventListener("hashchange", enter);
enter();
