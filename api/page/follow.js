// Following a match without taking part: the one named by ?match=, else the one that was played last.

import { Refusal, get } from "./api.js";
import { NEVER, listen } from "./live.js";

const UNKNOWN = "There is no such match: without ?match= in its address the board follows the one that is played.";
const EVERY = 4000; // milliseconds between two looks for a match that was begun, went on or was taken up again

export const asked = new URLSearchParams(location.search);

// Tells `show` each sheet, `checked` each picture that waits for a player's word, and `none` when there is no match, with why where one was named.
export function follow({ show, checked, none }) {
  const named = asked.get("match");
  let [id, close] = [null, () => {}];
  const turn = (to) => {
    if (to === id) return;
    close();
    id = to;
    close = id ? listen(`/api/matches/${id}/stream`, { view, reading: (look) => look.played || checked(look), dropped: ({ match }) => show(match) }) : none() ?? (() => {});
  };
  // The one that is named is followed where it goes on with other players.
  const view = (sheet) => {
    show(sheet);
    if (named && sheet.standing === "paused") get(`/api/matches/${sheet.id}/on`).then(({ match }) => match && sheet.id === id && turn(match)).catch(quietly);
  };
  const look = () => get("/api/matches").then(({ matches }) => turn(latest(matches)[0]?.id ?? null)).catch(quietly);
  const begin = () => get(`/api/matches/${encodeURIComponent(named)}`).then(() => turn(named), ({ status, message }) => {
    none(status === 404 ? UNKNOWN : message);
    if (!NEVER.includes(status)) setTimeout(begin, EVERY);
  });
  // It may be taken up again itself.
  const back = () => id && id !== named && get(`/api/matches/${encodeURIComponent(named)}`).then(({ standing }) => standing === "open" && turn(named)).catch(quietly);
  if (named) begin();
  else look().then(() => id || none());
  setInterval(named ? back : look, EVERY);
}

// Who does not answer now is asked again.
function quietly(refusal) {
  if (!(refusal instanceof Refusal)) throw refusal;
}

// All matches, the one that was played last first, also when it is over: its winner stays until another is played. Those that
// are paused come after all others, and the demo last.
export function latest(matches) {
  const rank = ({ demo, standing }) => (demo ? 2 : 0) + (standing === "paused" ? 1 : 0);
  return [...matches].sort((one, other) => rank(one) - rank(other) || other.changed.localeCompare(one.changed));
}
