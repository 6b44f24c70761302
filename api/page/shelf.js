// Matches in a list: go on, play again, see how it went, take home, put away and get back.

import { key, once, post, remove, send } from "./api.js";
import { fill, h, number, sentence } from "./dom.js";

const MANY = 6; // matches shown at once
const FORMS = { match: "Match file", csv: "Score card (CSV)", json: "Everything (JSON)" };

// `may` says whether this device may play: one that only watches may look and take home. `again` asks for all matches anew.
export function shelf(title, may, again) {
  const says = h("div", { role: "status" });
  const [first, rest, count] = [h("ul", { class: "matches" }), h("ul", { class: "matches" }), h("summary", {})];
  const more = h("details", {}, count, rest);
  const element = h("section", { class: "card", "aria-label": title }, h("h2", {}, title), says, first, more);
  const lines = listed((id) => entry(id, may, says, again));
  const tell = (matches) => {
    if (matches.some(({ id }) => id === says.dataset.gone)) withdrawn(says); // somebody else got it back
    const all = lines(matches);
    lay(first, all.slice(0, MANY));
    lay(rest, all.slice(MANY));
    count.textContent = `${all.length - MANY} more`;
    more.hidden = all.length <= MANY;
    element.hidden = all.length === 0 && !says.hasChildNodes();
  };
  return { element, tell };
}

// Matches that were deleted, each with the way back.
export function deleted(again) {
  const says = h("div", { role: "status" });
  const [list, count] = [h("ul", { class: "matches" }), h("summary", {})];
  const element = h("section", { class: "card", "aria-label": "Deleted" }, says, h("details", {}, count, list));
  const lines = listed((id) => gone(id, says, again));
  const tell = (matches) => {
    lay(list, lines(matches));
    count.textContent = matches.length === 1 ? "1 deleted match" : `${matches.length} deleted matches`;
    element.hidden = matches.length === 0;
  };
  return { element, tell };
}

// Matches whose plays this Croupier's rules do not allow: they cannot be opened, and are not lost.
export function unreadable() {
  const list = h("ul", { class: "matches" });
  const element = h("section", { class: "card", "aria-label": "Not readable here" }, h("h2", {}, "Not readable here"),
    h("p", { class: "muted" }, "These were played by rules that this version of Croupier does not know. Bring it up to date if theirs is newer, or take them home."), list);
  const lines = listed((id) => {
    const line = h("li", {});
    const draw = ({ game, players, begun }) => fill(line, h("p", {}, h("strong", {}, players.join(", ")), h("span", { class: "muted" }, `${game}, ${when(begun)}`)),
      h("a", { class: "button", href: `/api/matches/${id}/export`, download: true, "aria-label": `Match file of ${players.join(", ")}` }, FORMS.match));
    return { element: line, draw };
  });
  const tell = (matches) => {
    lay(list, lines(matches));
    element.hidden = matches.length === 0;
  };
  return { element, tell };
}

// The lines of a list: each stays where it is as long as its match is there, and is drawn anew where that changed; new ones
// come first. So nothing moves under a finger but when a match is begun.
function listed(make) {
  const lines = new Map();
  let order = [];
  return (matches) => {
    const there = new Map(matches.map((match) => [match.id, match]));
    order = [...matches.map(({ id }) => id).filter((id) => !lines.has(id)), ...order.filter((id) => there.has(id))];
    for (const id of lines.keys()) if (!there.has(id)) lines.delete(id);
    for (const id of order) {
      const line = lines.get(id) ?? { ...make(id), told: "" };
      const now = JSON.stringify(there.get(id));
      if (line.told !== now) line.draw(there.get(id));
      lines.set(id, Object.assign(line, { told: now }));
    }
    return order.map((id) => lines.get(id).element);
  };
}

// Puts elements into a list, each where it is due, and leaves the keyboard where it was.
function lay(list, elements) {
  const held = document.activeElement;
  for (const one of [...list.children]) if (!elements.includes(one)) one.remove();
  for (const [at, one] of elements.entries()) if (list.children[at] !== one) list.insertBefore(one, list.children[at] ?? null);
  if (list.contains(held)) held.focus({ preventScroll: true });
}

function gone(id, says, again) {
  const element = h("li", {});
  const restore = once(() => settle(id, "restore", again).catch(({ message }) => fill(says, h("p", { class: "error" }, message))));
  const draw = (match) => fill(element,
    h("p", {}, totalled(match), about(match)),
    h("button", { class: "button", type: "button", "data-key": "restore", "aria-label": `Get back the match of ${scored(match)}`, onclick: restore }, "Get it back"));
  return { element, draw };
}

const each = ({ totals }) => totals.map(({ name, points }) => `${name} ${number(points)}`);
const scored = (match) => each(match).join(", ");
const namesOf = ({ totals }) => totals.map(({ name }) => name);
const totalled = (match) => h("strong", {}, each(match).map((one) => h("span", {}, sentence(one, namesOf(match)))));
const about = ({ title, changed }) => h("span", { class: "muted" }, `${title}, ${when(changed)}`);

