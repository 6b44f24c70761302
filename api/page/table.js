// A table: one match, kept as the server last told it, and what this page is in the middle of.

import { LONG, Refusal, get, post } from "./api.js";
import * as eyes from "./camera.js";
import { correctionOf, mended } from "./changes.js";
import { correction } from "./correction.js";
import { again, cardDue, decision } from "./decision.js";
import { banner } from "./demo.js";
import { confirmCut } from "./dialogs.js";
import { inWords, spoken, spokenRoll } from "./dice.js";
import { fill, h, many } from "./dom.js";
import { aloud } from "./doubts.js";
import { dropped } from "./dropped.js";
import { early } from "./early.js";
import { sendPhoto } from "./fit.js";
import { grow } from "./grow.js";
import { help } from "./help.js";
import * as hands from "./hands.js";
import { SOON, keys } from "./keys.js";
import { listen } from "./live.js";
import { inPlace, same } from "./misread.js";
import { plays } from "./me.js";
import { odds } from "./odds.js";
import { unpressed } from "./press.js";
import { score } from "./score.js";
import { ELSEWHERE, aside, rematch, setAside } from "./shelf.js";
import { SLOW, notes, slow, tray, winner } from "./tray.js";
import { doubt, tell, voice } from "./voice.js";
import { WAITS, awaited, keep, kept } from "./waiting.js";
import { watching } from "./watching.js";

// Asks for a match; gives how to sit down at it, which gives what to do on leaving.
export async function sit(page, id, head) {
  const path = `/api/matches/${id}`;
  const table = new Table(page, path, ...(await Promise.all([get(path), plays()])));
  Object.assign(table, kept(table));
  await table.recall();
  return () => seated(table, head);
}

function seated(table, head) {
  head(
    h("span", { class: "what" }, table.sheet.title),
    voice(),
    h("button", { class: "button plain keys", type: "button", "aria-label": "Keys", onclick: () => help() }, "?"),
    h("a", { class: "button plain", href: "#/lobby" }, "All tables"));
  table.render();
  const forget = [keys(table), dropped(table), early(table)];
  const close = listen(`${table.path}/stream`, {
    view: (sheet) => table.hear(sheet),
    reading: (look) => table.overhear(look),
    dropped: ({ picture }) => table.forget(picture),
    camera: (camera) => table.seen(camera),
    hands: (told) => table.understand(told),
  });
  const rest = eyes.follow(table);
  table.lookElsewhere();
  const save = () => keep(table); // with what was typed since the page was drawn
  addEventListener("pagehide", save);
  return () => {
    removeEventListener("pagehide", save);
    Object.assign(table, { auto: null, left: true });
    close();
    rest();
    for (const each of forget) each();
  };
}

// Whether a throw counts as it lies on its photo.
const stands = ({ played, dice }, { log }) =>
  log.some((line) => line.n === played.n && line.stands && line.roll?.join(" ") === dice.map((one) => one.face).join(" "));

const happened = ({ view: { says, player } }) => `${says} ${player ? `${player} to play.` : ""}`;

const READ = 20_000; // milliseconds in which a note is read
const FULL = "The disk is full, or the data folder closed or gone: the match goes on in memory. Make room, or put the folder back where it was, and do not close Croupier before this note is gone.";

const LOST = "The answer was lost, and the score went on: look whether it has what you entered.";

const OTHERS = "What was tapped in was for another throw, and is gone.";

// Whether the same photo may be taken the next time: nobody answered, it was broken off, or something else was entered.
const sendAgain = ({ status, kind }) => [0, 408, 503].includes(status) || ["stale", "upload"].includes(kind);

const dismiss = (path, picture, says = null) => post(`${path}/dismiss`, { picture, says });

// What was played, without what the table agreed upon.
const played = ({ log }) => JSON.stringify(log.filter(({ stands, text }) => stands && !text.startsWith("adjust ")).map(({ text }) => text));

// Whether two tellings of a match are one.
const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// Whether a throw is what a photo shows, as it was read or with dice that somebody corrected.
const shows = ({ reading }, roll) => inPlace(reading, roll) || same(reading.dice.map(({ face }) => face).sort(), [...roll].sort());

const lastRoll = (sheet) => sheet.log.filter((line) => line.roll && line.stands).at(-1) ?? null;

