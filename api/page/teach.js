// Teach my dice: name a face, show it three times, and hear what the eye gained; share sets as files.

import { get, once, post, put, remove, send } from "./api.js";
import { called } from "./camera.js";
import { question } from "./dialogs.js";
import { fill, h, many } from "./dom.js";
import { sendPhoto } from "./fit.js";
import { plays } from "./me.js";
import { watching } from "./watching.js";

const SHOW = "Show these photos";
const ENOUGH = 3; // showings of a face
const PICTURE = 1000; // milliseconds between two pictures of the camera

export async function teach(page) {
  const place = h("div", { class: "lobby" });
  let [sight, here] = [null, false];
  const again = async () => {
    const { kits } = await get("/api/kits");
    const known = shelf(kits);
    await known.refresh();
    sight?.leave();
    sight = watched();
    fill(place, lesson(kits, known, sight, again), known.element);
    if (here) sight.start();
  };
  if (await plays()) await again();
  else fill(place, h("section", { class: "card" }, h("h1", {}, "Teach my dice"), watching("Dice are taught by those who play.")));
  return () => {
    document.title = "Teach my dice · Croupier";
    fill(page, place);
    here = true;
    sight?.start();
    return () => { here = false; sight?.leave(); };
  };
}

// What the camera sees, if one is on that no match is played before, or the cameras that may be switched on; `ask` says
// what is to be done when its picture is to be learned.
function watched() {
  const element = h("div", { class: "stack watch sight" });
  const error = h("p", { class: "error", role: "alert" });
  const picture = h("img", { class: "sees", alt: "What the camera sees", hidden: true });
  const state = h("p", { class: "muted", role: "status" });
  let [show, camera, drawn, running, timer] = [() => {}, null, "", null, 0];
  const kind = () => (camera.state === "off" ? "off" : camera.playing ? "playing" : "on");
  const choose = async (source) => {
    error.textContent = "";
    await follow();
    if (drawn === "playing") return; // a match was begun before it meanwhile
    try { await post("/api/camera", { source }); } catch (refusal) { error.textContent = refusal.message; }
    await follow();
    element.querySelector("button")?.focus();
  };
  const off = async () => {
    const { cameras } = await get("/api/cameras").catch(() => { drawn = ""; return { cameras: [] }; }); // asked again soon
    const sources = cameras.filter((source) => source !== "phone"); // that is one of a match
    return sources.map((source) => h("button", { class: "button", type: "button", onclick: () => choose(source) }, `Use ${called(source)}`));
  };
  const parts = {
    off: async () => h("div", { class: "tools" }, await off()),
    playing: () => h("p", { class: "muted" }, "The camera watches a match that goes on: what you lay before it is thrown there. Pause that match to show your dice to the camera, or send photos."),
    on: () => [picture, state, h("div", { class: "tools" },
      h("button", { class: "button", type: "button", onclick: () => show() }, "Show it to the camera"),
      h("button", { class: "button plain", type: "button", onclick: () => choose(null) }, "Switch the camera off"))],
  };
  const look = async () => {
    camera = await get("/api/camera").catch(() => camera);
    if (camera && kind() !== drawn) {
      drawn = kind();
      fill(element, await parts[drawn](), error);
    }
    const sees = Boolean(camera?.sees);
    picture.hidden = !sees;
    const now = sees ? "" : camera?.sentence ?? "";
    if (state.textContent !== now) state.textContent = now;
    if (sees && drawn === "on") picture.src = `/api/camera/picture?${Date.now()}`;
  };
  const follow = () => (running ??= look().finally(() => { running = null; }));
  const start = () => { follow(); timer = setInterval(() => document.hidden || follow(), PICTURE); };
  return { element, start, ask: (act) => { show = act; }, leave: () => clearInterval(timer) };
}

