// Who presses a button in the moment after the table changed meant what stood there before: that plays nothing, and is told.

const SEEN = 400; // milliseconds in which nobody can have seen what changed, and meant it
const PLAYS = ".near :is(.offer, .guess, .brass:not([data-key=photo]), [data-key=undo], [data-key=redo], [data-key=drop], [data-key=take-back], [data-key=put-back], [data-key=card-taken], [data-key^=way-])";

// Hears what is pressed at a table; gives what to do on leaving.
export function early(table) {
  let down = 0;
  const press = () => { down = Date.now(); };
  const hear = (event) => {
    if (!event.isTrusted || !tooEarly(table, event.target.closest("button"), event.detail ? down : Date.now())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("pointerdown", press, true);
  addEventListener("click", hear, true);
  return () => {
    removeEventListener("pointerdown", press, true);
    removeEventListener("click", hear, true);
  };
}

// Whether a button that plays was pressed before what others did there can have been seen, which is said then. What a finger
// began to press before the page showed it counts for what was seen.
export function tooEarly(table, button, at = Date.now()) {
  const soon = at >= table.renewed && at < table.renewed + SEEN && Boolean(button?.matches(PLAYS));
  if (soon) table.refuse("The table changed just now: tap again.");
  return soon;
}