// What lies on a photo is played: nothing is asked about it any more.
function scored(look, sheet) {
  Object.assign(look, { played: lastRoll(sheet), asked: false });
  for (const die of look.dice) die.mended = true;
}

class Table {
  look = null; // the picture on the felt, and the dice as read and mended
  lent = null; // the address of a photo that this device alone has
  entry = []; // faces tapped in so far
  begun = ""; // the next face as far as it is typed
  card = ""; // points of a bonus card as far as they are typed
  agreed = { open: false, player: "", points: "" }; // what the table agrees upon, as far as it is typed
  stay = null; // which of the free dice stay, by place
  corrected = null; // what was corrected on a picture that is asked about, before the page was loaded anew
  minded = false; // whether what may be done instead of the throw that was chosen is unfolded
  odds = false; // whether the odds are unfolded
  busy = null; // what we wait for, in words
  dropping = null; // the picture that is dropped here just now; none of a question without one
  gone = []; // those that somebody else dropped while we waited
  notice = null; // why the last request was refused
  noticed = null; // and the one that the page shows
  noticedAt = 0; // and since when
  forbidden = false; // whether the rules forbid the last correction: together with another one it may be allowed
  unanswered = null; // or that nobody answered it
  auto = null; // the run in which the demo plays by itself, if it does
  left = false; // whether we went to another room
  elsewhere = null; // the match in which this one, which is paused, went on with other players
  asking = false; // whether a request is under way
  slow = false; // whether it takes long
  heard = null; // what the feed told meanwhile
  later = null; // what the camera understood
  unseen = null; // and a photo that waits for a word
  camera = null; // how the camera is, as it last told
  watching = false; // whether the camera's card is unfolded
  sources = null; // the cameras that it lists, once they are known
  announced = null; // what the camera understood and played
  question = null; // what it asks of dice that were taken up
  changed = null; // what the last correction changed, and how to put it back
  opened = new Set(); // lines of the score card that are unfolded
  turns = null; // that card as it is drawn
  shown = null; // how the points of the turn grow on the page
  drawn = null; // the seq that the page shows: what is tapped was meant for that one
  lies = null; // and the photo
  news = false; // whether somebody else changed the table, which the page does not show yet
  renewed = 0; // when it showed such a change last
  soon = 0; // until when nobody can have seen a throw that just came, and meant a choice: it is the first key of one
  interrupted = 0; // when what was typed in was dropped last: more keys may follow that were meant for it
  aimed = null; // and both as they were when a photo was begun
  unsent = null; // a photo that the server did not answer

  constructor(page, path, sheet, plays) {
    Object.assign(this, { page, path, sheet, watcher: !plays, again: rematch(path) });
  }

  // Whether a picture waits for the player's word.
  get asked() {
    return this.look !== null && !this.look.played;
  }

  // Whether nothing can be corrected here: by who only watches, or in a match that was set aside.
  get shut() {
    return this.watcher || this.sheet.standing !== "open";
  }

  render() {
    unpressed(this.page, () => this.draw());
  }

  draw() {
    if (this.left) return; // another room is shown
    Object.assign(this, { drawn: this.sheet.seq, lies: this.look });
    if (this.news) Object.assign(this, { news: false, renewed: Date.now() });
    keep(this);
    const { view, demo, title, saved, standing } = this.sheet;
    const open = standing === "open";
    document.title = `${view.player || "Over"} · ${title} · Croupier`;
    fill(this.page, h("div", { class: "table", "data-seq": this.sheet.seq },
      h("div", { class: "near" },
        this.watcher && watching("The score is kept at the table."),
        demo && !this.watcher && banner(this),
        !saved && h("p", { class: "note bad" }, FULL),
        view.over && winner(this),
        open && (this.look || !view.over) ? tray(this) : [notes(this), slow(this)],
        open && hands.announcement(this),
        hands.waiting(this),
        ...(!open ? [setAside(this)] : this.watcher ? [] : [correction(this), hands.question(this), decision(this), again(this)]),
        odds(this)),
      h("div", { class: "far" }, !demo && !view.over && !this.watcher && eyes.card(this), score(this))));
    if (this.notice && this.notice !== this.noticed) this.page.querySelector("[data-notice]")?.scrollIntoView({ block: "nearest" }); // who pressed a button far below sees why not
    if (this.notice !== this.noticed) Object.assign(this, { noticed: this.notice, noticedAt: Date.now() });
    if (this.slow) for (const button of this.page.querySelectorAll(".near :is(.offer, .brass)")) button.ariaDisabled = "true";
    this.shown = grow(this.page.querySelector("[data-points]"), this.shown, view.points);
  }

