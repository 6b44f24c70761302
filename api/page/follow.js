// Following a match without taking part: the one named by ?match=, else whichever is running.

import { get } from "./api.js";
import { listen } from "./live.js";

const EVERY = 4000; // milliseconds between two looks for a match that was begun or went on

export const asked = new URLSearchParams(location.search);

// Tells `show` each sheet, `checked` each picture that waits for a player's word, and `none` when there is no match, with why where one was named.
export function follow({ show, checked, none }) {
  let [id, close] = [null, () => {}];
  const turn = (to) => {
    if (to === id) return;
    close();
    id = to;
    close = id ? listen(`/api/matches/${id}/stream`, { view: show, reading: (look) => look.played || checked(look) }) : none() ?? (() => {});
  };
  const look = () => running().then(turn).catch(() => {});
  const named = asked.get("match");
  if (named) return get(`/api/matches/${encodeURIComponent(named)}`).then(() => turn(named), ({ message }) => none(message));
  look().then(() => id || none());
  setInterval(look, EVERY);
}

// The match that was played last among those that are not over; the last that is over where there is none.
async function running() {
  const { matches } = await get("/api/matches");
  const rank = ({ over, demo }) => (over ? 2 : 0) + (demo ? 1 : 0);
  return matches.toSorted((one, other) => rank(one) - rank(other) || other.changed.localeCompare(one.changed))[0]?.id ?? null;
}
