// A tap ends on what it began on: what is to be drawn anew meanwhile waits until the finger is lifted. And the second of a
// double tap means what the first did: it presses no button that was drawn under the finger since. A key that is held
// counts once, too: what it opened was not there when it was pressed.

const LONGEST = 1000; // milliseconds; whoever presses longer may lose the tap, but not the news

export const ONCE = /^(\S|Enter)$/; // the keys that act; others, such as arrows, go on as long as they are held

let pressed = null;
let first = {}; // what the first tap of several was on
let timer = 0;
const waiting = new Map(); // what to draw later, by the element

// Draws at once, unless a button inside the element is being pressed.
export function unpressed(element, draw) {
  if (pressed && element.contains(pressed)) waiting.set(element, draw);
  else draw();
}

// What a tap is on, and by which key it is known where it is drawn anew.
function tapped(target) {
  const element = target.closest("[data-key], button, a, summary, label") ?? target;
  return { element, key: element.dataset.key };
}

function lift() {
  pressed = null;
  for (const [element, draw] of waiting) {
    waiting.delete(element);
    draw();
  }
}

addEventListener("pointerdown", ({ target }) => {
  pressed = target.closest("button, a, summary, label");
  clearTimeout(timer);
  timer = setTimeout(lift, LONGEST);
}, true);
addEventListener("click", (event) => {
  if (!event.isTrusted) return;
  pressed = null; // what a tap changes is seen at once
  const on = tapped(event.target);
  if (event.detail <= 1) first = on;
  else if (on.element !== first.element && (!on.key || on.key !== first.key)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);
addEventListener("keydown", (event) => {
  const { repeat, key, target, ctrlKey, metaKey, altKey } = event;
  if (!repeat || !ONCE.test(key) || ctrlKey || metaKey || altKey) return;
  if (key !== "Enter" && target.closest("input, select, textarea")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(lift), true);
