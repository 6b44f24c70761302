// What this server can do, as its own description says, and what this device may: buttons for the rest are not shown.

import { get } from "./api.js";
import { plays } from "./me.js";

let asked = null;

export function knows() {
  asked ??= Promise.all([get("/openapi.json"), plays()]).then(([{ paths }, play]) => {
    const has = (method, path) => play && Boolean(paths[path]?.[method]);
    return {
      play,
      drop: has("delete", "/api/matches/{match_id}") && has("post", "/api/matches/{match_id}/restore"),
      pause: has("post", "/api/matches/{match_id}/pause") && has("post", "/api/matches/{match_id}/resume"),
      bring: has("post", "/api/matches/import"),
      join: has("get", "/api/pairing"),
    };
  });
  return asked;
}
