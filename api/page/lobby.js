// The lobby: matches to go on with, and a form for a new one.

import { get, post } from "./api.js";
import { fill, h, many, number } from "./dom.js";

export async function lobby(page) {
  const [{ games }, { kits }, { matches }, { sets }] = await Promise.all([get("/api/games"), get("/api/kits"), get("/api/matches"), get("/api/dice")]);
  document.title = "Croupier";
  const own = matches.filter((match) => !match.demo);
  fill(
    page,
    h("div", { class: "lobby" },
      h("section", { class: "felt hello" },
        h("h1", {}, "Throw your own dice. Croupier reads them and keeps the score."),
        h("p", {}, "Take a photo of each throw, or tap the dice in. Nothing leaves this computer."),
      ),
      own.length > 0 && shelf("Your matches", own),
      beginning(games, kits, sets),
      ownDice(),
      demos(matches.filter((match) => match.demo && !match.over)),
    ),
  );
}

const shelf = (title, matches) =>
  h("section", { class: "card", "aria-label": title }, h("h2", {}, title), h("ul", { class: "matches" }, matches.map((match) => h("li", {}, entry(match)))));

function entry(match) {
  const scores = match.totals.map(({ name, points }) => `${name} ${number(points)}`).join(" · ");
  const state = match.over ? `${match.winners.join(" and ")} won` : `${match.player} to play`;
  return h("a", { href: `#/match/${match.id}` }, h("strong", {}, scores), h("span", { class: "state" }, state), h("span", { class: "muted" }, `${match.title}, ${when(match.begun)}`));
}

const when = (begun) => new Date(begun).toLocaleDateString([], { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

function demos(running) {
  const show = async () => {
    const { id } = running[0] ?? (await post("/api/demo", {}));
    location.hash = `#/match/${id}`;
  };
  return h("section", { class: "card" },
    h("h2", {}, "No dice at hand?"),
    h("div", { class: "read" },
      h("p", { class: "muted" }, "The demo is played with pictures that come with Croupier."),
      h("button", { class: "button", type: "button", onclick: show }, running.length ? "Go on with the demo" : "Watch the demo"),
    ),
  );
}

const ownDice = () =>
  h("section", { class: "card" }, h("div", { class: "read" }, h("p", { class: "muted" }, "Skulls, runes, grandma’s letters: show Croupier any dice three times."), h("a", { class: "button", href: "#/dice" }, "Teach my dice")));

function beginning(games, kits, sets) {
  const game = h("select", { name: "game", onchange: () => dress() }, games.map(({ id, title }) => h("option", { value: id }, title)));
  const about = h("small", {});
  const seats = h("div", { class: "seats" });
  const rules = h("div", { class: "inner" });
  const own = h("select", { name: "own" }, h("option", { value: "" }, "The usual ones"), sets.map((set) => h("option", { value: set.name }, set.name)));
  const error = h("p", { class: "error", role: "alert" });
  const picked = () => games.find(({ id }) => id === game.value);
  const names = () => [...seats.querySelectorAll("input")];

  function dress() {
    const chosen = picked();
    const kit = kits.find(({ id }) => id === chosen.kit);
    about.textContent = chosen.about + (kit ? ` Dice: ${kit.title}.` : "");
    fill(rules, chosen.options.map(option));
    const most = chosen.seats[1];
    while (names().length > most) seats.lastChild.remove();
    while (names().length < Math.max(2, chosen.seats[0]) && names().length < most) seat();
    more.disabled = names().length >= most;
  }

  function seat(focus = false) {
    const place = names().length + 1;
    const field = h("input", { type: "text", maxlength: 40, autocomplete: "off", "aria-label": `Player ${place}`, placeholder: `Player ${place}` });
    const gone = () => { if (names().length > picked().seats[0]) { line.remove(); more.disabled = false; more.focus(); } };
    const line = h("div", { class: "seat" }, field, h("button", { class: "button plain", type: "button", "aria-label": "Remove this player", onclick: gone }, "✕"));
    seats.append(line);
    if (focus) field.focus();
  }

  const more = h("button", { class: "button plain", type: "button", onclick: () => { seat(true); more.disabled = names().length >= picked().seats[1]; } }, "+ Add a player");

  async function begin(event) {
    event.preventDefault();
    const players = names().map((field) => field.value.trim() || field.placeholder);
    const options = Object.fromEntries([...rules.querySelectorAll("[name]")].filter((field) => field.value !== field.dataset.usual).map((field) => [field.name, field.value.trim()]));
    try {
      const { id } = await post("/api/matches", { game: game.value, players, options, dice: own.value });
      location.hash = `#/match/${id}`;
    } catch (refusal) {
      error.textContent = refusal.message;
    }
  }

  dress();
  return h("section", { class: "card", "aria-label": "New match" },
    h("h2", {}, "New match"),
    h("form", { onsubmit: begin },
      h("label", {}, "Game", game, about),
      h("fieldset", { class: "field" }, h("legend", {}, "Players, in the order they sit"), seats, h("div", {}, more)),
      sets.length > 0 && h("label", {}, "Dice", own),
      h("details", {}, h("summary", {}, "House rules"), rules),
      error,
      h("div", {}, h("button", { class: "button brass big", type: "submit" }, "Start the match")),
    ),
  );
}

const named = (choice) => ({ true: "yes", false: "no" })[choice] ?? choice.replaceAll("_", " ");

function option({ name, default: usual, choices, examples, text }) {
  const field = choices
    ? h("select", { name, "data-usual": usual }, choices.map((choice) => h("option", { value: choice, selected: choice === usual }, named(choice) + (choice === usual ? " (usual)" : ""))))
    : h("input", { type: "text", name, value: usual, "data-usual": usual, autocomplete: "off" });
  const title = name.replaceAll("_", " ");
  const such = !choices && examples.length > 0 && h("small", {}, `Usual: ${usual || "empty"}. Others play ${examples.join(" or ")}.`);
  return h("label", {}, title[0].toUpperCase() + title.slice(1), field, h("small", {}, text), such);
}
