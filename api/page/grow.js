// Points that grow: a number counts up to what it has become, unless motion is unwelcome.

import { number } from "./dom.js";

const LASTS = 700; // milliseconds
const still = matchMedia("(prefers-reduced-motion: reduce)");

const grown = ({ begun }) => Math.min((performance.now() - begun) / LASTS, 1);
const standing = (growth) => Math.round(growth.from + (growth.to - growth.from) * (1 - (1 - grown(growth)) ** 3));

// Shows in an element how points go to `to`; `before` is what this gave for the element that was drawn before, whose growth
// goes on in a new one.
export function grow(element, before, to) {
  const from = before && to > before.to && !still.matches ? standing(before) : to;
  const growth = before?.to === to ? before : { from, to, begun: performance.now() };
  const step = () => {
    element.textContent = number(standing(growth));
    if (grown(growth) < 1 && element.isConnected) requestAnimationFrame(step);
  };
  if (element && growth.from < to && grown(growth) < 1) step();
  return growth;
}
