// The score in a corner of a stream: ?corner=top-left, top-right, bottom-left or bottom-right, ?size=0.5 to 3.

import { row } from "./dice.js";
import { fill, h, number, wins } from "./dom.js";
import { asked, follow } from "./follow.js";
import { grow } from "./grow.js";

const CORNERS = ["top-left", "top-right", "bottom-left", "bottom-right"];
const [SMALLEST, LARGEST] = [0.5, 3];

const board = document.getElementById("board");
const corner = CORNERS.includes(asked.get("corner")) ? asked.get("corner") : "bottom-left";
const size = Math.min(Math.max(Number(asked.get("size")) || 1, SMALLEST), LARGEST);
let shown = null;

document.title = "The score, for a stream · Croupier";
board.className = corner;
board.style.setProperty("--size", size);

function show({ view, standing }) {
  if (standing === "deleted") return fill(board);
  board.style.setProperty("--rows", view.totals.length); // however large it is told to be, all of it is seen
  const lying = view.thrown.length ? view.thrown : view.kept;
  fill(board, h("div", { class: "plate" },
    h("ol", { class: "totals" }, view.totals.map(({ name, points }) =>
      h("li", { class: name === view.player || view.victors.includes(name) ? "up" : null }, h("span", {}, name), h("strong", {}, number(points))))),
    view.over ? h("p", { class: "turn" }, wins(view))
      : standing === "paused" ? h("p", { class: "turn" }, "Paused")
      : h("p", { class: "turn" }, h("span", { class: view.rolls ? "dice" : "dice past" }, row(lying, { small: true, title: "" })), h("strong", { class: "risk", "data-points": true }, number(view.points)))));
  shown = grow(board.querySelector("[data-points]"), shown, view.points);
}

follow({ show, checked: ({ match }) => show(match), none: () => fill(board) });
