// Talking to the server: answers as values, refusals as one kind of error with the server's sentence.

// What the server quotes as programs do, as people do.
export const plain = (text) => text.replace(/`([^`]*)`/g, "“$1”");

export class Refusal extends Error {
  constructor(problem) {
    super(plain(problem.detail));
    this.status = problem.status;
    this.kind = (problem.type ?? "").replace("urn:croupier:", "");
    this.problem = problem;
  }
}

const GONE = { status: 0, detail: "The table's server does not answer. Is Croupier still running?" };

const PATIENCE = 25_000; // milliseconds after which an answer that did not come counts as lost
const SENDING = 75_000; // and one to a picture, which may be long on its way

async function ask(method, path, options, patience = PATIENCE) {
  let [answer, said] = [null, ""];
  try {
    answer = await fetch(path, { method, signal: AbortSignal.timeout?.(patience), ...options });
    said = await answer.text();
  } catch {
    throw new Refusal(GONE);
  }
  if (answer.status === 204) return null;
  const body = parsed(said, { status: answer.status, detail: "The server's answer cannot be read." });
  if (!answer.ok) throw new Refusal(body);
  return body;
}

function parsed(json, otherwise) {
  try {
    return JSON.parse(json);
  } catch {
    return otherwise;
  }
}

export const get = (path) => ask("GET", path);
export const remove = (path) => ask("DELETE", path);
export const post = (path, value, headers = {}) =>
  ask("POST", path, { headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(value) });
export const put = (path, value) =>
  ask("PUT", path, { headers: { "content-type": "application/json" }, body: JSON.stringify(value) });
export const send = (path, file, headers = {}) =>
  ask("POST", path, { headers: { "content-type": file.type || "application/octet-stream", ...headers }, body: file }, SENDING);

// What makes a request the same as one before, whose answer may be lost: by it the table does once what is asked twice.
export const key = () => ({ "idempotency-key": crypto.getRandomValues(new Uint32Array(4)).join("-") });

export const LONG = 400; // milliseconds after which who waits for an answer is told so

// What is asked once at a time: whoever taps again meanwhile waits for the same answer.
export function once(work) {
  let under = null;
  return (...told) => (under ??= work(...told).finally(() => { under = null; }));
}