  // Takes what the server says, to be drawn then, unless it is older than what we know; `own` is what was played here. Where
  // the server itself fell back, older is true.
  take(sheet, { keepLook = false, own = false, back = false } = {}) {
    if (sheet.seq < this.sheet.seq && !back) return;
    const moved = sheet.seq !== this.sheet.seq;
    const goes = awaited(this.sheet) !== awaited(sheet); // what lies there or is typed is of a throw that is due no more
    const otherwise = played(this.sheet) !== played(sheet);
    const others = String(this.sheet.view.free) !== String(sheet.view.free); // a correction may sort the dice anew
    const stale = moved && this.look?.played && !stands(this.look, sheet);
    const full = this.sheet.saved && !sheet.saved && FULL;
    const turned = sheet.standing !== this.sheet.standing;
    const corrected = moved && !own && !back ? mended(this.sheet, sheet) : undefined; // by somebody else: the way back is his and ours
    if (moved) this.changed = corrected ? correctionOf(this.sheet, sheet, corrected) : null;
    if (moved && !own) this.news = true;
    if (!goes && !otherwise && this.later?.question && this.later.seq === this.sheet.seq) this.later = { ...this.later, seq: sheet.seq }; // what was agreed upon answers no question
    if (!goes && this.unseen?.seq === this.sheet.seq) this.unseen = { ...this.unseen, seq: sheet.seq };
    tell(this.sheet, sheet);
    const before = this.sheet;
    this.sheet = sheet;
    if (goes || otherwise) this.question = null; // it was about what was played before
    if (goes) this.minded = false;
    if (sheet.view.player !== before.view.player || sheet.view.card.length !== before.view.card.length || turned) this.unnotice();
    if (goes || others) this.stay = null;
    if (!cardDue(sheet.view)) this.card = "";
    if (goes && !own && this.typed) this.interrupted = Date.now();
    if (goes) this.soon = !own && sheet.view.awaits.what === "decision" ? Date.now() + SOON : 0;
    if (goes) Object.assign(this, { entry: [], begun: "", unsent: null });
    if ((goes || stale) && !keepLook) this.look = null;
    if (moved || turned || full) this.say([this.changed?.says, aside(sheet) || happened(sheet), full].filter(Boolean).join(" "));
    if (turned) this.lookElsewhere();
  }

  // A note is about the turn in which it came, and goes with it once it could be read.
  unnotice() {
    if (this.notice === this.noticed && this.notice !== this.unanswered && Date.now() - this.noticedAt > READ) this.notice = null;
  }

  // For who is still at a match that went on with other players.
  async lookElsewhere() {
    this.elsewhere = null;
    if (this.sheet.standing !== "paused") return;
    const { match } = await get(`${this.path}/on`).catch(() => ({ match: null }));
    if (!match || this.left || this.sheet.standing !== "paused") return;
    this.elsewhere = match;
    this.say(ELSEWHERE);
    this.render();
  }

  // Adds a face to the throw that is tapped in.
  add(face) {
    if (this.entry.length >= this.sheet.view.awaits.dice) return;
    this.entry.push(face);
    this.tapped(spoken(face));
  }

  // Takes the face at a place back, the last one where none is named.
  takeBack(place = -1) {
    const [face] = this.entry.splice(place, 1);
    if (!this.typed) this.notice = null; // it said what to do with them
    this.tapped(face ? `Without ${spoken(face)}` : "Nothing is tapped in");
    this.heed();
  }

  // Who cannot see the throw that is tapped in hears of each change.
  tapped(said) {
    const left = this.sheet.view.awaits.dice - this.entry.length;
    this.say(`${said}. ${left ? `${many(left, "die", "dice")} to go.` : `All are there: ${spokenRoll(this.entry)}.`}`);
    this.render();
  }

  // The one place that tells who cannot see, or that of the dialog before it; the page is drawn anew too often to tell anything by itself.
  say(text) {
    [...document.querySelectorAll("#says, dialog[open] [data-says]")].at(-1).textContent = inWords(text, this.sheet.kit);
  }

