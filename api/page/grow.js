// Points that grow: a number counts up to what it has become, unless motion is unwelcome.

import { number } from "./dom.js";

const LASTS = 700; // milliseconds
const still = matchMedia("(prefers-reduced-motion: reduce)");

// Shows how points went from `from` to `to` in an element; gives where they stand.
export function grow(element, from, to) {
  if (!element || from === null || to <= from || still.matches) return to;
  const begun = performance.now();
  const step = (now) => {
    const share = Math.min((now - begun) / LASTS, 1);
    element.textContent = number(Math.round(from + (to - from) * (1 - (1 - share) ** 3)));
    if (share < 1 && element.isConnected) requestAnimationFrame(step);
  };
  element.textContent = number(from);
  requestAnimationFrame(step);
  return to;
}
