// Phones and screens: the code to scan, the PIN to type, the link for those who only watch, and who is in.

import { get, remove } from "./api.js";
import { fill, h, many } from "./dom.js";
import { unpressed } from "./press.js";

// The card of the table's own computer; nothing for others. To `look` hears of devices that came or went.
export function joining() {
  const element = h("section", { class: "card", "aria-label": "Phones and screens", hidden: true });
  let [owner, told] = [null, ""];
  const look = async () => {
    owner ??= (await get("/api/devices/me")).owner;
    if (!owner) return;
    const pairing = await get("/api/pairing").catch(closed);
    const devices = pairing.says ? [] : (await get("/api/devices")).devices.reverse(); // who came last stands last: no other moves
    unpressed(element, () => show(pairing, devices));
  };
  const show = (pairing, devices) => {
    const now = JSON.stringify([pairing, devices]);
    if (now === told) return;
    told = now;
    const open = element.querySelector("details")?.open;
    fill(element, h("h2", {}, "Phones and screens"), pairing.says ? h("p", { class: "muted" }, pairing.says) : ways(pairing, devices, look, open));
    element.hidden = false;
  };
  look().catch(() => {});
  return { element, look };
}

// When a device was let in: the time of today, or the day.
function since(paired) {
  const at = new Date(paired);
  return at.toDateString() === new Date().toDateString() ? at.toLocaleTimeString([], { timeStyle: "short" }) : at.toLocaleDateString();
}

// Why nobody joins here; who did not answer is asked again.
function closed(refusal) {
  if (refusal.status === 0) throw refusal;
  return { says: refusal.message };
}

// A device that is gone already was removed elsewhere: the list is old.
function passed(refusal) {
  if (refusal.status !== 404) throw refusal;
}

function ways({ players, watchers, page, pin }, devices, look, open) {
  const why = h("p", { class: "note bad", role: "alert", hidden: true });
  const gone = (device) => remove(`/api/devices/${device.id}`).catch(passed).then(look).catch(({ message }) => {
    Object.assign(why, { textContent: message, hidden: false });
  });
  return [
    h("div", { class: "join" },
      h("img", { src: `/api/pairing/code.svg?${Date.now()}`, alt: `Code to scan: ${players}`, width: 180, height: 180 }),
      h("div", {},
        h("p", {}, "Scan the code with a phone, and it is at the table: photo, correct, keep, bank."),
        h("p", {}, "Without a camera: open ", h("b", {}, page), " and type ", h("b", { class: "pin-code" }, pin), "."),
        h("p", {}, "To watch only: ", h("a", { class: "long", href: watchers }, watchers)))),
    devices.length > 0 && h("details", { open }, h("summary", {}, many(devices.length, "device")),
      h("p", { class: "muted" }, "Removing a device changes the code, the link and the PIN; the others stay in."),
      why,
      h("ul", { class: "matches" }, devices.map((device) => h("li", {},
        h("span", { class: "device" }, device.name, h("span", { class: "why" }, `${device.plays ? "plays" : "watches"}, since ${since(device.paired)}`)),
        h("button", { class: "button plain", type: "button", "data-key": `remove ${device.id}`, "aria-label": `Remove ${device.name}`, onclick: () => gone(device) }, "Remove"))))),
  ];
}
