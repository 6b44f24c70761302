// What happened between two states of a match, as sentences to be said aloud in a language.

import { parts } from "./dice.js";

const MOST = 2; // throws that are told: more were entered once more, or while nobody listened

export function telling(before, after, texts) {
  if (after.seq <= before.seq || after.id !== before.id) return [];
  const stood = new Set(before.log.filter((line) => line.stands).map((line) => `${line.n} ${line.text}`));
  const fresh = after.log.filter((line) => line.stands && !stood.has(`${line.n} ${line.text}`));
  const { view } = after;
  const known = new Set(before.log.filter((line) => line.stands).map((line) => line.n));
  const rolls = fresh.filter((line) => line.roll && !known.has(line.n));
  const totals = view.totals.filter(({ name, points }) => points !== before.view.totals.find((one) => one.name === name)?.points).map(({ name, points }) => texts.has(name, points));
  const next = view.over ? texts.won(view.victors) : view.player !== before.view.player && texts.turn(view.player);
  if (rolls.length > MOST) return [...totals, next].filter(Boolean);
  const rows = view.card.slice(before.view.card.length);
  return [
    ...rolls.map(({ by, roll }) => texts.threw(by, roll.map((face) => spoken(face, texts)).join(", "))),
    ...rows.map((row) => (row.what === "adjust" ? texts.agreed(row.player, row.total) : came(row, texts))),
    ...(!rows.length && fresh.some((line) => known.has(line.n)) ? totals : []),
    !rows.length && fresh.length > 0 && view.points > before.view.points && !onOffer(view) && texts.points(view.points),
    next,
  ].filter(Boolean);
}

// Whether the points of a turn are the best of what may be chosen, and none of them is taken yet.
export const onOffer = ({ offers, points }) =>
  points > 0 && offers.every(({ event }) => event.startsWith("choose ")) && points === Math.max(...offers.map((offer) => offer.points));

function came({ player, points, total }, texts) {
  if (points < 0) return texts.lost(player, -points, total);
  return points ? texts.banked(player, points, total) : texts.bust(player);
}

function spoken(face, { colours, symbols, coloured }) {
  const { symbol, letter } = parts(face);
  const named = symbols[symbol] ?? symbol;
  return letter ? coloured(colours[letter], named) : named;
}
