// The live feed of a match, with a word to the player when it breaks and when it is back.

import { get, Refusal } from "./api.js";
import { fill, h } from "./dom.js";

const lost = document.getElementById("lost");

function say(name, text, ...more) {
  lost.className = `lost ${name}`;
  if (lost.hidden || lost.dataset.said !== text) fill(lost, text, more); // what is written anew is read out anew
  lost.dataset.said = text;
  lost.hidden = false;
}

// A match after a change, whose lists come without the rows that stay.
const changed = (sheet, { version, after, card_from, log_from, ...told }) => ({
  ...sheet,
  ...told,
  log: [...sheet.log.slice(0, log_from), ...told.log],
  view: { ...told.view, card: [...sheet.view.card.slice(0, card_from), ...told.view.card] },
});

const AGAIN = 3000; // milliseconds after which a feed that was refused is asked for again
const SILENT = 40_000; // milliseconds without a word after which a feed is dead: the server says one every 15 s
const EVERY = 5000; // milliseconds between two looks for that
const OUT = 401; // a device that was removed from the table
export const NEVER = [OUT, 403, 404]; // refusals that stay

const LOST = "The connection to the table is lost. The score is safe; trying again…";

// The server refused a look, or did not answer.
export function unanswered(refusal) {
  if (!(refusal instanceof Refusal)) throw refusal;
  const back = refusal.status === OUT ? [" ", h("a", { href: `/join/?to=${encodeURIComponent(location.pathname + location.search)}${location.hash}` }, "Join again")] : [];
  say("", refusal.status === 0 ? LOST : refusal.message, ...back);
}

export function answered() {
  if (lost.hidden || lost.classList.contains("back")) return;
  say("back", "Connected again.");
  setTimeout(() => { lost.hidden ||= lost.classList.contains("back"); }, 2500);
}

// In another room nobody waits for it.
export function unasked() {
  lost.hidden = true;
}

// Whoever hears gets whole matches: as `view`, and beside each `reading` and each picture that is `dropped`.
export function listen(url, on) {
  const path = url.replace(/\/stream$/, "");
  let [source, sheet, left, later, heard] = [null, null, false, 0, Date.now()];
  const tell = (whole) => on.view?.(sheet = whole);
  const hear = {
    ...on,
    alive: () => {},
    view: tell,
    change: async (told) => {
      if (told.after === sheet.seq) return tell(changed(sheet, told));
      if (told.seq <= sheet.seq) return;
      const whole = await get(path).catch(() => void anew());
      if (whole && !left && whole.seq >= sheet.seq) tell(whole); // another answer may have come sooner
    },
    reading: (look) => on.reading?.({ ...look, match: sheet }),
    dropped: (told) => on.dropped?.({ ...told, match: sheet }),
  };
  // A feed that is opened anew tells the whole match first: what could not be asked for is in it.
  const anew = () => {
    source.close();
    wait();
  };
  const wait = () => {
    clearTimeout(later);
    later = setTimeout(again, AGAIN);
  };
  const open = () => {
    if (left) return;
    source?.close();
    source = new EventSource(url);
    heard = Date.now();
    for (const [name, told] of Object.entries(hear)) source.addEventListener(name, (event) => {
      heard = Date.now();
      told(JSON.parse(event.data));
    });
    source.onerror = () => {
      say("", LOST);
      if (source.readyState === EventSource.CLOSED) wait(); // a browser does not ask again where it was refused
      else get(path).catch((refusal) => NEVER.includes(refusal.status) && refused(refusal)); // it may be out
    };
    source.onopen = answered;
  };
  const refused = (refusal) => {
    if (left) return;
    if (!NEVER.includes(refusal.status)) return void wait();
    source.close();
    unanswered(refusal);
    heard = Infinity; // no word is waited for any more
  };
  const again = () => get(path).then(open, refused);
  // A device that slept, or was carried out of the house, may hold a line that nobody speaks on any more.
  const look = () => {
    if (source.readyState === EventSource.CLOSED || Date.now() - heard < SILENT) return; // it is asked for again already
    heard = Date.now();
    say("", LOST);
    anew();
  };
  const watch = setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
  open();
  return () => {
    left = true;
    clearInterval(watch);
    document.removeEventListener("visibilitychange", look);
    source.close();
    unasked();
  };
}
