// The phone as the camera: it looks whether the table rests, and sends one picture of each rest.

import { get, once, post, send } from "./api.js";
import { fill, h, sentence } from "./dom.js";
import { sendPhoto } from "./fit.js";
import { latest } from "./follow.js";
import { listen } from "./live.js";
import { plays } from "./me.js";
import { Motion } from "./motion.js";
import { awaited } from "./waiting.js";
import { watching } from "./watching.js";

const EVERY = 100; // milliseconds between two looks
const ALIVE = 6000; // milliseconds after which the table hears that the phone is there
const AGAIN = 2000; // milliseconds after which it is tried again when the table refused
const LONG = 1280; // pixels, the longer side of a picture that is sent
const QUALITY = 0.85;
const OTHERS = 10; // other matches shown

const page = document.getElementById("page");
const RESTS = { paused: "The match is paused", deleted: "The match was deleted" };
const ASKED = "resting"; // how the line looks that sends players to the table's page
const EMPTY = new Blob([], { type: "image/jpeg" });

// The matches that go on, the one that was played last first.
async function goingOn() {
  const { matches } = await get("/api/matches");
  return latest(matches.filter(({ over, demo, standing }) => !over && !demo && standing === "open"));
}

async function open() {
  if (!(await plays())) return fill(page, h("section", { class: "card" }, h("h1", {}, "The phone as the camera"), watching("A phone of somebody who plays can be the camera.")));
  const others = await goingOn();
  const id = location.hash.slice(1) || others[0]?.id; // the address may name the match
  if (!id) return fill(page, h("section", { class: "card" }, h("h1", {}, "The phone as the camera"), h("p", {}, "There is no match yet: start one on the table’s page, then come back.")));
  const { seq, title, players } = await get(`/api/matches/${id}`); // a match that is not there is said so once, not listened for
  const [turn, state, says] = [h("h1", {}, "The phone as the camera"), h("p", { class: "eye is-opening", role: "status", id: "state" }), h("p", { class: "said" })];
  const ways = h("div", { class: "stack" });
  const what = h("p", { class: "muted" }, title);
  fill(page, h("section", { class: "felt" }, turn, what, state, ways, says), elsewhere(others.filter((other) => other.id !== id)));
  const table = h("a", { class: "button big", id: "table" }, "Go to the table");
  page.querySelector(".felt").append(table);
  const phone = { turn, what, says, state, ways, table, seq, players, throwing: true, close: () => {} };
  phone.begin = once((choosing) => watch(phone, choosing));
  attend(phone, id);
  const why = hindrance();
  if (why) photos(phone, why);
  else offer(phone);
}

// The other matches that go on: a phone may be meant for one of them.
function elsewhere(matches) {
  if (!matches.length) return null;
  const link = ({ id, title, players }) => h("li", {}, h("a", { href: `#${id}` }, sentence(`${title}: ${players.join(", ")}`, players)));
  return h("details", { class: "card" }, h("summary", {}, "Watch another match"), h("ul", { class: "stack" }, matches.slice(0, OTHERS).map(link)));
}

// Watches for a match from now on.
function attend(phone, id) {
  phone.close();
  Object.assign(phone, { id, path: `/api/matches/${id}`, rests: false, seq: undefined });
  phone.close = listen(`${phone.path}/stream`, {
    view: (sheet) => {
      const { title, players, view, seq, standing } = sheet;
      fill(phone.what, sentence(`${title}: ${players.join(", ")}`, players));
      phone.players = players;
      if (awaited(sheet) !== phone.due) answered(phone);
      phone.due = awaited(sheet);
      phone.seq = seq; // a photo is of the throw that was due when it was taken
      const rest = !view.player ? "The match is over" : RESTS[standing];
      phone.rests = Boolean(rest);
      phone.throwing = !rest && view.awaits.what === "roll";
      fill(phone.turn, sentence(rest ?? `${view.player}’s turn`, players));
      fill(phone.says, sentence(view.says, players));
      awaits(phone);
    },
    hands: ({ question, says, picture }) => {
      if (question) lookThere(phone, picture, says);
      else if (says) tell(phone, "read", says);
      else answered(phone);
    },
    reading: (look) => look.played || asks(phone, look),
    dropped: ({ picture }) => picture === phone.asked && answered(phone),
    camera: (told) => phone.off && isOf(phone, told) && chosenAgain(phone),
  });
}

