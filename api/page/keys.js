// The keyboard: faces while dice are due, offers while a choice is due, and a letter for every big button.

import { help } from "./help.js";

export function keys(table) {
  const hear = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || table.busy) return;
    if (document.querySelector("dialog[open]") || event.target.closest("input, select, textarea")) return;
    if (event.key === "Enter" && event.target.closest("button, a, summary")) return;
    if (event.key === "?") help();
    else if (event.key.toLowerCase() === "v") document.querySelector("[data-key=voice]")?.focus();
    else if (press(event.key, table)) event.preventDefault();
  };
  document.addEventListener("keydown", hear);
  return () => document.removeEventListener("keydown", hear);
}

const LETTERS = { p: "photo", t: "throw", u: "undo", r: "redo", b: "bank" };

function press(key, table) {
  const { view, kit } = table.sheet;
  const named = LETTERS[key.toLowerCase()] ?? (key === "Enter" ? (table.look ? "confirm" : "enter") : null);
  if (named && !kit.faces.includes(key.toUpperCase())) return click(named);
  if (table.asked) return false;
  if (view.awaits.what !== "roll") return /^[1-9]$/.test(key) && offer(view.offers[key - 1]);
  if (key === "Backspace" && table.entry.length > 0) table.entry.pop();
  else if (kit.faces.includes(key.toUpperCase()) && table.entry.length < view.awaits.dice) table.entry.push(key.toUpperCase());
  else return false;
  table.render();
  return true;
}

const offer = (offered) => offered !== undefined && click(offered.event);

function click(key) {
  const button = document.querySelector(`button[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  button?.click();
  return Boolean(button);
}