function lesson(kits, shelved, sight, again) {
  const name = h("input", { type: "text", name: "name", maxlength: 40, required: true, autocomplete: "off", list: "sets" });
  const known = h("datalist", { id: "sets" });
  const kit = h("select", { name: "kit" }, h("option", { value: "" }, "Dice with signs of their own"), kits.map(({ id, title }) => h("option", { value: id }, title)));
  const kind = h("label", {}, "What kind of dice?", kit); // of a set that is there, it is said under Your dice
  const look = () => {
    fill(known, shelved.sets().map((set) => h("option", { value: set.name })));
    kind.hidden = shelved.has(name.value.trim());
  };
  name.addEventListener("input", look);
  const face = h("input", { type: "text", name: "face", maxlength: 20, required: true, autocomplete: "off", placeholder: "skull" });
  const photos = h("input", { type: "file", name: "photo", accept: "image/*", multiple: true });
  const says = h("p", { class: "muted", role: "status" });
  const error = h("p", { class: "error", role: "alert" });
  photos.addEventListener("change", () => { error.textContent = ""; });
  const crops = h("div", { class: "tools crops" }); // what was learned of the face that is shown
  let cropped = "";
  const told = ({ face: shown, boxes, crops: cut, learned, doubt, dice }) => {
    if (cropped !== `${dice.name} ${shown}`) fill(crops);
    cropped = `${dice.name} ${shown}`;
    if (!learned) {
      says.textContent = `I saw ${boxes.length === 1 ? "this die" : "these dice"} lie just so before, and learned nothing new: throw anew.`;
      return doubt;
    }
    crops.append(...cut.map((src) => h("img", { class: "crop", src, alt: `A die that was learned as ${shown}` })));
    const times = dice.shown[shown];
    const more = times < ENOUGH ? ` Throw it anew and show it ${ENOUGH - times === 1 ? "once" : "twice"} more.` : " That face is done: name the next.";
    says.textContent = `I see ${boxes.length === 1 ? "one die" : `${boxes.length} dice`} with ${shown}.${more} ${times < ENOUGH ? "" : dice.says}`;
    return doubt;
  };
  const submit = h("button", { class: "button brass", type: "submit" }, SHOW);
  let showing = false; // one showing after another: what is learned is told by its face
  const show = async (pictures) => {
    if (showing) return;
    const busy = (now) => { showing = now; submit.disabled = now; submit.textContent = now ? "One moment: the photos are looked at…" : SHOW; };
    const held = document.activeElement === submit;
    busy(true);
    await sendAll(pictures).finally(() => busy(false));
    if (held && document.activeElement === document.body) submit.focus();
  };
  const sendAll = async (pictures) => {
    error.textContent = says.textContent = "";
    const [set, shown] = [name.value.trim(), face.value.trim()];
    if (!set || !shown) { error.textContent = "Name the set and the face first."; return; }
    if (/[/\\]|^\.\.?$/.test(set)) { error.textContent = "A set of dice has a name without / or \\, such as skulls: choose one."; return; }
    if (!pictures.length) { error.textContent = "Choose photos of it first."; return; }
    const query = new URLSearchParams(shelved.has(set) ? { face: shown } : { face: shown, kit: kit.value });
    const useless = []; // what is to be said of pictures; the others are learned from all the same
    for (const [at, picture] of pictures.entries()) {
      says.textContent = pictures.length > 1 ? `Photo ${at + 1} of ${pictures.length} of ${shown} is looked at…` : `${shown} is looked at…`;
      if (picture.name && !picture.size) { useless.push(`${picture.name} is empty: choose another picture.`); continue; }
      try {
        const doubt = told(await sendPhoto(`/api/dice/${encodeURIComponent(set)}/lessons?${query}`, picture));
        if (doubt) useless.push(doubt);
      } catch (refusal) {
        if (refusal.status === 0) { says.textContent = ""; error.textContent = refusal.message; return; } // they stay chosen, to be sent again
        useless.push(pictures.length > 1 ? `${picture.name} was of no use: ${refusal.message}` : refusal.message);
      }
    }
    if (says.textContent.endsWith("…")) says.textContent = ""; // of the last one it is told what was wrong
    if (pictures.every((picture, at) => picture === photos.files[at])) photos.value = ""; // else others were chosen meanwhile
    error.textContent = useless.join(" ");
    await shelved.refresh().catch(() => {}); // the form says what went wrong
    look();
  };
  sight.ask(() => show([new Blob([])]));
  return h("section", { class: "card", "aria-label": "Teach my dice" },
    h("h1", {}, "Teach my dice"),
    h("p", {}, "Lay the dice on the table, all with the same face up, and show them three times, thrown anew each time. Of several dice in a picture each counts."),
    h("form", { onfocusin: look, onsubmit: (event) => { event.preventDefault(); show([...photos.files]); } },
      h("label", {}, "Name of the set", name), known,
      kind,
      h("label", {}, "The face that is up", face, h("small", {}, "One word, such as skull; on dice with numbers or letters what it shows, such as 5 or A.")),
      h("label", {}, "Photos of it", photos),
      h("div", { class: "tools" }, submit),
      sight.element,
      error, says, crops,
      h("div", { class: "tools" }, h("button", { class: "button", type: "button", onclick: () => again().catch((refusal) => { error.textContent = refusal.message; }) }, "Done"))));
}

