// The lobby: matches that are running, a form for a new one, and matches that are over.

import { get, once, post } from "./api.js";
import { beginning } from "./beginning.js";
import { fill, h } from "./dom.js";
import { joining } from "./joining.js";
import { plays } from "./me.js";
import { bring, deleted, shelf } from "./shelf.js";
import { watching } from "./watching.js";

export async function lobby(page) {
  const [{ games }, { kits }, { matches }, { matches: gone }, { sets }, may] = await Promise.all([get("/api/games"), get("/api/kits"), get("/api/matches"), get("/api/matches?deleted=true"), get("/api/dice"), plays()]);
  const own = matches.filter((match) => !match.demo);
  const latest = own.toSorted((one, other) => other.changed.localeCompare(one.changed));
  const [running, over] = [latest.filter((match) => !match.over), latest.filter((match) => match.over)];
  return () => {
    document.title = "Croupier";
    fill(page, h("div", { class: "lobby" },
      h("section", { class: own.length ? "felt hello known" : "felt hello" },
        h("h1", {}, "Throw your own dice. Croupier reads them and keeps the score."),
        may && !own.length && h("p", {}, "Take a photo of each throw, or tap the dice in. Nothing leaves this computer."),
      ),
      !may && watching(own.length ? "Open a match to follow it." : "No match has been begun yet: come back a little later."),
      running.length > 0 && shelf("On the table", running, may),
      may && beginning(games, kits, sets, latest),
      over.length > 0 && shelf("Finished", over, may),
      may && deleted(gone.filter((match) => !match.demo)),
      may && ownDice(),
      may && joining(),
      may && demos(matches.filter((match) => match.demo && !match.over)),
      h("section", { class: "card" },
        h("h2", {}, "More"),
        h("div", { class: "tools" },
          own.length > 0 && h("a", { class: "button", href: "#/fairness" }, "How fair are the dice?"),
          h("a", { class: "button", href: "/tv/" }, "Board for the TV"),
          h("a", { class: "button", href: "/overlay/" }, "Overlay for a stream"),
          may && bring()))));
  };
}

function demos(running) {
  const says = h("p", { class: "error", role: "alert" });
  const show = once(async () => {
    says.textContent = "";
    try {
      const { id } = running[0] ?? (await post("/api/demo", {}));
      location.hash = `#/match/${id}`;
    } catch ({ message }) {
      says.textContent = message;
    }
  });
  return h("section", { class: "card" },
    h("h2", {}, "No dice at hand?"),
    h("div", { class: "read" },
      h("p", { class: "muted" }, "The demo is played with pictures that come with Croupier."),
      h("button", { class: "button", type: "button", onclick: show }, running.length ? "Go on with the demo" : "Watch the demo"),
    ),
    says,
  );
}

const ownDice = () =>
  h("section", { class: "card" }, h("div", { class: "read" }, h("p", { class: "muted" }, "Skulls, runes, grandma’s letters: show Croupier any dice three times."), h("a", { class: "button", href: "#/dice" }, "Teach my dice")));
