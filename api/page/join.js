// Joining the table: by the code that was scanned (behind the # of the address, so that no server log has it), or by PIN.

import { get, once, post } from "./api.js";

const { hash, origin, pathname, search } = location;
const asked = new URLSearchParams(search);
const to = asked.get("to"); // what was asked for, when the gate led here from it: what stands behind the # is of it
const word = to === null && !hash.startsWith("#/") ? hash.slice(1) : "";
const camera = asked.get("camera"); // the match that this phone is to watch
const place = camera ? `/phone/#${camera}` : (to?.startsWith("/") ? to : "/") + (word ? "" : hash);
const form = document.getElementById("join");
const refused = document.getElementById("refused");
const called = { iPhone: "an iPhone", iPad: "an iPad", Android: "an Android phone", TV: "a TV" };

const join = once(async (word) => {
  try {
    await post("/api/devices", { word, name: form.elements.name.value });
    await get("/api/devices/me").catch(kept);
    await enter();
  } catch (refusal) {
    refused.textContent = refusal.message;
    form.elements.pin.focus();
  }
});

// Whoever was let in just now and is a stranger again had the answer, but not what it was to keep.
function kept(refusal) {
  throw refusal.status === 401 ? new Error("This browser keeps no cookie of the table: allow it to, and join again.") : refusal;
}

// With the origin before it, no place lies elsewhere.
async function enter() {
  location.replace(origin + (place === "/" ? await table() : place));
}

// The table that is played at, where there is but one; else the lobby.
async function table() {
  const { matches } = await get("/api/matches").catch(() => ({ matches: [] }));
  const running = matches.filter(({ over, demo, standing }) => !over && !demo && standing === "open");
  return running.length === 1 ? `/#/match/${running[0].id}` : "/";
}

form.elements.name.defaultValue = Object.entries(called).find(([sign]) => navigator.userAgent.includes(sign))?.[1] ?? "a computer";
form.addEventListener("submit", (event) => {
  event.preventDefault();
  join(form.elements.pin.value);
});
if (word) history.replaceState(null, "", pathname + search);

// Who is in already need not join; but who only watches, and was not led here from elsewhere, may want to play.
const me = await get("/api/devices/me").catch(() => null);
if (me) form.elements.name.defaultValue = me.name;
if (me && (me.plays || to)) enter();
else if (word) join(word);