// The sets that were taught, each on a card of its own: what is typed and open there stays when they are heard of anew.
function shelf(kits) {
  let [sets, saves] = [[], 0];
  const cards = new Map();
  const heading = h("h2", { tabindex: -1 }, "Your dice");
  const bring = h("input", { type: "file", accept: ".dice", "aria-label": "A file of dice that somebody shared" });
  const error = h("p", { class: "error", role: "alert" });
  const refresh = async () => {
    let before = null;
    do {
      before = saves;
      ({ sets } = await get("/api/dice"));
    } while (saves !== before); // what was saved meanwhile is newer
    const names = new Set(sets.map((set) => set.name));
    for (const [name, card] of cards) {
      if (names.has(name)) continue;
      if (card.element.contains(document.activeElement)) heading.focus();
      card.element.remove();
      cards.delete(name);
    }
    let last = heading;
    for (const set of sets) {
      const card = cards.get(set.name) ?? standing(set, kits, guard, () => { saves += 1; }, failed);
      cards.set(set.name, card);
      card.tell(set);
      if (last.nextSibling !== card.element) last.after(card.element);
      last = card.element;
    }
  };
  const failed = async ({ message, status }) => {
    error.textContent = message;
    if (status === 404) await refresh().catch(() => {}); // it was forgotten elsewhere
  };
  const guard = (act) => once(async () => {
    error.textContent = "";
    try { if ((await act()) !== null) await refresh(); } catch (refusal) { await failed(refusal); }
  });
  const take = async () => {
    const [file] = bring.files;
    bring.value = ""; // the same file may be chosen again, once it is put right
    return file ? send("/api/dice/file", file) : null;
  };
  bring.addEventListener("change", guard(take));
  const element = h("section", { class: "card", "aria-label": "Your dice" },
    heading,
    h("label", {}, "Take a set that was shared", bring), error);
  return { element, refresh, sets: () => sets, has: (name) => sets.some((set) => usual(set.name) === usual(name)) };
}

