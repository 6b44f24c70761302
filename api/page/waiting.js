// A photo that waits for the player's word outlives a reload of the page, with what he corrected on it.

const place = (table) => `photo ${table.path}`;

export function keep(table) {
  const { look } = table;
  if (!look?.picture || look.played || look.asked || table.watcher) sessionStorage.removeItem(place(table));
  else sessionStorage.setItem(place(table), JSON.stringify({ seq: table.sheet.seq, look: { ...look, local: null } }));
}

// The photo that waits at this table, or null.
export function kept(table) {
  const { seq, look } = JSON.parse(sessionStorage.getItem(place(table)) ?? "{}");
  return seq === table.sheet.seq ? look : null;
}