// While no throw is due the way leads to the table, and no photo is taken. What the line above says is said once.
function awaits({ id, throwing, table, says, state }) {
  const photo = document.getElementById("photo");
  if (photo) photo.disabled = !throwing;
  table.href = `/#/match/${id}`;
  table.classList.toggle("brass", !throwing);
  says.hidden = state.textContent.includes(says.textContent);
}

// Once its match is played no more the phone goes on with the one that the table watches now.
async function moved(phone) {
  const { match: id, source } = phone.rests ? await get("/api/camera") : {};
  if (!id || id === phone.id || source !== "phone") return false;
  attend(phone, id);
  return true;
}

function tell(phone, kind, text) {
  const { state, players, id } = phone;
  state.className = `eye is-${kind}`;
  fill(state, h("span", {}, sentence(text, players)), kind === ASKED && h("a", { href: `/#/match/${id}` }, "Answer it here"));
  awaits(phone);
}

// A photo waits for a word at the table.
const asks = (phone, { picture, reading }) => lookThere(phone, picture, reading.reasons.join(" "));

function lookThere(phone, picture, why) {
  phone.asked = picture;
  tell(phone, ASKED, `Please look at the table’s page. ${why}`);
}

// Tells what the phone does while nothing is asked.
function stand(phone, kind, text) {
  phone.stands = [kind, text];
  tell(phone, kind, text);
}

// Nothing is to be looked at on the table's page any more.
function answered(phone) {
  if (phone.state.classList.contains(`is-${ASKED}`)) tell(phone, ...phone.stands);
}

// Why this browser gives no camera here; empty when it does.
function hindrance() {
  if (!isSecureContext) return "Browsers lend the camera only to pages at https or localhost, and this one is neither: croupier play --lan --tls gives one.";
  return navigator.mediaDevices?.getUserMedia ? "" : "This browser lends no camera to pages.";
}

function offer(phone) {
  stand(phone, "opening", "Stand the phone so that it sees the whole table, and start.");
  fill(phone.ways, h("button", { class: "button brass big", type: "button", id: "start", onclick: () => phone.begin(choose) }, "Start the camera"));
}

// Whether it is this phone's match at which phones are the camera.
const isOf = ({ id }, { source, match }) => source === "phone" && match === id;

// What the stream tells may be of before the table switched the camera off: how it is now counts.
async function chosenAgain(phone) {
  const now = await get("/api/camera").catch(() => ({}));
  if (phone.off && isOf(phone, now)) phone.begin();
}

// Whoever starts the phone chooses it, where no camera is chosen: the table may have switched it off.
async function choose(phone) {
  const { source } = await get("/api/camera");
  if (!source) await post("/api/camera", { source: "phone", match: phone.id });
}

// Without a live camera a photo of each throw does the same. A camera that did not open may open `again`.
function photos(phone, why, again) {
  const input = h("input", { type: "file", accept: "image/*", capture: "environment", class: "unseen", id: "shot", tabindex: -1, "aria-hidden": "true", onchange: () => chosen(phone, input) });
  fill(phone.ways, input, h("button", { class: "button brass big", type: "button", id: "photo", onclick: () => { phone.shot = phone.seq; input.click(); } }, "Photo of the throw"),
    again && h("button", { class: "button", type: "button", id: "again", onclick: again }, "Try the camera again"));
  stand(phone, "opening", `${why} Take a photo of each throw instead.`);
}

// The same file may be chosen once more: a browser tells only of another one.
function chosen(phone, input) {
  const [file] = input.files;
  input.value = "";
  if (file) photo(phone, file);
}

