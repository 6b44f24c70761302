// Who sits down at a new match: a field for each player, in the order they sit. Enter goes on to the next seat, and puts one
// more there after the last name: left empty, that one is nobody's. Where a match goes on here, each player brings something,
// and it is told who is next.

import { fill, h } from "./dom.js";

const MORE = "Another player";
const ENOUGH = 2; // names after which Enter in a seat that stays empty means that all are there

// `known` are players of earlier matches; `done` hears that the last name is typed, and whether Enter said that all are there.
export function seating(known, done) {
  const seats = h("div", { class: "seats" });
  const chips = h("div", { class: "tools", role: "group", "aria-label": "Players of earlier matches" });
  const more = h("button", { class: "button plain", type: "button", onclick: () => { seat().focus(); settle(); } }, "+ Add a player");
  let [least, most] = [1, 1];
  let [on, due] = [null, null]; // how a match goes on here, and the field of who is next there
  const turn = h("select", { oninput: () => { due = taken()[turn.value]; } });
  const whose = h("label", { hidden: true }, "Whose turn is next", turn);
  const fields = () => [...seats.querySelectorAll(".name")];
  const named = () => fields().filter((field) => field.value.trim());
  const spare = (field) => "spare" in field.dataset && !field.value.trim() && fields().length > least;
  const taken = () => fields().filter((field) => !spare(field));

  function seat(value = "", brings = on?.option === "totals" ? "0" : "", next = false) {
    const field = h("input", { class: "name", type: "text", maxlength: 40, autocomplete: "off", enterkeyhint: "next", value, oninput: settle, onkeydown: enter });
    const gone = () => {
      const behind = taken()[taken().indexOf(field) + 1];
      line.remove();
      if (due === field) due = behind; // the turn goes on clockwise
      settle();
      more.focus();
    };
    const line = h("div", { class: "seat" }, field,
      on && h("input", { class: "brings", type: "text", autocomplete: "off", enterkeyhint: "next", value: brings, onkeydown: enter }),
      h("button", { class: "button plain", type: "button", onclick: gone }, "✕"));
    seats.append(line);
    if (next) due = field;
    return field;
  }

  function enter(event) {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    const field = told(event.target, ".name");
    const next = fields()[fields().indexOf(field) + 1] ?? (field.value.trim() && fields().length < most ? extra() : null);
    if (next) next.select();
    else done(!field.value.trim() && named().length >= ENOUGH);
  }

  function extra() {
    const field = seat();
    field.dataset.spare = "";
    settle();
    return field;
  }

  // Whoever is seated keeps the place of his name here: the second of a double tap seats nobody else.
  const chip = (name, seated) => h("button", { class: "button chip", type: "button", "data-key": `known-${name}`, "aria-disabled": seated && "true", onclick: () => seated || sits(name) }, name);

  // A name that was tapped takes the first free seat.
  function sits(name) {
    const free = fields().find((field) => !field.value) ?? (fields().length < most && seat());
    if (free) free.value = name;
    settle();
  }

  function settle() {
    more.disabled = fields().length >= most;
    const seated = new Set(fields().map((field) => field.value.trim()));
    const called = new Set(seated);
    for (const [at, field] of fields().entries()) {
      field.setAttribute("aria-label", `Player ${at + 1}`);
      told(field, ".brings")?.setAttribute("aria-label", `What player ${at + 1} brings`);
      told(field, "button").setAttribute("aria-label", `Remove player ${at + 1}`);
      told(field, "button").disabled = fields().length <= least;
      field.placeholder = spare(field) ? (named().length < ENOUGH ? MORE : `${MORE}, or Enter to start`) : unlike(called, at + 1);
      if (!field.value.trim()) called.add(field.placeholder);
    }
    if (!taken().includes(due)) [due] = taken();
    fill(turn, players().map((name, at) => h("option", { value: at, selected: at === next() }, name)));
    fill(chips, known.map((name) => chip(name, seated.has(name))));
  }

  const brings = () => taken().map((field) => brought(told(field, ".brings")?.value.trim() ?? "", on));
  const next = () => taken().indexOf(due);

  // As many seats as a game has.
  function fit(limits) {
    [least, most] = limits;
    while (fields().length > most) seats.lastChild.remove();
    while (fields().length < Math.max(2, least) && fields().length < most) seat();
    settle();
  }

  // As many as sat there before another room was shown, or play where a match goes on.
  function sit(names, going = null) {
    on = going;
    whose.hidden = !(on?.next >= 0);
    seats.replaceChildren();
    for (const [at, name] of names.slice(0, most).entries()) seat(name, on?.brings[at], on?.next === at);
    settle();
  }

  const players = () => taken().map((field) => field.value.trim() || field.placeholder);

  return {
    element: h("fieldset", { class: "field" }, h("legend", {}, "Players, in the order they sit"), seats, chips, h("div", {}, more), whose),
    fit,
    sit,
    names: () => taken().map((field) => field.value),
    players,
    // How a match goes on here, as it stands in the form; and the header lines that say so.
    on: () => on && { ...on, brings: brings(), next: whose.hidden ? -1 : next() },
    lines: () => (on ? { [on.option]: brings().join(on.between), ...(!whose.hidden && { next: players()[next()] }) } : {}),
  };
}

// Points as a header has them, however they are typed: 1,000 and −50.
const brought = (text, on) => (on?.option === "totals" ? text.replace("−", "-").replace(/([0-9]),(?=[0-9]{3}(?![0-9]))/g, "$1") || "0" : text);

const told = (field, what) => field.parentElement.querySelector(what);

// The name of whoever gives none: the number of the seat, or the next one that nobody else is called by.
function unlike(taken, place) {
  return taken.has(`Player ${place}`) ? unlike(taken, place + 1) : `Player ${place}`;
}
