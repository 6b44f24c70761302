// The tray: whose turn it is, the dice as they lie, and every way to tell of a throw.

import { eye } from "./camera.js";
import { byColour, die, row, spoken, spokenRoll } from "./dice.js";
import { h, keyed, many, number, s, sentence, wins } from "./dom.js";
import { photo } from "./photo.js";
import { camera, shot } from "./shot.js";
import { onOffer } from "./telling.js";

const CAMERA = ["M4 8h3l2-3h6l2 3h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1z", "M12 17a4 4 0 1 0 0-8 4 4 0 0 0 0 8z"];

export const SLOW = "One moment: the table has not answered yet…";

export function tray(table) {
  const { players, view } = table.sheet;
  const throwing = view.awaits.what === "roll" && !table.asked && !table.busy && !table.watcher;
  return h("section", { class: "felt", "aria-label": "The tray" },
    !view.over && turn(table),
    !view.over && eye(table),
    notes(table),
    table.busy ? wait(table.busy) : table.look ? photo(table) : (table.watcher || !view.free) && lots(view),
    table.look && !table.busy && lots(view, true),
    throwing && entry(table),
    slow(table) || (view.says && !table.look && !view.over && h("p", { class: "said" }, sentence(view.says, players))),
  );
}

function turn({ sheet: { players, view }, watcher }) {
  const { what, dice } = view.awaits;
  const points = view.points === 1 ? "point" : "points";
  const safe = view.free || !view.points || view.offers.some(({ event }) => event.startsWith("choose ")); // what a box is worth is not at risk
  const due = what === "roll" ? `${many(dice, "die", "dice")} to throw` : watcher ? "About to choose" : view.free ? "Tap the dice that stay, or take the points" : "Choose what to do";
  return h("header", { class: "turn" },
    h("div", {}, h("h1", {}, sentence(`${view.player}’s turn`, players)), h("p", { class: "due" }, [due, count(view)].filter(Boolean).join(" · "))),
    h("div", { class: view.points ? "risk" : "risk none" }, h("strong", { "data-points": true }, number(view.points)), h("span", {}, view.leaves ? `${points} as they lay` : onOffer(view) ? `${points}: the best on offer` : `${points} ${safe ? "so far" : "at risk"}`)),
  );
}

// Which throw of the turn lies there or is due, where a turn has only so many.
const count = ({ rolls, most, awaits: { what } }) => most > 0 && `throw ${what === "roll" ? rolls + 1 : rolls} of ${most}`;

// Why the last request was refused; the table says it aloud, once.
export const notes = ({ notice, sheet: { players } }) => notice && h("p", { class: "note bad", "data-notice": true }, sentence(notice, players));

export const slow = (table) => table.slow && h("p", { class: "said" }, SLOW);

const wait = (word) => h("div", { class: "wait" }, die("5", { title: "" }), h("p", {}, word));

function lots(view, asideOnly = false) {
  const lot = (title, faces, small) =>
    faces.length > 0 && h("div", { class: "lot" }, h("h2", {}, title), h("div", { class: "dice", role: "group", "aria-label": `${title}: ${spokenRoll(faces)}` }, row(faces, { small })));
  const piles = [!asideOnly && lot(view.rolls ? "On the table" : "The last throw", view.thrown, false), lot("Put aside", view.kept, asideOnly)].filter(Boolean);
  return piles.length > 0 && h("div", { class: "lots" }, piles);
}

// Photo button, place to drop a picture, and the keypad that always works.
function entry(table) {
  const { dice } = table.sheet.view.awaits;
  if (!table.sheet.kit.reads) return h("div", { class: "throw" }, tapin(table, dice, "These dice cannot be read from a picture yet: tap in what was thrown"));
  const [taken, shelf] = [camera(table), shot(table, { id: "picture" })];
  return h("div", { class: "throw drop" },
    taken.input,
    shelf.input,
    h("div", { class: "ways" },
      table.unsent && h("button", { class: "button brass big", type: "button", "data-key": "again", onclick: () => table.photo(table.unsent) }, "Send the photo again"),
      table.sheet.demo && demoThrow(table),
      keyed("P", h("button", { class: table.sheet.demo ? "button big" : "button brass big", type: "button", "data-key": "photo", onclick: taken.aim },
        s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, CAMERA.map((d) => s("path", { d }))), "Photo of the throw")),
      h("button", { class: "button big shelf", type: "button", "data-key": "shelf", onclick: shelf.aim }, "Choose a picture"),
    ),
    tapin(table, dice),
  );
}

function demoThrow(table) {
  const fits = table.sheet.demo.throws.includes(table.sheet.view.awaits.dice);
  return keyed(fits && "T", h("button", { class: "button brass big", type: "button", "data-key": "throw", disabled: !fits, onclick: () => table.throwDemo() },
    fits ? "Throw the dice" : `No demo picture shows ${many(table.sheet.view.awaits.dice, "die", "dice")}`));
}

function tapin(table, due, title = "…or tap the dice in") {
  const full = table.entry.length === due;
  return h("div", { class: "tapin" },
    h("h2", {}, title),
    byColour(table.sheet.kit.faces).map(([colour, faces]) => h("div", { class: "keypad", role: "group", "aria-label": colour ? `Faces in ${colour}` : "Faces" }, colour && h("span", { class: "hue" }, colour), faces.map((face) =>
      h("button", { class: "face", type: "button", "data-key": `tap-${face}`, disabled: full, onclick: () => table.add(face) }, die(face, { title: `Add ${spoken(face)}` }))))),
    (table.entry.length > 0 || table.begun) && h("div", { class: "slots" },
      table.entry.map((face, place) => h("button", { class: "face", type: "button", "data-key": `slot-${place}`, onclick: () => table.takeBack(place) }, die(face, { title: `Take back the ${spoken(face)}` }))),
      Array.from({ length: due - table.entry.length }, (_, place) => h("span", { class: "slot", "aria-hidden": "true" }, place === 0 && table.begun)),
      keyed(full && "Enter", h("button", { class: "button brass", type: "button", "data-key": "enter", "data-due": full, disabled: !full, onclick: () => table.play(`roll ${table.entry.join(" ")}`) }, full ? "Play this roll" : `${due - table.entry.length} to go`)),
    ),
  );
}

export function winner(table) {
  const { kit, players, view } = table.sheet;
  const { victors, totals, says } = view;
  const [won, ...others] = new Set(totals.filter(({ name }) => victors.includes(name)).map(({ points }) => points));
  return h("section", { class: "felt won", "aria-label": "Result" },
    h("div", { class: "dice" }, row([-2, -1, -2].map((at) => kit.faces.at(at)), { title: "" })),
    h("h1", {}, sentence(wins(view), players)),
    others.length === 0 && h("p", { class: "muted" }, `with ${many(won, "point")}`),
    h("div", { class: "tools" },
      !table.watcher && keyed("N", h("button", { class: "button brass big", type: "button", "data-key": "rematch", onclick: () => table.rematch() }, "Play again")),
      h("a", { class: "button big", href: `#/after/${table.sheet.id}` }, "How it went"),
      !table.watcher && h("a", { class: "button big", href: "#/lobby" }, "New match")),
    says && h("p", { class: "said" }, sentence(says, players)),
  );
}
