// The decision: everything that may be done now, each a big button with its points and why; and the way back.

import { parsed, row } from "./dice.js";
import { h, keyed, number } from "./dom.js";
import { stays } from "./stays.js";
import { spells } from "./typing.js";

export function decision(table) {
  const { view } = table.sheet;
  if (table.busy || (table.asked && !undecided(table)) || (view.offers.length === 0 && !view.free)) return null;
  return h("section", { class: "decide", "aria-label": "Your choice" },
    view.free && stays(table),
    view.leaves ? reconsidered(table) : offers(table),
    realCard(view, table) && otherCard((points) => table.play(`card ${points}`), table.card, (typed) => { table.card = typed; }));
}

const offers = (table) => h("ul", { class: "offers" }, table.sheet.view.offers.map((offer, place) => h("li", {}, button(offer, place, table))));

// Once dice were left a throw is due, and what the old dice are worth is a mistake more often than a wish: no key presses it.
function reconsidered(table) {
  const toggle = (event) => {
    event.preventDefault();
    table.minded = !table.minded;
    table.render();
  };
  return h("details", { class: "card minds", open: table.minded },
    h("summary", { "data-key": "minds", onclick: toggle }, "Changed your mind? Score the dice as they lay"),
    table.minded && offers(table));
}

// Whether a throw lies there that fits nothing before something is chosen.
const undecided = ({ look, sheet: { view } }) => Boolean(look.asked) && !look.options.length && view.awaits.what === "decision";

export const cardDue = ({ offers }) => offers.some(({ event }) => event.startsWith("card "));

// Whether a real card is drawn here, which may say what no button says.
export const realCard = (view, { sheet }) => cardDue(view) && sheet.options.bonus_draw !== "app";

// The points of such a card; what is typed of them is told, for the page may be drawn anew.
export function otherCard(take, value = "", typed = () => {}) {
  const card = h("input", { type: "text", inputmode: "numeric", pattern: "[0-9]+(,[0-9]{3})*", title: "A whole number, such as 500 or 1,500", required: true, value, "data-key": "card", "aria-label": "Points on the card", autocomplete: "off", oninput: () => typed(card.value) });
  return h("form", { class: "card other", onsubmit: (event) => { event.preventDefault(); take(card.value.trim()); } },
    h("label", {}, "Another card", card),
    h("button", { class: "button", type: "submit", "data-key": "card-taken" }, "Take these points"));
}

export function again(table) {
  const { undoable, redoable } = table.sheet;
  const step = (name, key, may, onclick) => keyed(letter(key, table.sheet), h("button", { class: "button", type: "button", "data-key": name.toLowerCase(), disabled: !may, onclick }, name));
  return h("div", { class: "tools" }, step("Undo", "U", undoable, () => table.undo()), step("Redo", "R", redoable, () => table.redo()));
}

const LETTERS = { bank: "B", break: "K" };

// The letter that presses a button, unless a face that is due is spelt with it.
export const letter = (key, sheet) => (key && spells(key, sheet) ? false : key);

// The digit of an offer: its place, and of a box its place on the pad. That stays when other boxes are full: who presses it
// without a look fills no other one.
export function digit({ pad, offers }, at) {
  const boxes = pad.filter(({ sums }) => !sums).map(({ name }) => `choose ${name.toLowerCase()}`);
  const place = boxes.length ? boxes.indexOf(offers[at].event) : at;
  return place >= 0 && place < 9 && String(place + 1);
}

function button({ event, label, points }, place, table) {
  const { verb, dice } = parsed(event, table.sheet.kit);
  const [, name, why] = /^((?:[^(]|\([^)]*\))*?)(?:: (.*))?$/s.exec(label) ?? [null, label]; // a colon in brackets is no end of the name
  const key = letter(LETTERS[verb], table.sheet) ?? (table.sheet.view.awaits.what === "decision" && digit(table.sheet.view, place));
  const worth = h("span", { class: "worth" }, number(points));
  return keyed(key, h("button", { class: verb === "bank" && !table.sheet.view.leaves && (points || !table.sheet.view.free) ? "offer stop" : points ? "offer" : "offer none", type: "button", "data-key": event, onclick: () => table.choose(event) },
    dice && h("span", { class: "dice", "aria-hidden": "true" }, row(dice, { small: true, title: "" })),
    h("span", { class: "text" }, h("span", { class: "name" }, name), why && why !== number(points) && h("span", { class: "why" }, why)),
    worth), worth);
}
