// How a phone becomes the camera of a match: the code that leads to its page there, on the table's own computer.

import { get } from "./api.js";
import { fill, h } from "./dom.js";

export function lending(match) {
  const place = h("div", {});
  show(place, match).catch(({ message }) => fill(place, h("p", { class: "error" }, message)));
  return place;
}

async function show(place, match) {
  const { owner } = await get("/api/devices/me");
  const pairing = owner ? await get("/api/pairing").catch(({ message }) => ({ says: message })) : null;
  if (!owner) fill(place, h("p", { class: "hint" }, "Open ", h("a", { href: `/phone/#${match}` }, "the phone’s page"), " on the phone that watches."));
  else if (pairing.says) fill(place, h("p", { class: "muted" }, pairing.says));
  else fill(place, code(pairing, match));
}

function code({ page, pin }, match) {
  const address = page.replace(/join\/$/, "phone/");
  return h("div", { class: "join" },
    h("img", { src: `/api/pairing/code.svg?camera=${match}&${Date.now()}`, alt: `Code to scan with the phone that watches: ${address}`, width: 180, height: 180 }),
    h("div", {},
      h("p", {}, "Scan the code with the phone that watches."),
      h("p", {}, "Or open ", h("b", {}, address), " there, and type ", h("b", { class: "pin-code" }, pin), " if it asks for a PIN."),
      page.startsWith("http:") && h("p", { class: "hint" }, "As it is, the phone takes a photo of each throw. Start Croupier with --lan --tls to have it watch by itself.")));
}
