// What the voice says, in German.

export const de = {
  language: "de",
  name: "Deutsch",
  colours: { R: "rot", O: "orange", B: "blau", G: "grün" },
  symbols: { J: "Bube", Q: "Dame", K: "König", A: "Ass", W: "Joker" },
  coloured: (colour, symbol) => `${symbol} in ${colour}`,
  threw: (name, dice) => `${name} hat ${dice} gewürfelt.`,
  points: (points) => (points === 1 ? "Bisher 1 Punkt." : `Bisher ${points} Punkte.`),
  bust: (name) => `${name} geht leer aus.`,
  banked: (name, points, total) => `${name} nimmt ${points} und hat jetzt ${total}.`,
  lost: (name, points, total) => `${name} verliert ${points} und hat jetzt ${total}.`,
  has: (name, total) => `${name} hat jetzt ${total}.`,
  agreed: (name, total) => `Der Tisch ist sich einig: ${name} hat jetzt ${total}.`,
  turn: (name) => `${name} ist an der Reihe.`,
  won: (names) => `${names.join(" und ")} ${names.length > 1 ? "haben" : "hat"} gewonnen!`,
  check: "Bitte seht euch die Würfel an.",
  on: "Die Stimme ist an.",
};
