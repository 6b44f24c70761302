// The live feed of a match, with a word to the player when it breaks and when it is back.

const lost = document.getElementById("lost");

function say(name, text) {
  lost.className = `lost ${name}`;
  lost.textContent = text;
  lost.hidden = false;
}

export function listen(url, on) {
  const source = new EventSource(url);
  for (const [name, hear] of Object.entries(on)) source.addEventListener(name, (event) => hear(JSON.parse(event.data)));
  source.onerror = () => say("", "The connection to the table is lost. The score is safe; trying again…");
  source.onopen = () => {
    if (lost.hidden) return;
    say("back", "Connected again.");
    setTimeout(() => { lost.hidden ||= lost.classList.contains("back"); }, 2500);
  };
  return () => {
    source.close();
    lost.hidden = true;
  };
}