  // What the feed tells while we ask is held back: the answer to our own request comes first.
  hear(sheet) {
    if (this.asking) this.heard = sheet;
    else {
      const back = this.notice !== null && this.notice === this.unanswered; // the server is there again
      if (back) Object.assign(this, { notice: null, unanswered: null });
      if (!back && alike(sheet, this.sheet)) return; // what we played ourselves
      const { look, mending: mended, typed } = this;
      const sent = this.asked && look.own;
      const [ahead, on] = [this.later?.seq > this.sheet.seq, back && sheet.seq > this.sheet.seq];
      if (sheet.seq < this.sheet.seq) return void this.fallBack();
      this.follow(sheet);
      if (on) this.refuse(LOST);
      if (ahead) this.heed();
      if (typed && !this.typed) this.overtaken("The score went on while you typed a throw in: look whether it has it.");
      if (mended && !this.look) this.overtaken("Somebody else played meanwhile, without what you corrected: look whether the score has it right.");
      else if (sent && this.look !== look && !shows(look, lastRoll(sheet)?.roll ?? [])) this.overtaken("Somebody else played meanwhile, and not what your photo shows: look whether the score has it right.");
    }
  }

  // Takes what others did. Where they corrected or took something back, the throw that lies there then has its photo here, too.
  async follow(sheet) {
    const { seq } = this.sheet;
    this.take(sheet);
    this.render();
    const last = sheet.log.filter((line) => line.stands).at(-1);
    if (this.look || this.left || sheet.seq === seq || !(last?.n <= seq)) return;
    await this.recall();
    if (this.look) this.render();
  }

  // A server may know less than this page: after its computer broke down, or with an older copy of the score.
  async fallBack() {
    const sheet = await get(this.path).catch(() => null);
    if (!sheet || sheet.seq >= this.sheet.seq || this.asking || this.left) return;
    this.take(sheet, { back: true });
    this.overtaken("The table lost what was played last: look what the score has, and enter the rest again.");
  }

  // A photo that a player corrects stays under his fingers, and so does a throw that is typed in; another one waits for that.
  overhear(look) {
    if (look.picture === this.look?.picture) return;
    if (this.asking || ((this.mending || this.typed) && !look.played)) this.unseen = look.played ? null : look;
    else this.see(look);
  }

  // Whether a part of a throw is tapped or typed in.
  get typed() {
    return this.entry.length > 0 || this.begun !== "";
  }

  // Whether a throw is being entered here: corrected on its photo, or tapped in.
  get entering() {
    return this.mending || this.entry.length > 0;
  }

  // Whether a throw lies here of which a player corrected something.
  get mending() {
    return this.asked && Boolean(this.look.touched) && !this.watcher;
  }

  // The camera tells often what it does: only its own lines change, unless it came or went.
  seen(camera) {
    const before = eyes.watches(this);
    const same = this.camera?.mode === camera.mode && this.camera?.source === camera.source;
    this.camera = camera;
    if (camera.source && camera.match === null && !this.sheet.demo && !this.sheet.view.over && !this.watcher) eyes.choose(this, camera.source);
    else if (same && before === eyes.watches(this)) eyes.show(this);
    else this.render();
  }

  understand(told) {
    const waited = this.later?.question && this.entering && hands.withdrawn(told); // that question, and not what is being entered
    this.later = waited ? null : told;
    if (waited) this.render();
    else if (!this.asking) this.heed();
  }

  // Hears what the camera understood meanwhile, and sees the photo that came.
  heed() {
    const { later, unseen } = this;
    if (!(later?.question && later.seq > this.sheet.seq)) { // else it waits for the score that it is about
      this.later = null;
      if (later) hands.hear(this, later);
    }
    if (!unseen || this.mending || this.typed || this.question || this.look?.asked) return;
    this.unseen = null;
    this.overhear({ ...unseen, match: this.sheet });
  }

