// What a correction changed, in one sentence: the play itself, then every total that is another now; and the way back.

import { number } from "./dom.js";
import { onOffer } from "./telling.js";

// A correction of entry n: what it changed, and what stood before from there on, where other plays changed by it or are lost.
export function correctionOf(before, after, n) {
  const [plays, now] = [from(before, n), from(after, n).length];
  const lost = now < plays.length;
  return { says: changes(before, after, n), n, was: plays[0]?.text, lost, plays: lost || carried(before, after, n).length ? plays : [], now };
}

// The plays that stand from entry n on.
function from({ log }, n) {
  const plays = log.filter((line) => line.stands);
  return plays.slice(plays.findIndex((line) => line.n === n));
}

// Which entry somebody corrected between two states of a match, if nothing was played since.
export function mended(before, after) {
  const stand = after.log.filter((line) => line.stands);
  if (stand.some(({ n }) => n > before.seq)) return undefined;
  return before.log.find((was) => was.stands && stand.some((is) => is.n === was.n && is.text !== was.text))?.n;
}

function changes(before, after, n) {
  const was = before.log.find((line) => line.n === n && line.stands);
  const is = after.log.find((line) => line.n === n && line.stands);
  if (!was || !is) return "";
  const totals = after.view.totals.filter(({ points }, at) => points !== before.view.totals[at].points)
    .map(({ name, points }, at) => `${name} has ${number(points)}, not ${number(before.view.totals.find((one) => one.name === name).points)}`);
  const turn = after.view.player === before.view.player && after.view.points !== before.view.points && [`${number(after.view.points)} points are ${onOffer(after.view) ? "on offer" : "at risk"}, not ${number(before.view.points)}`];
  const next = after.view.player && after.view.player !== before.view.player && [`it is ${after.view.player}’s turn`];
  const gone = before.log.filter((line) => line.stands).length - after.log.filter((line) => line.stands).length;
  const cut = gone > 0 && [gone === 1 ? "one later play is taken back" : `${gone} later plays are taken back`];
  const effects = [...carried(before, after, n).map(heard), ...(cut || []), ...totals, ...(turn || []), ...(next || [])];
  return `${heard({ was, is })}${effects.length ? `: ${effects.join("; ")}` : ""}.`;
}

// The plays but n that stand before and after, and are others now.
function carried(before, after, n) {
  const pairs = before.log.filter((line) => line.stands && line.n !== n).map((was) => ({ was, is: after.log.find((line) => line.n === was.n && line.stands) }));
  return pairs.filter(({ was, is }) => is && is.text !== was.text);
}

const heard = ({ was, is }) => `${is.by} ${did(is)}, not ${words(was)}`;

const DID = { roll: "threw", keep: "kept", bank: "banked", choose: "chose", card: "drew", break: "broke" };
export const did = ({ text }) => [DID[verb(text)] ?? verb(text), rest(text)].filter(Boolean).join(" ");
const words = ({ text }) => rest(text) || verb(text);
const verb = (text) => text.split(" ")[0];
const rest = (text) => text.split(" ").slice(1).map(told(verb(text))).join(" ") || (text === "keep" ? "nothing" : "");
const told = (what) => (word) => (what === "card" && /^\d+$/.test(word) ? number(Number(word)) : word); // points, and no face
