// What this server can do, as its own description says: buttons for the rest are not shown.

import { get } from "./api.js";

let asked = null;

export function knows() {
  asked ??= get("/openapi.json").then(({ paths }) => {
    const has = (method, path) => Boolean(paths[path]?.[method]);
    return {
      drop: has("delete", "/api/matches/{match_id}") && has("post", "/api/matches/{match_id}/restore"),
      pause: has("post", "/api/matches/{match_id}/pause") && has("post", "/api/matches/{match_id}/resume"),
      bring: has("post", "/api/matches/import"),
      join: has("get", "/api/pairing"),
    };
  });
  return asked;
}
