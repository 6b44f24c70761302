// The voice: says what happens at the table, in the player's language, when it is switched on.

import { fill, h } from "./dom.js";
import { de } from "./texts/de.js";
import { en } from "./texts/en.js";
import { es } from "./texts/es.js";
import { fr } from "./texts/fr.js";
import { telling } from "./telling.js";

const LANGUAGES = [en, de, fr, es];
const KEPT = "croupier-voice"; // the language that speaks, where this browser keeps it; nothing while it is silent

const spoken = () => LANGUAGES.find(({ language }) => language === localStorage.getItem(KEPT)) ?? null;

// The button in the bar: silence, or one of the languages, the browser's own first.
export function voice() {
  const own = LANGUAGES.find(({ language }) => navigator.language.startsWith(language)) ?? en;
  const order = [own, ...LANGUAGES.filter((one) => one !== own)];
  const place = h("span", {});
  const choose = (language) => {
    localStorage.setItem(KEPT, language);
    speechSynthesis?.cancel();
    if (spoken()) say([spoken().on]);
    draw();
  };
  const draw = () => fill(place, h("select", { class: "button plain voice", "data-key": "voice", "aria-label": "Voice", onchange: ({ target }) => choose(target.value) },
    h("option", { value: "", selected: !spoken() }, "Voice: off"),
    order.map(({ language, name }) => h("option", { value: language, lang: language, selected: spoken()?.language === language }, `Voice: ${name}`))));
  if (!("speechSynthesis" in window)) return null;
  draw();
  return place;
}

// Says aloud what changed between two states of a match.
export const tell = (before, after) => spoken() && say(telling(before, after, spoken()));

// Says aloud that a picture waits for the player's word.
export const doubt = () => spoken() && say([spoken().check]);

function say(sentences) {
  for (const sentence of sentences) {
    const uttered = new SpeechSynthesisUtterance(sentence);
    uttered.lang = spoken().language;
    speechSynthesis.speak(uttered);
  }
}
