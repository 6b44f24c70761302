// What the voice says, in French.

export const fr = {
  language: "fr",
  name: "Français",
  colours: { R: "rouge", O: "orange", B: "bleu", G: "vert" },
  symbols: { J: "valet", Q: "dame", K: "roi", A: "as", W: "joker" },
  coloured: (colour, symbol) => `${symbol} ${colour}`,
  threw: (name, dice) => `${name} a lancé ${dice}.`,
  points: (points) => (points < 2 ? `${points} point pour l’instant.` : `${points} points pour l’instant.`),
  bust: (name) => `${name} ne marque rien.`,
  banked: (name, points, total) => `${name} prend ${points} et a maintenant ${total}.`,
  lost: (name, points, total) => `${name} perd ${points} et a maintenant ${total}.`,
  has: (name, total) => `${name} a maintenant ${total}.`,
  agreed: (name, total) => `La table est d’accord : ${name} a maintenant ${total}.`,
  turn: (name) => `À ${name} de jouer.`,
  won: (names) => `${names.join(" et ")} ${names.length > 1 ? "gagnent" : "gagne"} !`,
  check: "Vérifiez les dés, s’il vous plaît.",
  on: "La voix est activée.",
};
