// Questions to the player: which face, and whether to cut.

import { did } from "./changes.js";
import { die, spoken } from "./dice.js";
import { fill, h, keyOf, land, s, sentence } from "./dom.js";
import { SLIGHT, percent } from "./percent.js";
import { types } from "./typing.js";

// Shows a dialog and gives what the player chose; null when he turned away. The keyboard begins at its title: the next key
// was perhaps meant for what stood there before, and must choose nothing.
export function question(title, build) {
  return new Promise((resolve) => {
    const box = h("dialog", { "aria-label": title });
    const heading = h("h2", { tabindex: -1 }, title);
    const from = document.activeElement;
    let answer = null;
    const done = (value) => { answer = value; box.close(); };
    box.addEventListener("close", () => {
      box.remove();
      if (!from.isConnected && document.activeElement === document.body) land(document.getElementById("page"), keyOf(from)); // the page was drawn anew under it
      resolve(answer);
    });
    box.addEventListener("click", (event) => { if (event.target === box) done(null); });
    // What lies behind a dialog is not read aloud: what is told meanwhile is told in it.
    fill(box, h("div", { class: "stack" }, heading, build(done, box)), h("div", { class: "unseen", "data-says": true, "aria-live": "polite", "aria-atomic": "true" }));
    document.body.append(box);
    box.showModal();
    (box.querySelector("[autofocus]") ?? heading).focus();
  });
}

const face = (symbol, pressed, onclick, note) =>
  h("button", { class: "face", type: "button", "aria-pressed": String(pressed), onclick }, die(symbol, { title: note ? `${spoken(symbol)},` : spoken(symbol) }), note && h("span", {}, note));

// The likeliest first: what was read, then the second guess, then the rest as they come.
export function chooseFace({ title, kit, die: one, source, picture, fixed }) {
  const { faces } = kit;
  const guesses = one ? [one.face, one.second?.face].filter(Boolean) : [];
  const order = [...new Set([...guesses.filter((guess) => faces.includes(guess)), ...faces])];
  const note = (symbol) => one && !one.mended && (symbol === one.face ? percent(one.p) : symbol === one.second?.face && one.second.p >= SLIGHT ? percent(one.second.p) : "");
  return question(title, (done, box) => {
    types(box, kit, done);
    return [
      one && h("div", { class: "look" }, crop(source, picture, one.box), h("p", { class: "muted" }, one.face ? `Read as ${spoken(one.face)}.` : "This face could not be read."),
        !fixed && h("button", { class: "button", type: "button", onclick: () => done("") }, "It does not belong to the throw")),
      h("div", { class: "faces" }, order.map((symbol) => face(symbol, symbol === one?.face, () => done(symbol), note(symbol)))),
      h("div", { class: "ends" },
        h("button", { class: "button plain", type: "button", onclick: () => done(null) }, "Cancel")),
    ];
  });
}

export function crop(source, { width, height }, [x0, y0, x1, y1]) {
  const side = Math.max(x1 - x0, y1 - y0) * 1.5;
  const view = [(x0 + x1) / 2 - side / 2, (y0 + y1) / 2 - side / 2, side, side];
  return s("svg", { class: "crop", viewBox: view.join(" "), role: "img", "aria-label": "The die in the photo" }, s("image", { href: source, width, height, preserveAspectRatio: "none" }));
}

// An amendment would break what came later: cut there, or leave everything as it is.
export function confirmCut({ entry, why }, { log, players }) {
  const lost = log.filter((line) => line.stands && line.n >= entry);
  const first = lost.find((line) => line.n === entry);
  return question("This changes what came after", (done) => [
    h("p", {}, sentence(`Then ${first ? `that ${first.by} ${did(first)}` : "a later play"} no longer fits: ${why}`, players)),
    h("p", {}, lost.length > 1 ? `Correcting it takes back ${lost.length} plays, whoever played them: that one and all after it. One tap puts them back.` : "Correcting it takes that play back. One tap puts it back."),
    h("div", { class: "ends" },
      h("button", { class: "button brass", type: "button", onclick: () => done(null) }, "Leave it as it was"),
      h("button", { class: "button", type: "button", onclick: () => done(true) }, "Correct it and cut there")),
  ]);
}
