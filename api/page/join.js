// Joining the table: by the code that was scanned (behind the # of the address, so that no server log has it), or by PIN.

import { post } from "./api.js";

const form = document.getElementById("join");
const refused = document.getElementById("refused");
const called = { iPhone: "an iPhone", iPad: "an iPad", Android: "an Android phone", TV: "a TV" };

async function join(word) {
  try {
    await post("/api/devices", { word, name: form.elements.name.value });
    location.replace("/");
  } catch (refusal) {
    refused.textContent = refusal.message;
    form.elements.pin.focus();
  }
}

form.elements.name.value = Object.entries(called).find(([sign]) => navigator.userAgent.includes(sign))?.[1] ?? "a computer";
form.addEventListener("submit", (event) => {
  event.preventDefault();
  join(form.elements.pin.value);
});
const word = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
if (word) join(word);
