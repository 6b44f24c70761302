// What the voice says, in English.

export const en = {
  language: "en",
  name: "English",
  colours: { R: "red", O: "orange", B: "blue", G: "green" },
  symbols: { J: "jack", Q: "queen", K: "king", A: "ace", W: "wild" },
  coloured: (colour, symbol) => `${colour} ${symbol}`,
  threw: (name, dice) => `${name} threw ${dice}.`,
  points: (points) => (points === 1 ? "1 point so far." : `${points} points so far.`),
  bust: (name) => `${name} gets nothing.`,
  banked: (name, points, total) => `${name} takes ${points} and has ${total}.`,
  lost: (name, points, total) => `${name} loses ${points} and has ${total}.`,
  has: (name, total) => `${name} has ${total} now.`,
  agreed: (name, total) => `The table agrees: ${name} has ${total} now.`,
  turn: (name) => `${name}, your turn.`,
  won: (names) => `${names.join(" and ")} ${names.length > 1 ? "win" : "wins"}!`,
  check: "Please check the dice.",
  on: "The voice is on.",
};
