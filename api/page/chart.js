// A chart of the scores turn by turn, as SVG: a line a player, told apart by dashes and marks as well as by colour.

import { h, number, s } from "./dom.js";

const NARROW = 600; // pixels of a window in which the chart is drawn smaller, so that its text stays as large
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 16, 16, 36];
const STEPS = [1, 2, 2.5, 5, 10];
const DASHES = ["", "10 5", "3 4", "14 4 3 4"];

// `names` of players, the totals one after the other, of all players each, and what is said `below` the axis.
export function chart(names, points, below) {
  const [WIDE, HIGH] = innerWidth < NARROW ? [360, 260] : [720, 320];
  const [low, high] = [Math.min(0, ...points.flat()), Math.max(1, ...points.flat())];
  const x = (at) => LEFT + (at / Math.max(points.length - 1, 1)) * (WIDE - LEFT - RIGHT);
  const y = (value) => HIGH - BOTTOM - ((value - low) / (high - low)) * (HIGH - TOP - BOTTOM);
  return h("figure", { class: "chart" },
    s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": "Scores turn by turn; the table below tells the same" },
      ticks(low, high).map((value) => [
        s("line", { class: "grid", x1: LEFT, x2: WIDE - RIGHT, y1: y(value), y2: y(value) }),
        s("text", { x: LEFT - 8, y: y(value) + 5, "text-anchor": "end" }, number(value))]),
      s("text", { x: WIDE - RIGHT, y: HIGH - 8, "text-anchor": "end" }, below),
      names.map((_, player) => line(player, points.map((totals, at) => [x(at), y(totals[player])])))),
    h("figcaption", {}, names.map((name, player) => h("span", { class: "key" }, s("svg", { viewBox: "0 0 40 14", "aria-hidden": "true" }, line(player, [[2, 7], [34, 7]])), name))));
}

function line(player, spots) {
  const [x, y] = spots.at(-1);
  return s("g", { class: `line p${player % 6}` },
    s("polyline", { points: spots.map((spot) => spot.join(",")).join(" "), "stroke-dasharray": DASHES[player % DASHES.length] }),
    player % 2 ? s("rect", { x: x - 5, y: y - 5, width: 10, height: 10 }) : s("circle", { cx: x, cy: y, r: 5.5 }));
}

function ticks(low, high) {
  const rough = (high - low) / 5;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, size * STEPS.find((one) => one * size >= rough));
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, at) => (first + at) * step);
}
