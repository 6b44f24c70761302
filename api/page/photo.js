// The photo of a throw with the dice drawn on it; every die can be tapped to correct it or to take it away.

import { letter } from "./decision.js";
import { row, spoken, spokenRoll } from "./dice.js";
import { chooseFace } from "./dialogs.js";
import { aloud, doubtful, doubts, unnamed } from "./doubts.js";
import { h, keyed, many, s, sentence } from "./dom.js";
import { marked, ways } from "./hands.js";
import { openChanges, same, unchanged } from "./misread.js";
import { percent } from "./percent.js";
import { camera } from "./shot.js";
import { tags } from "./tags.js";

export function photo(table) {
  const { look } = table;
  const source = look.picture ? table.picture(look.picture) : look.local;
  const view = look.whole ? whole(look) : around(look);
  const correct = (place) => open(table, source, place);
  const add = (spot) => open(table, source, null, spot);
  const scene = s("svg", { class: "scene", viewBox: view.join(" "), "aria-hidden": "true" },
    s("image", { href: source, width: look.reading.width, height: look.reading.height, preserveAspectRatio: "none" }),
    look.dice.map((one) => s("polygon", { class: doubtful(one, look) ? "doubt" : null, points: one.quad.map((corner) => corner.join(",")).join(" ") })),
    suspects(look).map(([x0, y0, x1, y1]) => s("rect", { class: "suspect", x: x0, y: y0, width: x1 - x0, height: y1 - y0 })),
  );
  const words = meant(look).map((one) => word(look, one));
  const spots = tags(meant(look).map(({ box }) => box), words, view);
  const pins = meant(look).map((one, place) => pin(look, one, place, view, words[place], spots[place], table.watcher ? null : () => correct(place)));
  const tap = (event) => {
    if (event.target.closest(".pin")) return;
    const place = nearest(event, pins);
    if (place !== null) correct(place);
    else if (!look.played) add(spotOf(event, scene));
  };
  const figure = h("figure", { class: "photo", "aria-label": "The photo of this throw", onclick: table.watcher ? null : tap }, scene, pins);
  figure.style.setProperty("--shape", view[2] / view[3]);
  return h("div", { class: "seen" }, figure, look.played || table.watcher ? null : doubts(look, marked(look) ?? table.sheet.view.awaits.dice, source, (place, face) => name(table, place, face), correct, table.sheet.players), caption(table, () => add(null)));
}

// What the tag of a die says.
const word = (look, one) => (one.face && !look.played && doubtful(one, look) ? `${one.face}?` : one.face ?? "?");

function pin(look, one, place, [x, y, width, height], says, [right, down], onclick) {
  const [x0, y0, x1, y1] = one.box;
  const open = one.face !== look.dice[place].face;
  const sure = open ? "not changed yet" : look.played ? "played" : one.mended ? "set by you" : `${percent(one.p)} sure`;
  const named = `${one.face && one.face !== spoken(one.face) ? `${one.face}, die` : "Die"} ${place + 1} of ${look.dice.length}: ${spoken(one.face)}, ${sure}`;
  const means = onclick ? { type: "button", "aria-label": `${named}. Correct it`, onclick } : { role: "img", "aria-label": named };
  const button = h(onclick ? "button" : "span", { class: "pin", "data-key": `die-${place}`, ...means },
    h("span", { class: open || doubtful(one, look) ? "tag doubt" : "tag" }, says));
  Object.assign(button.style, {
    left: `${(((x0 + x1) / 2 - x) / width) * 100}%`, top: `${(((y0 + y1) / 2 - y) / height) * 100}%`,
    width: `${((x1 - x0) / width) * 100}%`, height: `${((y1 - y0) / height) * 100}%`,
  });
  for (const [name, value] of Object.entries({ side: `${(Math.max(x1 - x0, y1 - y0) / width) * 100}cqw`, right, down })) button.style.setProperty(`--${name}`, value);
  return button;
}

function caption(table, add) {
  const { look } = table;
  const due = table.sheet.view.awaits.dice;
  const faces = look.dice.map((one) => one.face);
  const zoom = () => { look.whole = !look.whole; table.render(); };
  const more = [
    around(look)[2] < look.reading.width && h("button", { class: "button", type: "button", "data-key": "zoom", onclick: zoom }, look.whole ? "Only the dice" : "Whole photo"),
    !look.played && !table.watcher && keyed(letter("M", table.sheet), h("button", { class: "button", type: "button", "data-key": "add", onclick: add }, "Add a missed die")),
  ];
  const before = look.played && look.played.by !== table.sheet.view.player ? `${look.played.by} threw these. ` : "";
  const said = look.played ? [sentence(`${before}${table.sheet.view.says} `, table.sheet.players), !table.watcher && h("span", { class: "muted" }, "Read wrong? Tap the die.")] : "One moment: the dice are checked at the table.";
  const back = () => { Object.assign(look, { meant: null }); table.notice = null; table.render(); };
  const open = look.meant && h("div", { class: "note doubt open" }, openChanges(faces, facesOf(look.meant), back));
  if (look.played || table.watcher) return h("div", { class: "read" }, open, h("p", {}, said), h("div", { class: "tools" }, more));
  const first = unnamed(look);
  const ready = !first && faces.length === due;
  const left = first || (faces.length === due ? "Play this roll" : `${many(faces.length, "die", "dice")} marked, ${due} due`);
  const another = !look.asked && table.sheet.kit.reads && camera(table);
  const play = keyed(ready && "Enter", h("button", { class: "button brass", type: "button", "data-key": "confirm", disabled: !ready, onclick: () => table.confirm(`roll ${faces.join(" ")}`) }, left));
  return h("div", { class: "read" },
    h("div", { class: "dice", role: "group", "aria-label": `Read: ${spokenRoll(faces)}` }, row(faces, { small: true })),
    another && another.input,
    h("div", { class: "tools" },
      more,
      another && h("button", { class: "button", type: "button", "data-key": "another", onclick: another.aim }, "Take another photo"),
      keyed(letter("D", table.sheet), h("button", { class: "button", type: "button", "data-key": "drop", onclick: () => table.drop() }, look.asked ? "That is no throw" : "Drop the photo")),
      look.options?.length ? ways(table) : table.sheet.view.awaits.what === "roll" && play,
    ),
  );
}

