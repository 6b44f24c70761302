// The form for a new match: the game, who sits down, the dice, and the rules of the house in plain words.

import { key, once, plain, post } from "./api.js";
import { fill, h } from "./dom.js";
import { draft, drafted, undraft } from "./draft.js";
import { seating } from "./seats.js";

const NAMES = 10; // remembered names shown
const SOME = 6; // faces named in a warning
const ON_PAPER = ["totals", "next", "scored"]; // rules that seats tell where a match goes on
const PLAYED_ON = "That match was played on meanwhile: open it, and choose there anew who plays.";
const OPENS = 5000; // milliseconds in which a match that was begun is shown: a second tap begins no second one

export function beginning(games, kits, sets, matches) {
  const typed = drafted();
  const latest = games.find(({ id, title }) => (typed.game ? id === typed.game : title === matches[0]?.title))?.id;
  const game = h("select", { name: "game", oninput: () => dress() }, games.map(({ id, title }) => h("option", { value: id, selected: id === latest }, title)));
  const about = h("small", {});
  const dice = h("div", {});
  let [choices, wanted] = [[], typed.dice]; // the dice that were chosen last, for any game that may be played with them
  const rules = h("div", { class: "inner", onkeydown: (event) => onwards(event, rules, start) });
  const house = h("details", { ontoggle: () => save() }, h("summary", {}, "House rules"), rules);
  const error = h("p", { class: "error", role: "alert" });
  const says = h("div", {});
  let [sent, same] = ["", {}];
  let begun = false; // what is tapped until the match is there is kept no more
  const picked = () => games.find(({ id }) => id === game.value);
  const start = h("button", { class: "button brass big", type: "submit" }, "Start the match");
  const remembered = [...new Set(matches.flatMap(({ totals }) => totals.map(({ name }) => name)))].slice(0, NAMES);
  const seats = seating(remembered, (ready) => (ready ? begin() : start.focus()));

  function dress() {
    const chosen = picked();
    about.textContent = chosen.about;
    fill(rules, chosen.options.map(option));
    choices = diceFor(chosen, kits, sets);
    fill(dice, diceChoice(choices, wanted, (title) => { wanted = title; }));
    seats.fit(chosen.seats);
  }

  // All that is typed and chosen; of the rules those that are not as usual.
  const options = () => Object.fromEntries([...rules.querySelectorAll("[name]")].filter(({ value, dataset }) => value.trim() && value !== dataset.usual).map((field) => [field.name, field.value.trim()]));
  const save = () => begun || draft({ game: game.value, names: seats.names(), dice: wanted, rules: options(), open: house.open, on: seats.on() });

  function recall({ names, rules: chosen, open, on }) {
    goesOn(names, stands(on, matches) ? on : null);
    for (const field of rules.querySelectorAll("[name]")) field.value = chosen[field.name] ?? field.value;
    house.open = open;
  }

  // A match goes on here with what each player brings, or none does.
  function goesOn(names, on = null) {
    seats.sit(names, on);
    const anew = () => { goesOn(seats.names()); save(); game.focus(); };
    fill(says, on && [
      h("p", {}, `The match goes on with whoever sits here, and with what each brings${on.option === "totals" ? "" : " (the points of each phase made)"}. The turn that was open begins anew, and the match before is paused.`),
      h("div", {}, h("button", { class: "button plain", type: "button", onclick: anew }, "Begin a new match instead"))]);
    game.disabled = Boolean(on);
    for (const field of rules.querySelectorAll("[name]")) field.closest("label").hidden = Boolean(on) && ON_PAPER.includes(field.name);
  }

  // What is sent, by the same key as long as it is the same: where the answer was lost one match is begun all the same.
  function asks() {
    const asked = { after: seats.on()?.match ?? "", seen: seats.on()?.seq, game: game.value, players: seats.players(), options: { ...options(), ...seats.lines() }, ...choices[dice.querySelector("select")?.value ?? 0].says };
    if (JSON.stringify(asked) !== sent) [sent, same] = [JSON.stringify(asked), key()];
    return asked;
  }

  const begin = once(async () => {
    unmark();
    try {
      const { id } = await post("/api/matches", asks(), same);
      undraft();
      begun = true;
      location.hash = `#/match/${id}`;
      await new Promise((resolve) => setTimeout(resolve, OPENS));
    } catch (refusal) {
      refused(refusal);
    }
  });

  // What is refused for a rule of the house is said at its field, and in the words that the form has for it.
  function refused({ message, kind, problem }) {
    if (kind === "stale") { error.textContent = PLAYED_ON; return; }
    const words = Object.fromEntries(picked().options.map(({ name, text }) => [name, told(text)[0].split(/[,:;]/)[0]]));
    const worded = message.replace(/“([^”]*)”/g, (_, word) => `“${words[word] ?? word}”`);
    const field = rules.querySelector(`label:not([hidden]) [name="${problem?.key}"]`);
    if (!field) { error.textContent = worded; return; }
    house.open = true;
    const says = h("p", { class: "error", role: "alert", id: "refused" }, worded);
    field.closest("label").after(says);
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", "refused");
    field.focus({ preventScroll: true });
    says.scrollIntoView({ block: "center" });
  }

  function unmark() {
    error.textContent = "";
    rules.querySelector("#refused")?.remove();
    for (const field of rules.querySelectorAll("[aria-invalid]")) for (const mark of ["aria-invalid", "aria-describedby"]) field.removeAttribute(mark);
  }

  dress();
  if (typed.game === game.value) recall(typed);
  if (typed.come) save(); // once
  return h("section", { class: "card", "aria-label": "New match" },
    h("h2", { "data-due": typed.come, tabindex: typed.come && -1 }, "New match"),
    h("form", { onsubmit: (event) => { event.preventDefault(); begin(); }, oninput: save, onclick: save },
      h("label", {}, "Game", game, about),
      says,
      seats.element,
      dice,
      house,
      error,
      h("div", {}, start),
    ),
  );
}

