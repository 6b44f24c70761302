// Elements in one line: h("button", {class: "big", onclick: f}, "Keep"), s() the same for SVG.

import { silent } from "./letters.js";

const SVG = "http://www.w3.org/2000/svg";

export const h = (tag, props, ...children) => dress(document.createElement(tag), props, children);
export const s = (tag, props, ...children) => dress(document.createElementNS(SVG, tag), props, children);

function dress(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child || child === 0));
  return element;
}

// Replaces what an element holds and leaves the keyboard where it was, and what is typed where it was typed.
export function fill(element, ...children) {
  const held = document.activeElement;
  const inside = held !== element && element.contains(held);
  const { selectionStart: start = null, selectionEnd: end } = held;
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (!inside) return;
  const place = land(element, keyOf(held));
  if (start !== null) place?.setSelectionRange?.(start, end);
}

export const keyOf = (held) => held.closest("[data-key]")?.dataset.key;

// Puts the keyboard on the thing of a data-key in an element, or where that is gone on what is due there; gives where it is.
export function land(element, key = "") {
  const same = element.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  const place = (same?.checkVisibility?.() ?? same) ? same : due(element);
  if (place?.tabIndex < 0) place.tabIndex = -1; // a heading
  place?.focus({ preventScroll: true });
  return place;
}

// What waits for the player, else the nearest heading.
function due(element) {
  if (!element || element === document.body) return null;
  const [found] = ["[data-due]", "h1", "h2"].map((what) => element.querySelector(what)).filter(Boolean);
  return found ?? due(element.parentElement);
}

export const number = (value) => value.toLocaleString("en-US");
export const day = (at) => new Date(at).toLocaleDateString([], { dateStyle: "long" });
// Who won, in a sentence.
export const wins = ({ victors }) => `${victors.join(" and ")} ${victors.length > 1 ? "win" : "wins"}!`;

// Tells of the key that presses a button, unless it is switched off: it stands there, and who cannot see is told by
// aria-keyshortcuts, not within the name.
export function keyed(key, button, place = button) {
  if (!key || silent({ key })) return button;
  button.setAttribute("aria-keyshortcuts", key);
  place.append(h("kbd", { "aria-hidden": "true" }, key));
  return button;
}

export const many = (count, one, more = `${one}s`) => `${number(count)} ${count === 1 ? one : more}`;

const PART = "\\p{L}\\p{M}\\p{N}\\u200c\\u200d"; // what stands beside a part of a longer word

// A sentence about players, in which each name stands by itself: one that runs from right to left turns nothing beside it.
export function sentence(text, names) {
  const longest = [...names].sort((one, other) => other.length - one.length); // "Ann 2" is not Ann and a 2
  const any = longest.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|");
  const named = any ? text.matchAll(new RegExp(`(^|[^${PART}])(${any})(?![${PART}])`, "gu")) : [];
  const parts = [];
  let at = 0;
  for (const { index, 1: before, 2: name } of named) {
    parts.push(text.slice(at, index + before.length), h("bdi", {}, name));
    at = index + before.length + name.length;
  }
  return [...parts, text.slice(at)];
}
