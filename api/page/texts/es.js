// What the voice says, in Spanish.

export const es = {
  language: "es",
  name: "Español",
  colours: { R: "rojo", O: "naranja", B: "azul", G: "verde" },
  symbols: { J: "jota", Q: "reina", K: "rey", A: "as", W: "comodín" },
  coloured: (colour, symbol) => `${symbol} ${colour}`,
  threw: (name, dice) => `${name} ha sacado ${dice}.`,
  points: (points) => (points === 1 ? "1 punto por ahora." : `${points} puntos por ahora.`),
  bust: (name) => `${name} se queda sin nada.`,
  banked: (name, points, total) => `${name} se lleva ${points} y tiene ${total}.`,
  lost: (name, points, total) => `${name} pierde ${points} y tiene ${total}.`,
  has: (name, total) => `${name} tiene ahora ${total}.`,
  agreed: (name, total) => `La mesa está de acuerdo: ${name} tiene ahora ${total}.`,
  turn: (name) => `Le toca a ${name}.`,
  won: (names) => `¡${names.join(" y ")} ${names.length > 1 ? "ganan" : "gana"}!`,
  check: "Comprueben los dados, por favor.",
  on: "La voz está activada.",
};
