// Phones and screens: the code to scan, the PIN to type, the link for those who only watch, and who is in.

import { get, remove } from "./api.js";
import { fill, h, many } from "./dom.js";

// The card of the table's own computer; nothing for others.
export function joining() {
  const card = h("section", { class: "card", "aria-label": "Phones and screens", hidden: true });
  show(card).catch(() => {});
  return card;
}

async function show(card) {
  const { owner } = await get("/api/devices/me");
  if (!owner) return;
  card.hidden = false;
  const pairing = await get("/api/pairing").catch(({ message }) => ({ says: message }));
  fill(card, h("h2", {}, "Phones and screens"), pairing.says ? h("p", { class: "muted" }, pairing.says) : ways(pairing, card, (await get("/api/devices")).devices));
}

function ways({ players, watchers, page, pin }, card, devices) {
  const gone = (device) => remove(`/api/devices/${device.id}`).catch(() => {}).then(() => show(card)); // gone already: the list is old
  return [
    h("div", { class: "join" },
      h("img", { src: `/api/pairing/code.svg?${Date.now()}`, alt: `Code to scan: ${players}`, width: 180, height: 180 }),
      h("div", {},
        h("p", {}, "Scan the code with a phone, and it is at the table: photo, correct, keep, bank."),
        h("p", {}, "Without a camera: open ", h("b", {}, page), " and type ", h("b", { class: "pin-code" }, pin), "."),
        h("p", {}, "To watch only: ", h("a", { class: "long", href: watchers }, watchers)))),
    devices.length > 0 && h("details", {}, h("summary", {}, many(devices.length, "device")),
      h("p", { class: "muted" }, "Removing a device changes the code, the link and the PIN; the others stay in."),
      h("ul", { class: "matches" }, devices.map((device) => h("li", {},
        h("span", { class: "device" }, device.name, h("span", { class: "why" }, device.plays ? "plays" : "watches")),
        h("button", { class: "button plain", type: "button", "aria-label": `Remove ${device.name}`, onclick: () => gone(device) }, "Remove"))))),
  ];
}
