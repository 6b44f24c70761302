// Dice as pictures: pips for the symbols 1 to 6 of a kit with pips, a printed symbol for every other face.

import { s } from "./dom.js";

const L = 27, M = 50, R = 73;
const PIPS = {
  1: [[M, M]],
  2: [[L, L], [R, R]],
  3: [[L, L], [M, M], [R, R]],
  4: [[L, L], [R, L], [L, R], [R, R]],
  5: [[L, L], [R, L], [M, M], [L, R], [R, R]],
  6: [[L, L], [R, L], [L, M], [R, M], [L, R], [R, R]],
};
const COLOURS = { R: ["red", "#c2352b"], O: ["orange", "#cf6d05"], B: ["blue", "#2159b0"], G: ["green", "#22783f"] };

// "8G" is the symbol 8 in green; a lone letter such as "B" is a symbol.
export function parts(face) {
  const [, symbol, letter] = /^(.+?)([ROBG])?$/.exec(face);
  return letter ? { symbol, letter } : { symbol: face };
}

export function spoken(face) {
  if (!face) return "unknown";
  const { symbol, letter } = parts(face);
  return letter ? `${COLOURS[letter][0]} ${symbol}` : symbol;
}

// Faces in groups of one colour, in the order they come: [["red", ["1R", …]], …]; one group where dice have no colours.
export function byColour(faces) {
  const groups = new Map();
  for (const face of faces) {
    const { letter } = parts(face);
    const colour = letter ? COLOURS[letter][0] : "";
    groups.set(colour, [...(groups.get(colour) ?? []), face]);
  }
  return [...groups];
}

// An event in its parts: the verb, and the dice where all its words are faces of the kit; `choose 6 4` are four 6s.
export function parsed(event, kit) {
  const [verb, ...words] = event.split(" ");
  const faces = words.length > 0 && !(verb === "choose" && words.length > 1) && words.every((word) => kit.faces.includes(word));
  return { verb, words, dice: faces ? words : null };
}

// A sentence as it is heard: a coloured face by its words, for 1O would be heard as 10.
export const inWords = (text, { faces }) => text.replace(/\w+/g, (word) => (faces.includes(word) ? spoken(word) : word));

export const spokenRoll = (faces) => faces.map(spoken).join(", ");

export function die(face, { title, small } = {}) {
  const { symbol, letter } = face ? parts(face) : { symbol: "?" };
  const named = title ?? spoken(face);
  return s(
    "svg",
    { class: small ? "die small" : "die", viewBox: "0 0 100 100", role: named ? "img" : null, "aria-label": named || null, "aria-hidden": named ? null : "true" },
    s("rect", { class: "side", x: 3, y: 6, width: 94, height: 92, rx: 20 }),
    s("rect", { class: "top", x: 3, y: 2, width: 94, height: 92, rx: 20 }),
    PIPS[symbol] && !letter
      ? PIPS[symbol].map(([x, y]) => s("circle", { class: "pip", cx: x, cy: y - 2, r: symbol === "1" ? 11.5 : 9 }))
      : print(symbol, letter),
  );
}

function print(symbol, letter) {
  const size = symbol.length > 2 ? 36 : symbol.length > 1 ? 46 : 58;
  const text = s("text", { class: "print", x: 50, y: 50, "font-size": size, fill: letter ? COLOURS[letter][1] : null }, symbol);
  return letter ? [text, s("text", { class: "hue", x: 84, y: 84, "font-size": 17, fill: COLOURS[letter][1] }, letter)] : text;
}

export const row = (faces, options) => faces.map((face) => die(face, options));
