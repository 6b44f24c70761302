// What waits for the player's word outlives a reload of the page: a photo with what he corrected on it, a throw as far as it
// is tapped in, which dice stay, and the way back from the last correction.

export const WAITS = "A photo waits for your word: play it, or drop it first.";

// What the match waits for: after which play, of whom, and how many dice. What the table agrees upon and corrections of
// what was played leave it as it was.
export function awaited({ log, view: { player, awaits } }) {
  const last = log.filter((line) => line.stands && !line.text.startsWith("adjust ")).at(-1);
  return `${last?.n} ${player}: ${awaits.what} ${awaits.dice}`;
}

const place = (table) => `waiting ${table.path}`;

export function keep(table) {
  const { look, entry, begun, card, agreed, sheet, watcher, changed, stay } = table;
  const touched = look?.picture && !look.played && look.touched;
  const photo = touched && !look.asked ? { ...look, local: null } : null;
  const corrected = touched && look.asked ? { picture: look.picture, dice: look.dice } : table.corrected; // the feed tells the rest
  const waits = photo || entry.length || begun || card || agreed.points || changed || stay || corrected;
  if (watcher || !waits) sessionStorage.removeItem(place(table));
  else sessionStorage.setItem(place(table), JSON.stringify({ due: awaited(sheet), seq: sheet.seq, look: photo, entry, begun, card, agreed, changed, stay, free: String(sheet.view.free), corrected }));
}

// What waits at this table: the photo or null, the faces tapped in and the one begun, which dice stay, what was corrected on a
// picture that is asked about, what is typed of a card and of what the table agrees upon, and what was corrected last, if
// nothing came after.
export function kept(table) {
  const { due, seq, look, entry, begun, card, agreed, changed, stay, free, corrected } = JSON.parse(sessionStorage.getItem(place(table)) ?? "{}");
  const same = free === String(table.sheet.view.free);
  const waits = due === awaited(table.sheet) ? { look, entry, begun: begun ?? "", card: card ?? "", stay: same ? stay : null, corrected: corrected ?? null } : {};
  return { ...waits, agreed: agreed ?? table.agreed, changed: seq === table.sheet.seq ? changed : null };
}
