// The keyboard: faces while dice are due, offers while a choice is due, arrows among them, and a letter for every big button.

import { digit } from "./decision.js";
import { tooEarly } from "./early.js";
import { help } from "./help.js";
import { TURNED, silent } from "./letters.js";
import { ONCE } from "./press.js";
import { ended, ofFace, spells, typing } from "./typing.js";

const STILL = 1500; // milliseconds between two keys of a throw that is typed in
export const SOON = 500; // milliseconds in which nobody has seen a throw yet

export function keys(table) {
  const hear = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || silent(event) || table.busy) return;
    if (document.querySelector("dialog[open]") || event.target.closest("dialog, input, select, textarea")) return; // also one that the key closed
    const enters = event.key === "Enter" && event.target.closest("button, a, summary");
    if (late(event.key, table, enters) || (!enters && press(event.key, table))) event.preventDefault();
  };
  const draw = () => table.render(); // its buttons tell which keys press them
  document.addEventListener("keydown", hear);
  window.addEventListener(TURNED, draw);
  return () => {
    document.removeEventListener("keydown", hear);
    window.removeEventListener(TURNED, draw);
  };
}

// Whether a key was meant for a throw that somebody else played meanwhile, and not for the choice that is due now; of one that
// `enters` what it is on, others see to that.
function late(key, table, enters) {
  const now = Date.now();
  if (!ONCE.test(key) || ((enters || now > table.soon) && now - table.interrupted > STILL)) return false;
  if (ofFace(key, table.sheet.kit)) table.interrupted = now; // more of its keys may follow
  return true;
}

// Each letter presses the first of its buttons that is there.
const LETTERS = {
  p: ["photo"], t: ["throw", "stay"], x: ["stay-best"], d: ["drop"], m: ["add"], b: ["bank"], k: ["break"], u: ["undo"], r: ["redo"], n: ["rematch"],
  Enter: ["confirm", "enter"],
};
const LOSES = /^[bkrtu]$/i; // of these letters those that would lose dice that are typed in
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
const AMONG = [".near :is(.stay, .offer, .guess):not(:disabled)", ".near .pin", ".near [data-key=confirm]:not(:disabled)"];

function press(key, table) {
  const { view } = table.sheet;
  if (key === "?") return Boolean(help());
  if (!table.shut && table.asked && key.length === 1 && spells(key, table.sheet)) return table.keepPhoto();
  if (!table.shut && !table.asked && view.awaits.what === "roll") {
    if (face(key, table)) return true;
    if (LOSES.test(key) && table.typed) return table.keepTyped();
    if (key.length === 1 && spells(key, table.sheet)) return false;
  }
  const click = (name) => clicks(name, table);
  if (view.awaits.what === "decision" && /^[1-9]$/.test(key)) return view.offers.some(({ event }, at) => digit(view, at) === key && click(event));
  if (key in STEPS) return step(STEPS[key]);
  if (key.toLowerCase() === "v") return focus(document.querySelector("[data-key=voice]"));
  return (LETTERS[key] ?? LETTERS[key.toLowerCase()] ?? []).some(click);
}

function face(key, table) {
  const { kit, view } = table.sheet;
  const full = table.entry.length >= view.awaits.dice;
  const typed = key === "Backspace" ? { face: null, begun: "" } : key === "Enter" ? ended(table.begun, kit) : full ? null : typing(table.begun, key, kit);
  if (!typed) return false;
  const letters = table.begun;
  table.begun = typed.begun;
  if (typed.before) table.add(typed.before);
  if (typed.face) table.add(typed.face);
  else if (key === "Backspace" && !letters) table.takeBack();
  else table.render();
  return true;
}

// Goes to the next of the dice and choices, from the last one to the first.
function step(by) {
  const among = AMONG.flatMap((some) => [...document.querySelectorAll(some)]);
  const at = among.indexOf(document.activeElement);
  return focus(among.at(at < 0 ? Math.min(by, 0) : (at + by) % among.length));
}

function focus(element) {
  element?.focus();
  return Boolean(element);
}

function clicks(key, table) {
  const button = document.querySelector(`button[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  if (!tooEarly(table, button)) button?.click();
  return Boolean(button);
}