  // Runs one request and gives its answer, or the refusal, which becomes a notice; a stale page becomes a fresh one.
  // One at a time: the second tap of a double tap asks nothing.
  async ask(request, busy = null) {
    if (this.asking) return null;
    const lost = this.unanswered !== null; // what was asked before may be in the score: then this one comes too late for it
    Object.assign(this, { notice: null, busy, asking: true });
    this.page.ariaBusy = "true";
    if (busy) {
      this.say(busy);
      this.render();
    }
    const wait = setTimeout(() => this.waits(), LONG);
    try {
      const told = await request();
      this.unanswered = null;
      return told;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.refused(refusal);
      if (lost && refusal.kind === "stale") this.refuse(LOST);
      this.unanswered = refusal.status === 0 ? this.notice : null;
      if (refusal.status === 0) await this.lookAfter();
      return refusal;
    } finally {
      clearTimeout(wait);
      const { heard, gone } = this;
      Object.assign(this, { busy: null, asking: false, slow: false, heard: null, gone: [] });
      if (heard?.seq >= this.sheet.seq && !alike(heard, this.sheet)) this.hear(heard);
      for (const picture of gone) this.forget(picture);
      this.heed();
      this.render();
      this.page.ariaBusy = "false";
    }
  }

  // No answer for a while: the player is told, and what he would press is no longer offered.
  waits() {
    if (this.busy || this.left) return; // the tray says so, or another room is shown
    this.slow = true;
    this.say(SLOW);
    this.render();
  }

  refused({ message, problem }) {
    if (problem.match) this.take(problem.match);
    this.refuse(message);
    if (problem.match?.seq < this.sheet.seq) setTimeout(() => this.fallBack());
  }

  // No answer came: what was asked may be in the score all the same.
  async lookAfter() {
    const sheet = await get(this.path).catch(() => this.heard);
    if (!sheet || sheet.seq <= this.sheet.seq) return;
    this.take(sheet);
    this.refuse(LOST);
  }

  refuse(message) {
    Object.assign(this, { notice: message, noticed: null, auto: null });
    this.say(message);
    this.render();
  }

  // What somebody else played is told beside what it cost here.
  overtaken(message) {
    this.refuse(message);
    this.say(`${happened(this.sheet)} ${message}`);
  }

  // A picture was looked at: either it is played, or it lies there to be confirmed.
  see({ played, picture, reading, match, seq = match.seq }, file = null, own = false) {
    this.take(match, { own });
    if (!played && seq !== this.sheet.seq) return void this.render(); // it was judged for another throw
    const dice = reading.dice.map((die) => ({ ...die }));
    const local = file && !picture ? this.lend(file) : null;
    Object.assign(this, { entry: [], begun: "", news: this.news || !own, look: { picture, local, dice, reading, own, faces: match.kit.faces, played: played ? lastRoll(match) : null } });
    this.render();
    if (!played) doubt();
    if (!played) this.say(`${aloud(dice)} Please check the dice. ${reading.reasons.join(" ")}`);
  }

  // Gives the address of a photo that the server could not keep; the browser may forget the one before.
  lend(file) {
    URL.revokeObjectURL(this.lent);
    this.lent = URL.createObjectURL(file);
    return this.lent;
  }

  // The photo of the last throw lies on the felt again, with the faces as they stand now, unless one waits for a word or
  // a throw is tapped in.
  async recall() {
    if (this.asked || this.entry.length) return;
    const { seq, log } = this.sheet;
    const last = log.filter((line) => line.stands).at(-1);
    if (!last?.roll || !last.picture) return;
    const reading = await this.receipt(last.seq).catch(() => null);
    if (this.asked || this.entry.length || this.sheet.seq !== seq) return; // it came too late
    if (!inPlace(reading, last.roll)) return;
    const dice = reading.dice.map((die, place) => ({ ...die, face: last.roll[place], mended: die.face !== last.roll[place] }));
    this.look = { picture: null, local: this.receiptPicture(last.seq), dice, reading, faces: this.sheet.kit.faces, played: last };
  }

  write(where, value, keepLook = false) {
    return this.ask(async () => {
      const asked = { after: this.drawn, ...value };
      const sheet = await post(`${this.path}/${where}`, asked).catch((refusal) => untold(refusal, where, asked));
      if (sheet instanceof Refusal) return sheet; // the player is asked about it
      this.take(sheet, { keepLook, own: true });
      return sheet;
    });
  }

  // What was corrected on a throw that waits for this stays.
  play(event) {
    return this.write("events", { event }, Boolean(this.look?.asked));
  }

