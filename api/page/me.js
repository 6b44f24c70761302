// Whether this device may play; one that was let in by the watchers' link may not.

import { get } from "./api.js";

let asked = null;

export function plays() {
  asked ??= get("/api/devices/me").then((me) => me.plays).catch((refusal) => {
    asked = null; // the next to ask may be answered
    throw refusal;
  });
  return asked;
}
