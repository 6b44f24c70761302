// A tap ends on what it began on: what is to be drawn anew meanwhile waits until the finger is lifted.

const LONGEST = 1000; // milliseconds; whoever presses longer may lose the tap, but not the news

let pressed = null;
let timer = 0;
const waiting = new Map(); // what to draw later, by the element

// Draws at once, unless a button inside the element is being pressed.
export function unpressed(element, draw) {
  if (pressed && element.contains(pressed)) waiting.set(element, draw);
  else draw();
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
addEventListener("click", ({ isTrusted }) => { if (isTrusted) pressed = null; }, true); // what a tap changes is seen at once
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(lift), true);
