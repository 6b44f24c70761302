// Joining the table: by the code that was scanned (behind the # of the address, so that no server log has it), or by PIN.

import { get, post } from "./api.js";

const { hash } = location;
const place = hash.startsWith("#/") ? `/${hash}` : null; // a room that was asked for, and no code: who is not in yet is led here from it
const word = place ? "" : hash.slice(1);
const form = document.getElementById("join");
const refused = document.getElementById("refused");
const called = { iPhone: "an iPhone", iPad: "an iPad", Android: "an Android phone", TV: "a TV" };

async function join(word) {
  try {
    await post("/api/devices", { word, name: form.elements.name.value });
    location.replace(place ?? await table());
  } catch (refusal) {
    refused.textContent = refusal.message;
    form.elements.pin.focus();
  }
}

// The table that is played at, where there is but one; else the lobby.
async function table() {
  const { matches } = await get("/api/matches").catch(() => ({ matches: [] }));
  const running = matches.filter(({ over, demo, standing }) => !over && !demo && standing === "open");
  return running.length === 1 ? `/#/match/${running[0].id}` : "/";
}

form.elements.name.value = Object.entries(called).find(([sign]) => navigator.userAgent.includes(sign))?.[1] ?? "a computer";
form.addEventListener("submit", (event) => {
  event.preventDefault();
  join(form.elements.pin.value);
});
if (word) {
  history.replaceState(null, "", location.pathname);
  join(word);
}
