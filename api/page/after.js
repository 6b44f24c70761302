// After the game: the scores turn by turn, each player's best turn and luck, and what the dice showed.

import { get } from "./api.js";
import { chart } from "./chart.js";
import { day, fill, h, many, number, sentence, wins } from "./dom.js";
import { fair } from "./fair.js";

export async function after(page, id) {
  const [{ title, start, turns, now, players, dice }, { begun, view }] = await Promise.all([get(`/api/matches/${id}/story`), get(`/api/matches/${id}`)]);
  const names = players.map(({ name }) => name);
  const agreed = String(now) !== String(turns.at(-1)?.totals ?? start) ? [now] : []; // by the table, since the last turn
  return () => {
    document.title = `How it went · ${title} · Croupier`;
    fill(page, h("div", { class: "lobby story" },
      h("section", { class: "card", "aria-label": "Scores turn by turn" },
        h("h1", {}, "How it went"),
        h("p", { class: "muted" }, `${title}, ${day(begun)}`),
        h("p", {}, sentence(`${totals(view)}.${view.over ? ` ${wins(view)}` : ""}`, names)),
        turns.length === 0 ? h("p", {}, "No turn is over yet: come back a little later.") : [
          chart(names, [start, ...turns.map(({ totals }) => totals), ...agreed], many(turns.length, "turn")),
          h("details", {}, h("summary", {}, "The same as a table"), table(names, turns, agreed))],
        h("div", { class: "tools" }, h("a", { class: "button", href: `#/match/${id}` }, "Back to the table"))),
      turns.length > 0 && h("section", { class: "card", "aria-label": "Players" }, h("h2", {}, "Players"), people(players)),
      fair(dice, false)));
  };
}

const totals = (view) => view.totals.map(({ name, points }) => `${name} ${number(points)}`).join(", ");

// The dice of all matches, a set at a time.
export async function allDice(page) {
  let { sets, left } = await get("/api/fairness");
  while (left) ({ sets, left } = await get("/api/fairness")); // of very many matches some at a time
  return () => {
    document.title = "How fair are the dice? · Croupier";
    fill(page, h("div", { class: "lobby story" },
      h("section", { class: "card" },
        h("h1", {}, "How fair are the dice?"),
        h("p", { class: "muted" }, sets.length ? "Every throw that stands in a match is counted here, set by set; where the dice of a set differ, every throw of all of them. A face that was misread counts as it was read." : "No throw has been counted yet: play a match first.")),
      sets.map((one) => fair(one))));
  };
}

const table = (names, turns, agreed) =>
  h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Scores turn by turn, as a table" },
    h("table", { class: "scores" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Turn"), names.map((name) => h("th", { scope: "col", class: "number" }, h("bdi", {}, name))))),
      h("tbody", {}, turns.map(({ player, points, totals, why }, at) => h("tr", {},
        h("th", { scope: "row" }, sentence(`${at + 1}. ${player} ${number(points)}`, [player]), why && h("span", { class: "why" }, why)), sums(totals))),
        agreed.map((totals) => h("tr", {}, h("th", { scope: "row" }, "The table agreed"), sums(totals))))));

const sums = (totals) => totals.map((total) => h("td", { class: "number" }, number(total)));

function people(players) {
  const lucky = players.some(({ luck }) => luck !== null);
  const cells = (one) => [
    h("td", { class: "number" }, one.turns),
    h("td", { class: "number" }, one.turns ? `${one.empty} (${Math.round((100 * one.empty) / one.turns)} %)` : "–"),
    h("td", { class: "number" }, one.best ? number(one.best.points) : "–"),
    lucky && h("td", { class: "number" }, one.luck === null ? "–" : signed(one.luck)),
  ];
  return [
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Players, as a table" },
      h("table", { class: "scores" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Player"), h("th", { scope: "col", class: "number" }, "Turns"), h("th", { scope: "col", class: "number" }, "Without points"), h("th", { scope: "col", class: "number" }, "Best turn"), lucky && h("th", { scope: "col", class: "number" }, "Luck"))),
        h("tbody", {}, players.map((one) => h("tr", {}, h("th", { scope: "row" }, h("bdi", {}, one.name), one.best && h("span", { class: "why" }, one.best.why)), cells(one)))))),
    h("p", { class: "hint" }, lucky
      ? "Luck is what the dice gave above what throwing comes to on average under best play, in points; what a choice gave away is no part of it. Turns in which a rival had to be beaten are left out."
      : "Luck is told only for games whose odds are known from the first throw of a turn on."),
  ];
}

const signed = (points) => `${points > 0 ? "+" : points < 0 ? "−" : ""}${number(Math.abs(Math.round(points)))}`;
