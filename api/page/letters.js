// Whether letters, digits and signs act by themselves, as this browser keeps it: who speaks to the computer, or rests a hand
// on the keys, may want none of them to.

const KEPT = "croupier-letters";

export const TURNED = "letters-turned"; // what the window is told when they are switched off or on

export const letters = () => localStorage.getItem(KEPT) !== "off";
export function turn() {
  if (letters()) localStorage.setItem(KEPT, "off");
  else localStorage.removeItem(KEPT);
  window.dispatchEvent(new Event(TURNED));
}

// Whether a key is to be left alone because they are off; Enter, Backspace, Space and the arrows always act.
export const silent = ({ key }) => !letters() && key.length === 1 && key !== " ";
