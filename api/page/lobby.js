// The lobby: matches that are running, a form for a new one, and matches that are over.

import { get, once, post } from "./api.js";
import { beginning } from "./beginning.js";
import { fill, h, many } from "./dom.js";
import { drafted } from "./draft.js";
import { joining } from "./joining.js";
import { answered, unanswered, unasked } from "./live.js";
import { plays } from "./me.js";
import { unpressed } from "./press.js";
import { bring, deleted, shelf, unreadable } from "./shelf.js";
import { watching } from "./watching.js";

const EVERY = 4000; // milliseconds between two looks at what others begin and play

export async function lobby(page) {
  const [{ games }, { kits }, { sets }, may, told] = await Promise.all([get("/api/games"), get("/api/kits"), get("/api/dice"), plays(), lists()]);
  let [asked, heard] = [0, 0];
  const again = async () => {
    const mine = ++asked;
    const now = await lists();
    if (mine < heard) return; // a later answer came sooner
    heard = mine;
    unpressed(page, () => room.tell(now));
  };
  const { come } = drafted();
  const form = beginning(games, kits, sets, told.own);
  const phones = may && joining();
  const room = furnished(may, again, form, phones);
  room.tell(told);
  return () => {
    document.title = "Croupier";
    fill(page, room.element);
    if (come) requestAnimationFrame(() => form.scrollIntoView()); // a match goes on in it
    return watch(() => Promise.all([again(), phones && phones.look()]));
  };
}

// The players' own matches, the one that was played last first, how many come later, what cannot be read, the demos that go on,
// and what was deleted.
async function lists() {
  const [{ matches, unreadable: strange, left }, { matches: gone }] = await Promise.all([get("/api/matches"), get("/api/matches?deleted=true")]);
  const own = matches.filter((match) => !match.demo).sort((one, other) => other.changed.localeCompare(one.changed));
  return { own, left, strange, gone: gone.filter((match) => !match.demo), demos: matches.filter((match) => match.demo && !match.over) };
}

// Asks again and again while the page is looked at; gives what to do on leaving.
function watch(again) {
  let left = false;
  const look = () => document.hidden || again().then(() => left || answered(), (refusal) => left || unanswered(refusal));
  const timer = setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
  return () => {
    left = true;
    unasked();
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}

// The sections of the lobby, and how they hear of matches; what is typed in the form stays.
function furnished(may, again, form, phones) {
  const [running, over, gone] = [shelf("On the table", may, again), shelf("Finished", may, again), deleted(again)];
  const shut = unreadable();
  const first = may && h("p", {}, "Take a photo of each throw, or tap the dice in. Nothing leaves the house.");
  const hello = h("section", { class: "felt hello" }, h("h1", {}, "Throw your own dice. Croupier reads them and keeps the score."), first);
  const watcher = h("div", {});
  const fair = h("a", { class: "button", href: "#/fairness" }, "How fair are the dice?");
  const demo = demos();
  const late = h("p", { class: "note", role: "status", hidden: true });
  const tell = ({ own, left, strange, gone: dropped, demos: begun }) => {
    late.hidden = !left;
    late.textContent = left ? `${many(left, "match comes", "matches come")} in a moment: this version of Croupier looks through them once.` : "";
    shut.tell(strange);
    demo.tell(begun);
    hello.classList.toggle("known", own.length > 0);
    if (first) first.hidden = own.length > 0;
    fair.hidden = own.length === 0;
    if (!may) fill(watcher, watching(own.length ? "Open a match to follow it." : "No match has been begun yet: come back a little later."));
    running.tell(own.filter((match) => !match.over));
    over.tell(own.filter((match) => match.over));
    gone.tell(may ? dropped : []);
  };
  const element = h("div", { class: "lobby" },
    hello,
    !may && watcher,
    running.element,
    late,
    may && form,
    over.element,
    shut.element,
    gone.element,
    may && ownDice(),
    may && phones.element,
    may && demo.element,
    h("section", { class: "card" },
      h("h2", {}, "More"),
      h("div", { class: "tools" },
        fair,
        h("a", { class: "button", href: "/tv/" }, "Board for the TV"),
        h("a", { class: "button", href: "/overlay/" }, "Overlay for a stream"),
        may && bring())));
  return { element, tell };
}

function demos() {
  const says = h("p", { class: "error", role: "alert" });
  let running = [];
  const show = once(async () => {
    says.textContent = "";
    try {
      const { id } = running[0] ?? (await post("/api/demo", {}));
      location.hash = `#/match/${id}`;
    } catch ({ message }) {
      says.textContent = message;
    }
  });
  const button = h("button", { class: "button", type: "button", onclick: show });
  const tell = (now) => {
    running = now;
    button.textContent = running.length ? "Go on with the demo" : "Watch the demo";
  };
  const element = h("section", { class: "card" },
    h("h2", {}, "No dice at hand?"),
    h("div", { class: "read" },
      h("p", { class: "muted" }, "The demo is played with pictures that come with Croupier."),
      button,
    ),
    says,
  );
  return { element, tell };
}

const ownDice = () =>
  h("section", { class: "card" }, h("div", { class: "read" }, h("p", { class: "muted" }, "Skulls, runes, grandma’s letters: show Croupier any dice three times."), h("a", { class: "button", href: "#/dice" }, "Teach my dice")));