async function photo(phone, file) {
  tell(phone, "moving", "Reading the dice…");
  try {
    const due = phone.shot ?? phone.seq; // unknown until the table was heard: then it is of the throw that is due now
    const look = await sendPhoto(`${phone.path}/photo${due === undefined ? "" : `?after=${due}`}`, file);
    if (look.played) tell(phone, "read", look.match.view.says);
    else asks(phone, look);
  } catch (refusal) {
    tell(phone, "lost", refusal.message);
  }
}

async function watch(phone, choosing) {
  phone.off = false;
  const again = () => phone.begin(choose);
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } } });
  } catch (error) {
    return photos(phone, error.name === "NotAllowedError" ? "The camera was not allowed: the browser’s settings can change that." : "No camera could be opened here.", again);
  }
  await choosing?.(phone).catch(() => {}); // what is wrong is told when the first picture is sent
  const video = h("video", { class: "sees", playsinline: true, muted: true });
  video.muted = true;
  video.srcObject = stream;
  const [track] = stream.getVideoTracks();
  if (!await video.play().then(() => true, () => false)) {
    track.stop();
    return photos(phone, "The camera shows nothing here.", again);
  }
  fill(phone.ways, video);
  stand(phone, "empty", "The phone watches the table.");
  const stop = (why) => {
    for (const end of ends) end();
    track.stop();
    offer(phone);
    tell(phone, "lost", why);
  };
  const ends = [awake(), follow(phone, video, stop)];
  track.addEventListener("ended", () => stop("The phone took the camera away, as for a call: start it again."));
}

// Keeps the screen from going dark while it is looked at; gives what ends it.
function awake() {
  const ask = async () => (document.visibilityState === "visible" ? navigator.wakeLock?.request("screen").catch(() => null) : null);
  let lock = ask();
  const again = () => { lock = ask(); };
  document.addEventListener("visibilitychange", again);
  return async () => {
    document.removeEventListener("visibilitychange", again);
    (await lock)?.release();
  };
}

// Looks ten times a second; sends a picture when the table has come to rest and is not as it was when last sent, and says
// whether it may have missed what lay there since: nobody looked, or nothing could be sent then.
// What is refused is sent again after a while, unless the table switched the camera off: then it stops, and says why. Gives
// what ends it.
function follow(phone, video, stop) {
  const motion = new Motion();
  let [busy, heard, again, ended] = [false, 0, 0, false];
  const looks = setInterval(async () => {
    if (video.readyState < 2) return;
    const now = performance.now();
    const can = !busy && now >= again;
    const rested = motion.look(video, now, can);
    if (!can || (!rested && now - heard < ALIVE)) return;
    busy = true;
    heard = now;
    const missed = rested && motion.sent();
    try {
      const { camera, seen } = await send(`${phone.path}/phone${missed ? "?missed=true" : ""}`, rested ? await still(video) : EMPTY);
      if (ended) return; // that it ended, and why, is told
      if (!rested && !seen) motion.forgotten();
      if (phone.state.classList.contains(`is-${ASKED}`)) phone.stands = ["read", "Sent a picture of the table."];
      else if (rested || phone.state.classList.contains("is-lost")) tell(phone, "read", camera.mode === "tap" ? "This match is tapped in: change that on the table’s page." : "Sent a picture of the table.");
    } catch (refusal) {
      if (ended) return;
      if (rested) motion.lost(missed);
      if (refusal.kind === "off") {
        phone.off = true;
        stop(refusal.message);
      } else if (!await moved(phone).catch(() => false)) {
        again = performance.now() + AGAIN;
        if (phone.state.textContent !== refusal.message) tell(phone, "lost", refusal.message); // what is written anew is read out anew
      }
    }
    busy = false;
  }, EVERY);
  return () => {
    ended = true;
    clearInterval(looks);
  };
}

function still(video) {
  const scale = Math.min(1, LONG / Math.max(video.videoWidth, video.videoHeight));
  const canvas = h("canvas", { width: Math.round(video.videoWidth * scale), height: Math.round(video.videoHeight * scale) });
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", QUALITY); });
}

addEventListener("hashchange", () => location.reload());
open().catch((refusal) => fill(page, h("section", { class: "card" }, h("p", { class: "error" }, refusal.message))));
