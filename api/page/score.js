// The score: totals, the card turn by turn, and the log in which every roll can be corrected.

import { parsed, row, spokenRoll } from "./dice.js";
import { mendRoll } from "./dialogs.js";
import { h, number } from "./dom.js";

export function score(table) {
  const { view } = table.sheet;
  return [
    h("section", { class: "card", "aria-label": "Totals" },
      h("h2", {}, "Score"),
      h("ul", { class: "totals" }, view.totals.map(({ name, points, note }) =>
        h("li", { class: name === view.player ? "up" : null, "aria-current": name === view.player ? "true" : null },
          h("span", { class: "who" }, name), h("span", { class: "sum" }, number(points)), note && h("span", { class: "word" }, note)))),
    ),
    view.card.length > 0 && card(view.card),
    table.sheet.log.length > 0 && turns(table),
  ];
}

const DID = { roll: "threw", keep: "kept", bank: "banked", choose: "chose", card: "drew", break: "broke", adjust: "the table agreed" };

const card = (rows) =>
  h("section", { class: "card", "aria-label": "Score card" },
    h("h2", {}, "Score card"),
    h("div", { class: "scroll", tabindex: 0, "aria-label": "Score card, turn by turn" },
      h("table", { class: "scores" },
        h("thead", {}, h("tr", {}, h("th", {}, "Turn"), h("th", { class: "number" }, "Points"), h("th", { class: "number" }, "Total"))),
        h("tbody", {}, rows.toReversed().map(({ player, what, points, total, why }) =>
          h("tr", {}, h("td", {}, `${player}: ${what}`, why && h("span", { class: "why" }, why)), h("td", { class: "number" }, number(points)), h("td", { class: "number" }, number(total))))))));

function turns(table) {
  return h("section", { class: "card", "aria-label": "What happened" },
    h("h2", {}, "What happened"),
    h("ol", { class: "log" }, table.sheet.log.toReversed().map((line) => entry(line, table))));
}

function entry(line, table) {
  const { verb, dice, words } = parsed(line.text, table.sheet.kit);
  const what = dice ? h("span", { class: "dice", role: "img", "aria-label": spokenRoll(dice) }, row(dice, { small: true, title: "" })) : words.join(" ");
  return h("li", { class: line.stands ? null : "gone" },
    h("span", { class: "what" }, h("span", { class: "by" }, [line.by, DID[verb] ?? verb, line.mended && "(corrected)"].filter(Boolean).join(" ")), what),
    line.roll && line.stands && h("button", { class: "button plain", type: "button", "data-key": `mend-${line.seq}`, "aria-label": `Change the roll ${spokenRoll(line.roll)}`, onclick: () => mend(line, table) }, "Change"));
}

async function mend(line, table) {
  const reading = line.picture ? await table.receipt(line.seq).catch(() => null) : null;
  const event = await mendRoll({ faces: table.sheet.kit.faces, roll: line.roll, reading, source: reading && table.receiptPicture(line.seq) });
  if (event) await table.amend(line.n, event);
}
