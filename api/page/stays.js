// The dice of which any may stay: tap those that stay, and the others are thrown again.

import { die, spoken, spokenRoll } from "./dice.js";
import { h, keyed, many } from "./dom.js";

// Which of the free dice are meant by these faces, by place.
export function marked(free, faces) {
  const left = [...faces];
  return free.map((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

export function stays(table) {
  const { view, advice } = table.sheet;
  table.stay ??= marked(view.free, view.kept); // at first those that stayed before
  const left = view.free.filter((_, at) => table.stay[at]);
  const thrown = view.free.length - left.length;
  const turn = (at) => { table.stay[at] = !table.stay[at]; table.render(); };
  const best = advice?.prospects.at(0)?.event ?? ""; // of dice that stay only where nothing is better than to throw on
  return h("section", { class: "card stays", "aria-label": "Dice that stay" },
    h("h2", {}, "Which dice stay?"),
    h("div", { class: "faces", role: "group", "aria-label": "The dice on the table" }, view.free.map((face, at) =>
      h("button", { class: "face stay", type: "button", "data-key": `stay-${at}`, "aria-pressed": String(table.stay[at]), onclick: () => turn(at) },
        die(face, { title: `${spoken(face)} stays` }), h("span", { "aria-hidden": "true" }, table.stay[at] ? "stays" : "")))),
    h("div", { class: "tools" },
      keyed(thrown > 0 && "T", h("button", { class: "button brass", type: "button", "data-key": "stay", disabled: thrown === 0, onclick: () => table.play(`keep ${left.join(" ")}`.trim()) },
        thrown === 0 ? "All dice stay" : `Throw ${left.length ? "the other " : ""}${many(thrown, "die", "dice")}`)),
      best.startsWith("keep") && keyed("X", h("button", { class: "button plain", type: "button", "data-key": "stay-best", onclick: () => choose(table, best.split(" ").slice(1)) }, "Choose the best for me"))));
}

// Marks the dice that had best stay, and says which.
function choose(table, faces) {
  table.stay = marked(table.sheet.view.free, faces);
  table.say(`${faces.length ? spokenRoll(faces) : "No die"} ${faces.length > 1 ? "stay" : "stays"}.`);
  table.render();
}
