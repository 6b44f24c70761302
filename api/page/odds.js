// The odds beside the game: what the best play is, and what each play comes to. Players may switch them off per match.

import { parsed, row, spokenRoll } from "./dice.js";
import { h, number, sentence } from "./dom.js";
import { chance } from "./percent.js";

const MOST = 4; // plays shown

export function odds(table) {
  const { advice, kit } = table.sheet;
  if (!advice || table.busy || table.asked) return null;
  const risky = advice.prospects.some(({ bust }) => bust !== null);
  const shown = () => { table.odds = !table.odds; };
  return h("details", { class: "card odds", open: table.odds, ontoggle: (event) => { if (event.target.open !== Boolean(table.odds)) shown(); } },
    h("summary", { "data-key": "odds" }, "The odds"),
    h("p", {}, sentence(advice.says, table.sheet.players)),
    advice.prospects.length > 1 && h("table", { class: "scores" },
      h("thead", {}, h("tr", {}, h("th", {}, "Play"), h("th", { class: "number" }, advice.aim === "chance" ? "Chance" : "Comes to"), risky && h("th", { class: "number" }, "Risk"))),
      h("tbody", {}, advice.prospects.filter(({ event }, place) => place < MOST || event === "bank").map((one) => h("tr", {},
        h("td", {}, play(one, kit), why(one) && h("span", { class: "why" }, why(one))),
        h("td", { class: "number" }, advice.aim === "chance" ? chance(one.value) : points(one.value)),
        risky && h("td", { class: "number" }, one.bust === null ? "–" : chance(one.bust)))))));
}

const WORDS = { roll: "Throw", bank: "Bank", keep: "Leave nothing" };

function play({ event }, kit) {
  const { verb, words, dice } = parsed(event, kit);
  return dice ? h("span", { class: "dice", role: "img", "aria-label": `${verb} ${spokenRoll(dice)}` }, row(dice, { small: true, title: "" })) : [WORDS[verb] ?? verb, ...words].join(" ");
}

// What happens next on this way, and what its throw scores on average.
const why = ({ then, brings }) => [then, brings !== null && `a throw that scores ${points(brings)} on average`].filter(Boolean).join(": ");

const points = (value) => number(value < 100 && !Number.isInteger(value) ? Number(value.toFixed(1)) : Math.round(value));
