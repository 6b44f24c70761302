// A picture may be dropped anywhere on the table; the place for it lights up. Gives what to do on leaving.

import { WAITS } from "./waiting.js";

export function dropped(table) {
  const place = () => document.querySelector(".drop");
  const over = () => place()?.classList.add("over");
  const left = ({ relatedTarget }) => { if (!relatedTarget) place()?.classList.remove("over"); };
  const drop = ({ dataTransfer }) => {
    place()?.classList.remove("over");
    const [file] = dataTransfer.files;
    if (!file || table.watcher || table.busy || table.sheet.view.over || document.querySelector("dialog[open]")) return;
    if (table.sheet.view.awaits.what === "roll" && !table.asked) table.photo(file);
    else table.refuse(table.asked ? WAITS : "No throw is awaited now: choose what to do with the dice first.");
  };
  const heard = { dragover: over, dragleave: left, drop };
  for (const [event, hear] of Object.entries(heard)) window.addEventListener(event, hear);
  return () => { for (const [event, hear] of Object.entries(heard)) window.removeEventListener(event, hear); };
}
