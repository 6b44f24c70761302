// Doubtful dice, each with its crop and its two likeliest faces as buttons; and what else is open about a picture.

import { crop } from "./dialogs.js";
import { die, spoken, spokenRoll } from "./dice.js";
import { h, many, sentence } from "./dom.js";
import { SLIGHT, percent } from "./percent.js";

const MOST = 3; // reasons shown at once
const ASKED = 4; // dice asked about at once
const CLEAR = 0.75; // a guess less likely than that is for a player to name: Enter for a whole throw is no look at one die

// Whether a die shows a face of the game that is played; dice of one's own may show others.
export const counts = (one, look) => look.faces.includes(one.face);
export const doubtful = (one, look) => !one.mended && (!counts(one, look) || one.p < look.reading.sure_at || one.state !== "flat");

// Whether what a die shows is known well enough that one tap may play it with the others.
const named = (one, look) => counts(one, look) && (one.mended || one.p >= CLEAR);

// Which dice a player has to name before the throw can be played, in words; none is an empty word.
export function unnamed(look) {
  const places = look.dice.flatMap((one, place) => (named(one, look) ? [] : [place + 1]));
  return places.length > 1 ? `Name dice ${places.slice(0, -1).join(", ")} and ${places.at(-1)} first` : places.length ? `Name die ${places[0]} first` : "";
}

// The dice of a picture, for who cannot see them.
export const aloud = (dice) => (dice.length ? `Read: ${spokenRoll(dice.map(({ face }) => face))}.` : "");

// `set(place, face)` names a die, `open(place)` asks for any other face; reasons may name `players`.
export function doubts(look, due, source, set, open, players) {
  const unsure = look.dice.map((one, place) => ({ one, place })).filter(({ one }) => doubtful(one, look)).sort((a, b) => named(a.one, look) - named(b.one, look));
  const few = unsure.length > 0 && unsure.length <= ASKED; // the buttons beside each ask
  const ofThrow = look.reading.reasons.filter((reason) => reason.endsWith("?") && !ofFace(reason, look)); // as whether it is one
  const others = look.reading.reasons.filter((reason) => !(few && ofFace(reason, look)));
  const strange = [...new Set(unsure.map(({ one }) => one).filter((one) => one.face && !counts(one, look)).map(({ face }) => `This game has no ${spoken(face)}: say for which face it counts.`))];
  const reasons = [...new Set([...ofThrow, ...strange, ...(look.touched ? undone(look, due) : others)])];
  if (reasons.length === 0 && unsure.length === 0) return null;
  const list = (some) => h("ul", {}, some.map((reason) => h("li", {}, sentence(reason, players))));
  return h("div", { class: "note doubt" },
    h("div", {},
      h("strong", { "data-due": true }, asks(look.dice.length, unsure.length)),
      list(reasons.slice(0, MOST))),
    reasons.length > MOST && h("details", {}, h("summary", {}, `${reasons.length - MOST} more`), list(reasons.slice(MOST))),
    h("ul", { class: "asks" }, unsure.slice(0, ASKED).map(({ one, place }) => h("li", {}, ask(one, place, look, source, set, open)))));
}

function asks(dice, unsure) {
  if (dice === 0) return "Please take another photo, or add the dice that were missed.";
  return unsure === 1 || dice === 1 ? "Please check this die. Tap it to change it." : "Please check these dice. Tap one to change it.";
}

function ask(one, place, look, source, set, open) {
  const guesses = [{ face: one.face, p: one.p }, one.second].filter((guess) => guess && counts(guess, look) && guess.p >= SLIGHT);
  return h("div", { class: "ask", role: "group", "aria-label": `Die ${place + 1}` },
    h("span", { class: "which" }, crop(source, look.reading, one.box), h("span", { "aria-hidden": "true" }, `Die ${place + 1}`)),
    guesses.map(({ face, p }) => h("button", { class: "face guess", type: "button", "data-key": `guess-${place}-${face}`, onclick: () => set(place, face) }, die(face, { title: `Die ${place + 1} shows ${spoken(face)},` }), h("span", {}, percent(p)))),
    h("button", { class: "button", type: "button", "data-key": `other-${place}`, "aria-label": `${guesses.length ? "Other" : "Name it"}: die ${place + 1} shows another face`, onclick: () => open(place) }, guesses.length ? "Other…" : "Name it…"));
}

const ofFace = (reason, { reading }) => reading.dice.some(({ doubt }) => doubt === reason);

// Once the player has changed something: what he has left to do.
function undone(look, due) {
  const { dice } = look;
  const unread = dice.filter((one) => !one.face).length;
  const unsure = dice.filter((one) => counts(one, look) && doubtful(one, look)).length;
  return [
    due > 0 && dice.length !== due && `There are ${many(dice.length, "die", "dice")} marked, and ${due} are due.`,
    unread > 0 && `${many(unread, "die is", "dice are")} not named yet.`,
    unsure > 0 && `I am not sure of ${many(unsure, "die", "dice")}.`,
  ].filter(Boolean);
}