  // Plays a choice, unless a throw is typed in that would be lost by it.
  choose(event) {
    if (this.sheet.view.awaits.what === "roll" && this.typed) return this.keepTyped();
    return this.play(event);
  }

  // Dice that are typed in are not lost by something else.
  keepTyped() {
    this.refuse(this.entry.length ? "A throw is typed in: play it first, or take its dice back." : "A face is begun: type the rest of it, or take it back with Backspace.");
    return true;
  }

  // A throw that is typed under a photo is no word to it: the rest of it, and the Enter that ends it, plays nothing.
  keepPhoto() {
    this.interrupted = Date.now();
    this.refuse(WAITS);
    return true;
  }

  // Right after a correction that took plays back it is that which is undone.
  undo() {
    return this.changed?.lost ? this.putBack(this.changed) : this.step("undo");
  }

  redo() {
    return this.step("redo");
  }

  // Whether something is entered here that would be lost, which is said then.
  keepEntered() {
    if (this.typed) return this.keepTyped();
    if (this.mending) this.refuse("A photo that you corrected waits for your word: play it, or drop it first.");
    return this.mending;
  }

  // One step back or forth, unless what is entered here would be lost by it; the photo of the throw that is the last one then
  // lies on the felt again.
  async step(where) {
    if (this.keepEntered()) return;
    const told = await this.write(where, {});
    if (!told || told instanceof Refusal) return;
    await this.recall();
    this.render();
  }

  // Whether another photo came under the finger: what is pressed was meant for the one that the page shows.
  swapped() {
    const other = this.look !== this.lies;
    if (other) this.refuse("Another photo came just now: tap again.");
    return other;
  }

  // Plays what lies on the photo, which stays there: a look back costs one tap less than a look at the log.
  confirm(event) {
    const { look } = this;
    if (this.swapped()) return null;
    return this.ask(async () => {
      const asked = { event, picture: look.picture, after: this.drawn };
      const sheet = await post(`${this.path}/events`, asked).catch((refusal) => {
        const match = untold(refusal, "events", asked);
        return lastRoll(match)?.seq === asked.after + 1 ? match : void this.take(match); // that throw lies there no more
      });
      if (!sheet) return;
      scored(look, sheet);
      this.take(sheet, { keepLook: true, own: true });
    });
  }

  // Corrects a past play as it was seen at the seq `after`, and gives the match then, or null if it stays as it was;
  // where later plays would not stand, the player decides whether they are cut.
  async amend(n, event, after = this.drawn, keepLook = false, cut = false) {
    const { sheet: before, typed } = this;
    if (this.asking) {
      this.forbidden = false;
      this.refuse("That is not corrected: the table had not answered yet. Do it again.");
      return null;
    }
    const told = await this.write("amend", { n, event, cut, after }, keepLook);
    this.forbidden = told?.kind === "rule";
    if (told?.kind === "later") return (await confirmCut(told.problem, before)) ? this.amend(n, event, after, keepLook, true) : null;
    if (!told || told instanceof Refusal) return null;
    this.changed = this.sheet.seq === told.seq ? correctionOf(before, told, n) : null; // what came since is not taken back with it
    if (!this.changed) return told;
    if (typed && !this.typed) this.changed.says += ` ${OTHERS}`;
    if (before.redoable) this.changed.says += " What was taken back before cannot be played again.";
    if (!this.look) await this.recall(); // of the throw that lies there
    this.say(this.changed.says);
    this.render();
    return told;
  }

  // Sends a photo; one that nobody answered, or could take, stays to be sent again, as long as its throw is due.
  async photo(file, aimed = null) {
    if (this.asking) return void (this.unsent ??= file); // it can be sent when that is answered
    const before = aimed?.look;
    const instead = before && !before.played && !before.asked && before.picture ? `&instead=${before.picture}` : "";
    const to = `${this.path}/photo?after=${aimed?.seq ?? this.drawn}${instead}`;
    const due = awaited(this.sheet);
    Object.assign(this, { aimed: null, unsent: null });
    const said = await this.ask(async () => this.see(await sendPhoto(to, file), file, true), "Reading the dice…");
    if (!(said instanceof Refusal) || !sendAgain(said) || awaited(this.sheet) !== due) return;
    this.unsent = file;
    this.render();
  }

