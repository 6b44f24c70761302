// A device that only watches: what it is told, in place of what it may not press.

import { h } from "./dom.js";

const PLAY = "To play along, scan the players’ code.";

export const watching = (what) => h("p", { class: "watching" }, h("strong", {}, "You are watching. "), `${what} ${PLAY}`);
