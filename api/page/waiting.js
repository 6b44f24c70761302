// What waits for the player's word outlives a reload of the page: a photo with what he corrected on it, and a throw as
// far as it is tapped in.

const place = (table) => `waiting ${table.path}`;

export function keep(table) {
  const { look, entry, sheet, watcher } = table;
  const photo = look?.picture && !look.played && !look.asked ? { ...look, local: null } : null;
  if (watcher || (!photo && !entry.length)) sessionStorage.removeItem(place(table));
  else sessionStorage.setItem(place(table), JSON.stringify({ seq: sheet.seq, look: photo, entry }));
}

// What waits at this table: the photo or null, and the faces tapped in.
export function kept(table) {
  const { seq, ...waits } = JSON.parse(sessionStorage.getItem(place(table)) ?? "{}");
  return seq === table.sheet.seq ? waits : { look: null, entry: [] };
}
