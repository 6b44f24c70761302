// The live feed of a match, with a word to the player when it breaks and when it is back.

import { get } from "./api.js";
import { h } from "./dom.js";

const lost = document.getElementById("lost");

function say(name, text) {
  lost.className = `lost ${name}`;
  if (lost.hidden || lost.textContent !== text) lost.textContent = text; // what is written anew is read out anew
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
const OUT = 401; // a device that was removed from the table
const NEVER = [OUT, 403, 404]; // refusals that stay

// Whoever hears gets whole matches: as `view`, and beside each `reading` and each picture that is `dropped`.
export function listen(url, on) {
  const path = url.replace(/\/stream$/, "");
  let [source, sheet, left, later] = [null, null, false, 0];
  const tell = (whole) => on.view?.(sheet = whole);
  const hear = {
    ...on,
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
    source = new EventSource(url);
    for (const [name, heard] of Object.entries(hear)) source.addEventListener(name, (event) => heard(JSON.parse(event.data)));
    source.onerror = () => {
      say("", "The connection to the table is lost. The score is safe; trying again…");
      if (source.readyState === EventSource.CLOSED) wait(); // a browser does not ask again where it was refused
    };
    source.onopen = () => {
      if (lost.hidden) return;
      say("back", "Connected again.");
      setTimeout(() => { lost.hidden ||= lost.classList.contains("back"); }, 2500);
    };
  };
  const again = () => get(path).then(open, (refusal) => {
    if (left) return;
    if (NEVER.includes(refusal.status)) say("", refusal.message);
    if (refusal.status === OUT) lost.append(" ", h("a", { href: "/join/?to=/" }, "Join again"));
    if (!NEVER.includes(refusal.status)) wait();
  });
  open();
  return () => {
    left = true;
    source.close();
    lost.hidden = true;
  };
}