// Lets the player name one die, or a new one.
async function open(table, source, place, spot = null) {
  const { look } = table;
  const one = place === null ? null : meant(look)[place];
  const chosen = await chooseFace({ kit: table.sheet.kit, die: one, source, picture: look.reading, fixed: Boolean(look.played), title: one ? "Which face is up?" : "Which face shows the missed die?" });
  if (chosen === null) return;
  if (table.look === look) await name(table, place, chosen, spot);
  else table.overtaken("The throw was played or dropped meanwhile, without what you chose: look whether the score has it right.");
}

// Names a die (a new one where `place` is null; none where there is no face), and keeps the correction or sends it. A new one
// takes the place of the last that was removed: the others stay in the order in which they were read.
async function name(table, place, face, spot = null) {
  const { look } = table;
  if (table.swapped()) return;
  const dice = meant(look).map((other) => ({ ...other }));
  const holes = [...(look.holes ?? [])];
  if (face === "") holes.push(...dice.splice(place, 1).map(() => place));
  else if (place !== null) dice[place] = { ...dice[place], face, mended: true };
  else dice.splice(holes.pop() ?? dice.length, 0, { face, p: 1, second: null, state: "flat", mended: true, ...placed(look, spot) });
  if (!look.played) {
    Object.assign(look, { dice, holes, touched: true });
    table.say(`${face === "" ? `Die ${place + 1} is removed` : place === null ? `${spoken(face)} is added` : `Die ${place + 1} is ${spoken(face)}`}. ${aloud(dice)}`);
  }
  else if (same(facesOf(dice), facesOf(look.dice))) Object.assign(look, { meant: null });
  else if (await table.amend(look.played.n, `roll ${facesOf(dice).join(" ")}`, table.drawn, true)) Object.assign(look, { dice, meant: null });
  else if (table.forbidden) { // alone: it waits for the correction of another die
    look.meant = dice;
    table.say(`${table.notice} ${unchanged(facesOf(look.dice), facesOf(dice))}`);
  }
  table.render();
}

const facesOf = (dice) => dice.map((one) => one.face);
const meant = (look) => look.meant ?? look.dice;

// Where more may be a die, of what was asked about, until one is named there.
const suspects = (look) => look.played ? [] : (look.reading.suspects ?? []).filter((box) => !look.dice.some((one) => within(middle(one.box), box)));
const middle = ([x0, y0, x1, y1]) => [(x0 + x1) / 2, (y0 + y1) / 2];
const within = ([x, y], [x0, y0, x1, y1]) => x0 <= x && x <= x1 && y0 <= y && y <= y1;

// The place of a new die: the thing that may be one at that spot, or the first, or else as much as other dice cover.
function placed(look, spot) {
  const there = suspects(look).find((box) => !spot || within(spot, box));
  const box = there ?? usual(look, spot);
  return { box, quad: [[box[0], box[1]], [box[2], box[1]], [box[2], box[3]], [box[0], box[3]]] };
}

function usual(look, spot) {
  const sides = look.dice.map(({ box: [x0, y0, x1, y1] }) => Math.max(x1 - x0, y1 - y0)).sort((a, b) => a - b);
  const half = (sides[sides.length >> 1] ?? Math.min(look.reading.width, look.reading.height) / 8) / 2;
  const [left, top, wide, tall] = around(look);
  const [x, y] = spot ?? [left + wide / 2, top + tall / 2];
  return [x - half, y - half, x + half, y + half];
}

// The die that a finger meant: dice may lie closer together than fingertips are wide.
function nearest({ clientX, clientY }, pins) {
  const away = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return Math.hypot(x + width / 2 - clientX, y + height / 2 - clientY) - Math.max(width, height) / 2;
  };
  const far = pins.map((one) => Math.min(away(one), away(one.querySelector(".tag"))));
  const least = Math.min(...far);
  return least < 6 ? far.indexOf(least) : null;
}

function spotOf(event, scene) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(scene.getScreenCTM().inverse());
  return [at.x, at.y];
}

const whole = ({ reading }) => [0, 0, reading.width, reading.height];

// The part of the picture that holds the dice and what may be one, with some air, in a shape that suits the felt.
function around(look) {
  const { width, height } = look.reading;
  const edges = [...look.dice.map(({ box }) => box), ...suspects(look)];
  if (edges.length === 0) return whole(look);
  const air = Math.max(...edges.map(([x0, y0, x1, y1]) => Math.max(x1 - x0, y1 - y0))) * 0.8;
  let [left, top] = [Math.min(...edges.map((box) => box[0])) - air, Math.min(...edges.map((box) => box[1])) - air];
  let [wide, tall] = [Math.max(...edges.map((box) => box[2])) + air - left, Math.max(...edges.map((box) => box[3])) + air - top];
  const shape = 16 / 10;
  if (wide / tall < shape) { left -= (tall * shape - wide) / 2; wide = tall * shape; }
  else { top -= (wide / shape - tall) / 2; tall = wide / shape; }
  [wide, tall] = [Math.min(wide, width), Math.min(tall, height)];
  return [Math.min(Math.max(left, 0), width - wide), Math.min(Math.max(top, 0), height - tall), wide, tall];
}
