// The camera at the table: what it does, what it sees, how good its picture is, and how far it may go.

import { get, plain, post, put } from "./api.js";
import { areas } from "./areas.js";
import { fill, h, many } from "./dom.js";
import { lending } from "./lending.js";

const WORDS = {
  live: "The camera is on.",
  empty: "The table is empty.",
  moving: "Something moves…",
  resting: "The dice rest…",
  read: "The dice are read.",
};
const MODES = {
  "hands-free": ["Hands-free", "What is sure is played at once, and can be undone with a tap."],
  confirm: ["Confirm each throw", "Each throw is read, and waits for your tap."],
  tap: ["Tap everything", "The camera reads nothing."],
};
const AWAY = ["lost", "blind", "over"]; // what who cannot see hears of: all else changes too often, and each throw is told
const ABSENT = ["opening", "lost"]; // how a phone is that does not watch
const PICTURE = 1000; // milliseconds between two pictures
const CHECK = 4; // pictures between two checks

export const watches = ({ camera, sheet }) => Boolean(camera && camera.state !== "off" && camera.match === sheet.id);

// The line on the felt: what the camera does now.
export function eye(table) {
  if (!watches(table) || table.camera.mode === "tap") return null;
  return h("p", { class: `eye is-${table.camera.state}`, "data-eye": "state" }, words(table));
}

// What the camera does, what it waits for, and while no dice lie there what would help it.
function words({ camera: { state, sentence, covered, mode, advice, unread }, sheet: { view, standing }, asked }) {
  if (asked && state === "read") return `${WORDS.read} I wait for your word on them.`;
  if (unread && standing === "open" && mode !== "tap" && WORDS[state]) return plain(unread);
  if (covered) return "Something lies over the dice: take it away.";
  const { what, dice } = view.awaits;
  const choice = mode === "hands-free" ? "I wait for your choice: tap it, or leave the dice that stay." : "I wait for your choice.";
  const waits = !["live", "empty", "read"].includes(state) || view.over || standing !== "open" ? "" : what === "roll" ? ` I wait for ${many(dice, "die", "dice")}.` : ` ${choice}`;
  const better = state === "empty" && advice ? ` ${advice}` : "";
  return (WORDS[state] ?? sentence) + waits + better;
}

// Shows what the camera tells without touching the rest of the page.
export function show(table) {
  const { camera } = table;
  const lines = [...document.querySelectorAll("[data-eye=state]")];
  if (AWAY.includes(camera.state) && lines.some((line) => line.textContent !== words(table))) table.say(words(table));
  for (const line of lines) {
    line.className = line.className.replace(/is-\S+/, `is-${camera.state}`);
    line.textContent = words(table);
  }
  const findings = document.querySelector("[data-eye=check]");
  if (findings) fill(findings, checks(camera));
  for (const button of document.querySelectorAll("[data-key=areas], [data-key=turn]")) button.disabled = !camera.sees;
  if (table.watching && watches(table)) sees(table);
}

// The picture, once there is one; and the way for a phone to come, while it is away.
function sees(table) {
  const { camera, sheet } = table;
  const picture = (table.picture_ ??= h("img", { class: "sees", alt: "What the camera sees", hidden: true }));
  const fresh = picture.hidden && camera.sees;
  picture.hidden = !camera.sees;
  if (fresh) look(table);
  const way = (table.way_ ??= h("div", {}));
  const away = camera.source === "phone" && ABSENT.includes(camera.state);
  way.hidden = !away;
  if (!away) fill(way);
  else if (!way.hasChildNodes()) fill(way, lending(sheet.id));
}

export function card(table) {
  const here = watches(table);
  const toggled = ({ target }) => { if (target.open !== table.watching) { Object.assign(table, { watching: target.open, sources: null, way_: null }); refresh(table); } };
  return h("details", { class: "card watch", open: table.watching, ontoggle: toggled },
    h("summary", { "data-key": "camera" }, here ? "The camera" : "Use a camera"),
    table.watching && (here ? running(table) : choice(table)));
}