// Asks something of a match, and puts the keyboard on its line as it stands then.
async function settle(id, what, again) {
  await post(`/api/matches/${id}/${what}`, {});
  await again();
  const link = document.querySelector(`.matches a[href="#/match/${id}"]`);
  const acts = link?.parentElement.querySelector("details");
  if (acts) acts.open = false;
  link?.focus();
}

function entry(id, may, says, again) {
  const path = `/api/matches/${id}`;
  const element = h("li", {});
  const replay = rematch(path);
  const tell = ({ message }) => fill(says, h("p", { class: "error" }, message));
  const acts = {
    again: () => replay().catch(tell),
    pause: (match) => settle(id, match.standing === "paused" ? "resume" : "pause", again).catch(tell),
    drop: (match) => drop(match, says, again).catch(tell),
  };
  const draw = (match) => fill(element, told(match), more(match, may, acts, element.querySelector("details")?.open));
  return { element, draw };
}

function told(match) {
  const state = match.standing === "paused" ? "paused" : match.over ? `${match.victors.join(" and ")} won` : `${match.player} to play`;
  return h("a", { href: `#/match/${match.id}`, "data-key": "open" }, totalled(match), h("span", { class: "state" }, sentence(state, namesOf(match))), about(match));
}

function more(match, may, { again, pause, drop }, open) {
  const act = (key, name, onclick, plain = false) => h("button", { class: plain ? "button plain" : "button", type: "button", "data-key": key, onclick }, name);
  return h("details", { class: "acts", open },
    h("summary", { "data-key": "more" }, h("span", {}, "More", h("span", { class: "unseen" }, ` about the match of ${scored(match)}`))),
    h("div", { class: "tools" },
      h("a", { class: "button", href: `#/after/${match.id}`, "data-key": "after" }, "How it went"),
      may && act("again", "Play again", again),
      may && !match.over && act("pause", match.standing === "paused" ? "Go on" : "Pause", () => pause(match)),
      Object.entries(FORMS).map(([form, name]) => h("a", { class: "button plain", href: `/api/matches/${match.id}/export?as=${form}`, "data-key": form, download: true }, name)),
      may && act("delete", "Delete", () => drop(match), true)));
}

// Deletes a match, with a way back that stays as long as the page.
async function drop(match, says, again) {
  await remove(`/api/matches/${match.id}`);
  const back = () => settle(match.id, "restore", again).then(() => withdrawn(says), ({ message }) => fill(says, h("p", { class: "error" }, message)));
  const undo = h("button", { class: "button", type: "button", onclick: back }, "Undo");
  fill(says, h("div", { class: "understood" }, h("p", {}, sentence(`Deleted: ${scored(match)}.`, namesOf(match))), undo));
  await again();
  undo.focus();
  says.dataset.gone = match.id;
}

// Nothing is to be undone any more.
function withdrawn(says) {
  delete says.dataset.gone;
  fill(says);
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
  const same = key();
  return async () => {
    const { id } = await post(`${path}/rematch`, {}, same);
    location.hash = `#/match/${id}`;
  };
}

const ASIDE = {
  paused: ["This match is paused", "Nothing is played in it until it goes on."],
  deleted: ["This match was deleted", "The lobby keeps it under its deleted matches."],
};

export const ELSEWHERE = "It went on as another match, with other players.";

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
    !table.watcher && h("div", {}, h("button", { class: "button brass big", type: "button", "data-key": "up", onclick: up }, paused ? "Go on" : "Restore")),
    table.elsewhere && [h("p", { class: "note" }, ELSEWHERE), h("div", {}, h("a", { class: "button brass big", href: `#/match/${table.elsewhere}`, "data-key": "elsewhere" }, "Go to that match"))]);
}

// A match file from elsewhere becomes a match of this table: one, also where an answer was lost and it is chosen again.
export function bring() {
  const says = h("p", { class: "error", role: "alert" });
  let [sent, same] = ["", {}];
  const take = async ([file]) => {
    if (!file) return;
    input.value = ""; // the same file may be chosen again, once it is put right
    says.textContent = "";
    const asked = [file.name, file.size, file.lastModified].join(" ");
    if (asked !== sent) [sent, same] = [asked, key()];
    try {
      const { id } = await send("/api/matches/import", file, same);
      sent = "";
      location.hash = `#/match/${id}`;
    } catch (refusal) {
      says.textContent = refusal.message;
    }
  };
  const input = h("input", { type: "file", accept: ".match,.json,text/plain,application/json", class: "unseen", id: "bring", tabindex: -1, "aria-hidden": "true", onchange: () => take(input.files) });
  return [input, h("button", { class: "button", type: "button", onclick: () => input.click() }, "Bring in a match file"), says];
}
