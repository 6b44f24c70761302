// What dice showed: a bar a face beside what fair dice show, and how much that can tell.

import { die, spoken } from "./dice.js";
import { h, many, number } from "./dom.js";

export function fair({ title, matches, throws, dice, counts, chi_square, freedom, p, says }, among = true) {
  const known = counts.every(({ expected }) => expected !== null);
  const most = Math.max(...counts.map(({ count, expected }) => Math.max(count, expected ?? 0)), 1);
  return h("section", { class: "card fair", "aria-label": `Dice: ${title}` },
    h("h2", {}, title),
    h("p", { class: "muted" }, `${many(dice, "die", "dice")} in ${many(throws, "throw")}${among ? ` of ${many(matches, "match", "matches")}` : ""}.`),
    h("p", {}, says),
    dice > 0 && h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `What came: ${title}` }, h("table", { class: "scores faces" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Face"), h("th", { scope: "col", class: "number" }, "Came"), known && h("th", { scope: "col", class: "number" }, "Fair dice"), h("td", {}))),
      h("tbody", {}, counts.map(({ face, count, expected }) => h("tr", {},
        h("th", { scope: "row" }, h("span", { class: "dice" }, die(face, { small: true, title: "" }), spoken(face))),
        h("td", { class: "number" }, number(count)),
        known && h("td", { class: "number" }, expected.toFixed(1)),
        h("td", { class: "bars", "aria-hidden": "true" }, h("div", { class: "track" }, bar(count / most, known && expected / most)))))))),
    p !== null && h("p", { class: "hint" }, `Chi-square ${chi_square.toFixed(1)} with ${freedom} degrees of freedom: fair dice come as far off in ${p < 0.001 ? "less than 0.1" : (100 * p).toFixed(1)} % of such samples.`));
}

// A bar for what came, with a mark where fair dice would be, if that is known.
function bar(share, fairly) {
  const [length, mark] = [h("span", { class: "length" }), fairly !== false && h("span", { class: "mark" })];
  length.style.width = `${100 * share}%`;
  if (mark) mark.style.left = `${100 * fairly}%`;
  return [length, mark];
}