  throwDemo() {
    return this.ask(async () => this.see(await post(`${this.path}/throw`, { after: this.drawn }), null, true), "The dice roll…");
  }

  // Takes a correction back; where other plays changed by it or were cut off, all from there on is played once more as it
  // was, with its pictures.
  async putBack({ n, was, plays, now }) {
    if (this.keepEntered()) return;
    if (!plays.length) return void await this.amend(n, was);
    const back = Array(now).fill("undo");
    await this.plays([...back, ...plays.map(({ text }) => text)], null, [...back.map(() => null), ...plays.map(({ seq }) => seq)]);
    await this.recall();
    this.render();
  }

  // Plays several events at once, the last of them perhaps the throw that lies on the photo; `receipts` are the entries
  // that they play once more, and `dice` those of the photo that were thrown.
  plays(events, look, receipts = [], dice = look?.dice) {
    if (look && this.swapped()) return null;
    const before = this.sheet;
    return this.ask(async () => {
      const sheet = await post(`${this.path}/plays`, { events, picture: look?.picture ?? null, receipts, after: this.drawn });
      const thrown = look !== null && events.at(-1).startsWith("roll ");
      if (thrown) scored(Object.assign(look, { dice }), sheet);
      else if (look) this.look = null;
      this.take(sheet, { keepLook: thrown, own: true });
      const amended = events.find((event) => event.startsWith("amend "))?.split(" ")[1];
      if (!amended) return;
      this.changed = correctionOf(before, sheet, Number(amended));
      this.say(this.changed.says);
    });
  }

  // Forgets a photo at once, and tells the others, who may see it too. What the camera asked the table must drop first.
  async drop() {
    const { look } = this;
    if (this.asking || this.swapped()) return;
    if (this.unseen?.picture === look.picture) this.unseen = null;
    if (!look.asked) {
      this.clear();
      if (look.picture) dismiss(this.path, look.picture).catch((refusal) => this.refused(refusal));
      return;
    }
    if ((await this.dismissed(look.picture)) && this.look === look) this.clear();
  }

  // Somebody dropped a photo: it goes here, too; while the table is asked something, as soon as it has answered.
  forget(picture) {
    if (this.unseen?.picture === picture) this.unseen = null;
    if (this.asking && picture !== this.dropping) this.gone.push(picture);
    if (this.asking || !this.asked || this.look.picture !== picture) return;
    const { mending } = this;
    this.clear();
    if (mending) this.overtaken("Somebody else dropped the photo that you corrected: take another, or tap the throw in.");
  }

  clear() {
    this.look = null;
    if (this.notice === WAITS) this.notice = null;
    this.say("The photo is dropped.");
    this.heed();
    this.render();
  }

  // Nothing of what the camera asked was meant; a photo that lies beside the question stays.
  async neither(question) {
    if (!(await this.dismissed(null, question.says))) return;
    if (this.question === question) this.question = null;
    this.say("The question is dropped.");
    this.heed();
    this.render();
  }

  async dismissed(picture, says) {
    if (this.asking) return false;
    this.dropping = picture ?? "";
    const done = await this.ask(() => dismiss(this.path, picture, says).then(() => true));
    this.dropping = null;
    return done === true;
  }

  rematch() {
    return this.ask(this.again);
  }

  picture(name) {
    return `${this.path}/pictures/${name}`;
  }

  receiptPicture(seq) {
    return `${this.path}/receipts/${seq}`;
  }

  before(n) {
    return get(`${this.path}/before/${n}`);
  }

  // Lets the players' own dice learn a die of a past roll.
  learn(seq, place, face) {
    return post(`${this.path}/rolls/${seq}/lesson`, { die: place, face });
  }

  receipt(seq) {
    return get(`${this.path}/receipts/${seq}/reading`);
  }
}

// What comes of a refusal that nobody need be told: the match as it stands where somebody else entered the same play at the
// same point, as it counts once; and the refusal itself where a correction would break what came later, as that is asked.
// Points agreed upon may be meant to count twice, and a correction is no play.
function untold(refusal, where, { after, event }) {
  if (where === "amend" && refusal.kind === "later") return refusal;
  const { match } = refusal.problem ?? {};
  const next = match?.log.find(({ seq }) => seq === after + 1);
  if (where !== "events" || !next?.stands || next.text !== event || event.startsWith("adjust ")) throw refusal;
  return match;
}
