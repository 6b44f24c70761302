// Matches in a list: go on, play again, see how it went, take home, put away and get back.

import { once, post, remove, send } from "./api.js";
import { fill, h, number, sentence } from "./dom.js";

const MANY = 6; // matches shown at once
const FORMS = { match: "Match file", csv: "Score card (CSV)", json: "Everything (JSON)" };

// `may` says whether this device may play: one that only watches may look and take home.
export function shelf(title, matches, may) {
  const says = h("div", { role: "status" });
  const list = (some) => h("ul", { class: "matches" }, some.map((match) => entry(match, may, says)));
  return h("section", { class: "card", "aria-label": title },
    h("h2", {}, title),
    says,
    list(matches.slice(0, MANY)),
    matches.length > MANY && h("details", {}, h("summary", {}, `${matches.length - MANY} more`), list(matches.slice(MANY))));
}

// Matches that were deleted, each with the way back; nothing where there are none.
export function deleted(matches) {
  const says = h("div", { role: "status" });
  return matches.length > 0 && h("section", { class: "card", "aria-label": "Deleted" },
    says,
    h("details", {}, h("summary", {}, matches.length === 1 ? "1 deleted match" : `${matches.length} deleted matches`),
      h("ul", { class: "matches" }, matches.map((match) => gone(match, says)))));
}

function gone(match, says) {
  const restore = once(() => renew(line, match, "restore", true, says).catch(({ message }) => fill(says, h("p", { class: "error" }, message))));
  const line = h("li", {},
    h("p", {}, totalled(match), about(match)),
    h("button", { class: "button", type: "button", "aria-label": `Get back the match of ${scored(match)}`, onclick: restore }, "Get it back"));
  return line;
}

const each = ({ totals }) => totals.map(({ name, points }) => `${name} ${number(points)}`);
const scored = (match) => each(match).join(", ");
const namesOf = ({ totals }) => totals.map(({ name }) => name);
const totalled = (match) => h("strong", {}, each(match).map((one) => h("span", {}, sentence(one, namesOf(match)))));
const about = ({ title, changed }) => h("span", { class: "muted" }, `${title}, ${when(changed)}`);

// Puts another row in the place of one, for the match as it stands after what is asked of it, with the keyboard on it.
async function renew(line, match, what, may, says) {
  const { standing, view: { totals, player, over, winners } } = await post(`/api/matches/${match.id}/${what}`, {});
  const now = entry({ ...match, standing, totals, player, over, winners }, may, says);
  line.replaceWith(now);
  now.querySelector("a").focus();
}

function entry(match, may, says) {
  const path = `/api/matches/${match.id}`;
  const [names, scores] = [namesOf(match), scored(match)];
  const state = match.standing === "paused" ? "paused" : match.over ? `${match.winners.join(" and ")} won` : `${match.player} to play`;
  const again = rematch(path);
  const line = h("li", {},
    h("a", { href: `#/match/${match.id}` }, totalled(match), h("span", { class: "state" }, sentence(state, names)), about(match)),
    h("details", { class: "acts" },
      h("summary", {}, h("span", {}, "More", h("span", { class: "unseen" }, ` about the match of ${scores}`))),
      h("div", { class: "tools" },
        h("a", { class: "button", href: `#/after/${match.id}` }, "How it went"),
        may && h("button", { class: "button", type: "button", onclick: () => again().catch(tell) }, "Play again"),
        may && !match.over && h("button", { class: "button", type: "button", onclick: () => pause().catch(tell) }, match.standing === "paused" ? "Go on" : "Pause"),
        Object.entries(FORMS).map(([form, name]) => h("a", { class: "button plain", href: `${path}/export?as=${form}`, download: true }, name)),
        may && h("button", { class: "button plain", type: "button", onclick: () => drop().catch(tell) }, "Delete"))));
  const tell = ({ message }) => fill(says, h("p", { class: "error" }, message));
  const ask = (what) => renew(line, match, what, may, says);
  const pause = () => ask(match.standing === "paused" ? "resume" : "pause");
  const drop = async () => {
    await remove(path);
    line.hidden = true;
    const back = async () => { await ask("restore"); fill(says); };
    const undo = h("button", { class: "button", type: "button", onclick: () => back().catch(tell) }, "Undo");
    fill(says, h("div", { class: "understood" }, h("p", {}, sentence(`Deleted: ${scores}.`, names)), undo));
    undo.focus();
  };
  return line;
}

const TIME = { hour: "2-digit", minute: "2-digit" };

function when(at) {
  const then = new Date(at);
  if (then.toDateString() === new Date().toDateString()) return `today, ${then.toLocaleTimeString([], TIME)}`;
  return then.toLocaleDateString([], { weekday: "short", day: "numeric", month: "short", ...TIME });
}

// The same players, rules and dice once more; what was brought in from paper stays with the match it was brought to.
// Gives what one button does: one match, however often it is tapped.
export function rematch(path) {
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
  return async () => {
    const { id } = await post(`${path}/rematch`, {}, { "idempotency-key": key });
    location.hash = `#/match/${id}`;
  };
}

const ASIDE = {
  paused: ["This match is paused", "Nothing is played in it until it goes on."],
  deleted: ["This match was deleted", "It is in no list any more."],
};

// That a match was set aside, in words; empty while it goes on.
export const aside = ({ standing }) => (ASIDE[standing] ?? []).join(". ");

// At the table of a match that was set aside: what is the matter, and the button that takes it up again.
export function setAside(table) {
  const paused = table.sheet.standing === "paused";
  const [what, means] = ASIDE[table.sheet.standing];
  const up = () => table.ask(async () => table.take(await post(`${table.path}/${paused ? "resume" : "restore"}`, {})));
  return h("section", { class: "card", "aria-label": "This match waits" },
    h(table.sheet.view.over ? "h2" : "h1", {}, what),
    h("p", { class: "note" }, means),
    !table.watcher && h("div", {}, h("button", { class: "button brass big", type: "button", "data-key": "up", onclick: up }, paused ? "Go on" : "Restore")));
}

// A match file from elsewhere becomes a match of this table.
export function bring() {
  const says = h("p", { class: "error", role: "alert" });
  const take = async ([file]) => {
    if (!file) return;
    input.value = ""; // the same file may be chosen again, once it is put right
    says.textContent = "";
    try {
      const { id } = await send("/api/matches/import", file);
      location.hash = `#/match/${id}`;
    } catch (refusal) {
      says.textContent = refusal.message;
    }
  };
  const input = h("input", { type: "file", accept: ".match,.json,text/plain,application/json", class: "unseen", id: "bring", tabindex: -1, "aria-hidden": "true", onchange: () => take(input.files) });
  return [input, h("button", { class: "button", type: "button", onclick: () => input.click() }, "Bring in a match file"), says];
}
