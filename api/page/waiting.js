// What waits for the player's word outlives a reload of the page: a photo with what he corrected on it, and a throw as
// far as it is tapped in.

// What the match waits for: after which play, of whom, and how many dice. What the table agrees upon and corrections of
// what was played leave it as it was.
export function awaited({ log, view: { player, awaits } }) {
  const last = log.findLast((line) => line.stands && !line.text.startsWith("adjust "));
  return `${last?.n} ${player}: ${awaits.what} ${awaits.dice}`;
}

const place = (table) => `waiting ${table.path}`;

export function keep(table) {
  const { look, entry, sheet, watcher } = table;
  const photo = look?.picture && !look.played && !look.asked ? { ...look, local: null } : null;
  if (watcher || (!photo && !entry.length)) sessionStorage.removeItem(place(table));
  else sessionStorage.setItem(place(table), JSON.stringify({ due: awaited(sheet), look: photo, entry }));
}

// What waits at this table: the photo or null, and the faces tapped in.
export function kept(table) {
  const { due, ...waits } = JSON.parse(sessionStorage.getItem(place(table)) ?? "{}");
  return due === awaited(table.sheet) ? waits : { look: null, entry: [] };
}