// What stands for what: a field a face, empty where it stands for itself.
function standing({ name }, kits, guard, saved, failed) {
  const path = `/api/dice/${encodeURIComponent(name)}`;
  let [set, fields] = [null, []];
  const kit = h("select", {},
    h("option", { value: "" }, "No others: they show signs of their own"),
    kits.map(({ id, title }) => h("option", { value: id }, title)));
  const whole = h("select", {}, h("option", { value: "" }, "Yes"), h("option", { value: "whole" }, "No, only those that were taught"));
  const also = h("label", {}, "Do they show its other faces too?", whole);
  const choose = () => { also.hidden = !kit.value; };
  kit.addEventListener("change", choose);
  const summary = h("summary", {}, name);
  const says = h("p", { role: "status" });
  const error = h("p", { class: "error", role: "alert" });
  const rows = h("div", { class: "inner" });
  const known = (id) => [...kit.options].some(({ value }) => value === id);
  const follow = (select, before, now) => { if (select.value === before) select.value = now; };
  const typed = () => Object.fromEntries(fields.map(({ dataset: { face }, value }) => [face, value]).filter(([face, value]) => value !== (set.stands[face] ?? "")));
  // What was changed here is saved, and nothing else: another device may have changed the rest.
  const changed = () => {
    const all = !kit.value || whole.value === "whole";
    const stands = Object.fromEntries(Object.entries(typed()).map(([face, value]) => [face, value.trim()]));
    return { ...(kit.value !== (set.kit ?? "") && { kit: kit.value }), ...(all !== Boolean(set.whole) && { whole: all }), stands };
  };
  // What was changed here since the set was last told of stays; all else follows the set, which may be changed elsewhere too.
  const tell = (now, kept = typed()) => {
    if (set?.says !== now.says) says.textContent = now.says;
    if (now.kit && !known(now.kit)) kit.append(h("option", { value: now.kit }, `${now.kit}, which this Croupier does not know`));
    follow(kit, set?.kit ?? "", now.kit ?? "");
    follow(whole, set?.whole ? "whole" : "", now.whole ? "whole" : "");
    choose();
    set = now;
    const held = rows.contains(document.activeElement);
    fields = Object.keys(set.shown).map((face) => h("input", { type: "text", "data-face": face, "data-key": face, value: kept[face] ?? set.stands[face] ?? "", size: 5, autocomplete: "off" }));
    fill(rows,
      fields.map((field) => h("label", {}, `${field.dataset.face} (shown ${many(set.shown[field.dataset.face], "time")}) stands for`, field)),
      fields.length > 1 && h("div", { class: "tools" }, fields.map(({ dataset: { face } }) =>
        h("button", { class: "button plain", type: "button", "data-key": `forget ${face}`, onclick: guard(async () => (await forgets(face)) && remove(`${path}?face=${encodeURIComponent(face)}`)) }, `Forget ${face}`))));
    if (held && !rows.contains(document.activeElement)) summary.focus();
  };
  const save = async () => {
    says.textContent = error.textContent = "";
    try {
      const asked = changed();
      const now = await put(path, asked);
      saved();
      tell(now, {});
      const otherwise = "kit" in asked || "whole" in asked || Object.keys(asked.stands).length > 0;
      const matches = otherwise && await playing(name).catch(() => 0);
      const goOn = matches && (matches === 1 ? "A match goes on with these dice, and reads them so from now on." : `${matches} matches go on with these dice, and read them so from now on.`);
      says.textContent = ["Saved.", now.says, goOn].filter(Boolean).join(" ");
    } catch (refusal) {
      if (refusal.status === 404) await failed(refusal);
      else error.textContent = refusal.message;
    }
  };
  const element = h("details", {}, summary, h("div", { class: "inner" },
    says,
    h("label", {}, "Played as the dice of", kit),
    also,
    rows,
    h("div", { class: "tools" },
      h("button", { class: "button", type: "button", onclick: save }, "Save"),
      h("a", { class: "button", href: `${path}/file`, download: `${name}.dice` }, "Share as a file"),
      h("button", { class: "button plain", type: "button", onclick: guard(async () => (await forgets(name, await playing(name))) && remove(path)) }, "Forget these dice")),
    error));
  return { element, tell };
}

// Names of sets are the same however their letters are stored, and in capitals too.
const usual = (name) => name.normalize("NFC").toLowerCase();

// How many matches go on with these dice.
const playing = async (name) => (await get("/api/matches")).matches.filter((match) => match.dice === name && !match.over).length;

const forgets = (name, matches = 0) =>
  question(`Forget ${name}?`, (done) => [
    matches > 0 && h("p", {}, `${matches === 1 ? "A match goes on with them: its throws" : `${matches} matches go on with them: their throws`} must be tapped in from then on.`),
    h("p", {}, "There is no way back: share them as a file first if you may want them again."),
    h("div", { class: "ends" },
      h("button", { class: "button", type: "button", onclick: () => done(null) }, "Keep them"),
      h("button", { class: "button brass", type: "button", onclick: () => done(true) }, "Forget them")),
  ]);