// Whether the match that goes on stands as it did: it may have been played on meanwhile.
const stands = (on, matches) => matches.some(({ id, seq, over, standing }) => id === on?.match && seq === on.seq && !over && standing === "open");

// The dice that a game may be played with, and how a match is told so: kits that show the faces of the game's own (or
// none, where those are tapped in), and sets that were taught.
function diceFor({ kit }, kits, sets) {
  const usual = kits.find(({ id }) => id === kit);
  const alike = kits.filter((one) => one !== usual && one.faces.join() === usual?.faces.join());
  const tapped = { title: "tapped in (there are no eyes for them yet)", says: {} };
  const own = sets.map((set) => ({ title: set.name, says: { dice: set.name }, warns: usual ? lacks(set, usual.faces) : "" }));
  return [...(usual ? [usual, ...alike].map(({ id, title }) => ({ title, says: { kit: id } })) : [tapped]), ...own];
}

// A choice only where there are several.
function diceChoice(choices, wanted, choose) {
  if (choices.length === 1) return h("p", { class: "hint" }, `Dice: ${choices[0].title}.`);
  const warns = h("small", {});
  const warn = () => { warns.textContent = choices[chosen.value].warns ?? ""; };
  const chosen = h("select", { name: "dice", oninput: () => { choose(choices[chosen.value].title); warn(); } }, choices.map(({ title }, at) => h("option", { value: at, selected: title === wanted }, title)));
  warn();
  return h("label", {}, "Dice", chosen, warns);
}

// What a game misses in a set that was taught, and what counts for nothing in that game.
function lacks({ faces: all, says }, faces) {
  if (all.length === 0) return says;
  const [missing, strange] = [faces.filter((face) => !all.includes(face)), all.filter((face) => !faces.includes(face))];
  if (missing.length === faces.length) return "They show none of its faces: say on Teach my dice what stands for what.";
  return [
    missing.length > 0 && `They show no ${some(missing)}: tap in the throws with such dice, or teach them.`,
    strange.length > 0 && `You are asked what these count for: ${some(strange)}.`,
  ].filter(Boolean).join(" ");
}

const some = (faces) => (faces.length > SOME ? `${faces.slice(0, SOME).join(", ")} and ${faces.length - SOME} more` : faces.join(", "));

// What a rule of the house settles, sentence by sentence; the first is its heading.
const told = (text) => plain(text).split(/\.(?:\s+|$)/).filter(Boolean);

// Enter in a rule that is typed goes on to the next one, as it does from seat to seat, and begins no match.
function onwards(event, rules, start) {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches("input")) return;
  event.preventDefault();
  const fields = [...rules.querySelectorAll("label:not([hidden]) [name]"), start];
  fields[fields.indexOf(event.target) + 1].focus();
}

// A rule of the house: what it settles, and what each choice means.
function option({ name, default: usual, choices, meanings, examples, text }) {
  const [asked, ...more] = told(text);
  const hints = [more.length > 0 && `${more.join(". ")}.`, !choices && examples.length > 0 && `Usual: ${usual || "empty"}. Others play ${examples.join(" or ")}.`].filter(Boolean);
  const means = (choice, at) => meanings[at] + (choice === usual ? " (usual)" : "");
  return h("label", {}, asked,
    choices
      ? h("select", { name, "data-usual": usual }, choices.map((choice, at) => h("option", { value: choice, selected: choice === usual }, means(choice, at))))
      : h("input", { type: "text", name, value: usual, "data-usual": usual, autocomplete: "off", enterkeyhint: "next" }),
    hints.length > 0 && h("small", {}, hints.join(" ")));
}
