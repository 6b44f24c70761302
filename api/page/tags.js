// Where the tags of the dice on a photo stand: each beside its die, where it hides least of the others.

const EM = 0.5; // the size of its letters, in sides of its die
const [LETTER, AIR, HIGH, OUT] = [0.62, 0.9, 1.75, 0.28]; // how wide a letter is, what is around the word, how high a tag is and how far out it stands, in em
const SPOTS = [[1, -1], [-1, -1], [1, 1], [-1, 1], [0, -1.3], [0, 1.3], [1.3, 0], [-1.3, 0]]; // right and down; the first where several are as good

// Gives for each die, by their boxes and what their tags say, how far to the right and how far down its tag stands, in
// halves of its side.
export function tags(boxes, words, view) {
  const placed = [];
  return boxes.map((box, place) => {
    const others = [...boxes.filter((_, at) => at !== place), ...placed];
    const tried = SPOTS.map((spot) => laid(box, words[place], spot)).map((tag) => ({ tag, bad: others.reduce((sum, other) => sum + common(tag, other), 0) + 10 * beyond(tag, view) }));
    const best = tried.reduce((least, one) => (one.bad < least.bad ? one : least));
    placed.push(best.tag);
    return SPOTS[tried.indexOf(best)];
  });
}

// The box of a tag.
function laid([x0, y0, x1, y1], word, [right, down]) {
  const side = Math.max(x1 - x0, y1 - y0);
  const em = EM * side;
  const [x, y] = [(x0 + x1) / 2 + right * (side / 2 + OUT * em), (y0 + y1) / 2 + down * (side / 2 + OUT * em)];
  const [wide, high] = [((AIR + LETTER * word.length) * em) / 2, (HIGH * em) / 2];
  return [x - wide, y - high, x + wide, y + high];
}

const area = ([x0, y0, x1, y1]) => Math.max(x1 - x0, 0) * Math.max(y1 - y0, 0);
const common = ([a0, b0, a1, b1], [x0, y0, x1, y1]) => area([Math.max(a0, x0), Math.max(b0, y0), Math.min(a1, x1), Math.min(b1, y1)]);
const beyond = (tag, [x, y, wide, high]) => area(tag) - common(tag, [x, y, x + wide, y + high]);
