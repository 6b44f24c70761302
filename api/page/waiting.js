// What waits for the player's word outlives a reload of the page: a photo with what he corrected on it, a throw as far as it
// is tapped in, and the way back from the last correction.

// What the match waits for: after which play, of whom, and how many dice. What the table agrees upon and corrections of
// what was played leave it as it was.
export function awaited({ log, view: { player, awaits } }) {
  const last = log.findLast((line) => line.stands && !line.text.startsWith("adjust "));
  return `${last?.n} ${player}: ${awaits.what} ${awaits.dice}`;
}

const place = (table) => `waiting ${table.path}`;

export function keep(table) {
  const { look, entry, sheet, watcher, changed } = table;
  const photo = look?.picture && !look.played && !look.asked && look.touched ? { ...look, local: null } : null; // of others the feed tells
  if (watcher || (!photo && !entry.length && !changed)) sessionStorage.removeItem(place(table));
  else sessionStorage.setItem(place(table), JSON.stringify({ due: awaited(sheet), seq: sheet.seq, look: photo, entry, changed }));
}

// What waits at this table: the photo or null, the faces tapped in, and what was corrected last, if nothing came after.
export function kept(table) {
  const { due, seq, look, entry, changed } = JSON.parse(sessionStorage.getItem(place(table)) ?? "{}");
  const waits = due === awaited(table.sheet) ? { look, entry } : { look: null, entry: [] };
  return { ...waits, changed: seq === table.sheet.seq ? changed : null };
}