function running(table) {
  const { camera } = table;
  sees(table);
  const chosen = ({ target }) => mode(table, target.value);
  return h("div", { class: "inner" },
    h("p", { class: `state is-${camera.state}`, "data-eye": "state" }, words(table)),
    table.way_,
    table.picture_,
    h("p", { class: "hint" }, "The far side of the table should be at the top of the picture. If it is not, turn the picture, or dice may be misread."),
    h("label", {}, "How far may it go?",
      h("select", { "data-key": "mode", onchange: chosen }, Object.entries(MODES).map(([id, [name]]) => h("option", { value: id, selected: id === camera.mode }, name))),
      h("small", {}, MODES[camera.mode][1])),
    h("ul", { class: "checks", "data-eye": "check" }, checks(camera)),
    h("div", { class: "tools" },
      h("button", { class: "button", type: "button", "data-key": "areas", disabled: !camera.sees, onclick: () => draw(table) }, "Draw the areas"),
      h("button", { class: "button", type: "button", "data-key": "turn", disabled: !camera.sees, onclick: () => turn(table) }, camera.turned ? `Turn the picture (${camera.turned}°)` : "Turn the picture"),
      h("button", { class: "button plain", type: "button", "data-key": "camera-off", onclick: () => pick(table, null) }, "Switch it off")));
}

// The table check: only what is not good enough, and that all is well where it is.
function checks({ check, advice }) {
  if (check.length === 0) return [];
  const bad = check.filter(({ fine }) => !fine);
  if (bad.length === 0) return [h("li", { class: "fine" }, "The picture is good.")];
  return [...bad.map(({ what, says }) => h("li", { "data-what": what }, says)), h("li", { class: "more" }, advice.split(". ").at(-1))];
}

function choice(table) {
  const { camera } = table;
  const elsewhere = camera?.source && camera.match !== table.sheet.id;
  if (!table.sources) {
    table.sources = [];
    get("/api/cameras").then(({ cameras }) => { table.sources = cameras; table.render(); }).catch(() => { table.sources = null; });
  }
  const list = h("div", { class: "tools" }, table.sources.map((source) =>
    h("button", { class: "button", type: "button", "data-key": `camera-${source}`, onclick: () => pick(table, source) }, called(source))));
  return h("div", { class: "inner" },
    h("p", { class: "hint" }, elsewhere ? "The camera watches another match. Choose it to have it here." : "A camera over the table sees each throw as soon as the dice rest. A phone can be that camera."),
    list);
}

export const called = (source) => (source === "phone" ? "A phone" : /^\d+$/.test(source) ? `Camera ${source}` : source.split("/").at(-1) || source);

export function choose(table, source) {
  return table.ask(async () => { table.camera = await post("/api/camera", { source, match: table.sheet.id }); });
}

// A player's own choice: where it is granted the card holds something else, and the keyboard goes to its head.
async function pick(table, source) {
  await choose(table, source);
  if (table.camera?.source === source) document.querySelector("[data-key=camera]")?.focus();
}

function mode(table, chosen) {
  return table.ask(async () => { table.camera = await put(`${table.path}/camera`, { mode: chosen }); });
}

function turn(table) {
  const degrees = (table.camera.turned + 90) % 360;
  return table.ask(async () => { table.camera = await put("/api/camera/turn", { degrees }); });
}

async function draw(table) {
  const { areas: now, turned, source } = table.camera;
  const drawn = await areas(now);
  if (drawn) await table.ask(async () => { table.camera = await put("/api/camera/areas", { ...drawn, turned, source }); });
}

function refresh(table) {
  table.render();
  look(table);
}

function look(table) {
  if (!table.watching || !watches(table) || document.hidden || !table.camera.sees || !table.picture_) return;
  table.picture_.src = `/api/camera/picture?${Date.now()}`;
}

// Keeps the picture and the check fresh while they are looked at; gives what to do on leaving.
export function follow(table) {
  let count = 0;
  const timer = setInterval(async () => {
    look(table);
    count += 1;
    if (!table.watching || count % CHECK || !watches(table)) return;
    const camera = await get("/api/camera").catch(() => null);
    if (camera) { table.camera = camera; show(table); }
  }, PICTURE);
  return () => clearInterval(timer);
}
