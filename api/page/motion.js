// Whether a table moves or rests, told from a small grey canvas.

const [WIDE, HIGH] = [96, 72]; // pixels of the small picture
const LEVEL = 14; // levels of 256 by which a pixel must change, beyond a change of all the light
const FEW = 6; // pixels that noise may change
const REST = 500; // milliseconds without motion

export class Motion {
  #canvas = Object.assign(document.createElement("canvas"), { width: WIDE, height: HIGH });
  #last = null; // the small picture before
  #now = null;
  #told = null; // the one that was sent last
  #since = 0; // when the rest began

  // Takes one look; true once when a rest has lasted and shows something new.
  look(video, time) {
    const small = this.#grey(video);
    if (!this.#last || changed(this.#last, small) > FEW) this.#since = time;
    this.#last = small;
    this.#now = small;
    return time - this.#since >= REST && (!this.#told || changed(this.#told, small) > FEW);
  }

  // What is seen now is sent.
  sent() {
    this.#told = this.#now;
  }

  // Whether something else is seen now than what was sent.
  differs() {
    return Boolean(this.#told) && changed(this.#told, this.#now) > FEW;
  }

  // What was sent is known no more: what rests is news once again.
  forgotten() {
    this.#told = null;
  }

  #grey(video) {
    const context = this.#canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(video, 0, 0, WIDE, HIGH);
    const { data } = context.getImageData(0, 0, WIDE, HIGH);
    return Float32Array.from({ length: WIDE * HIGH }, (_, at) => (data[4 * at] + data[4 * at + 1] + data[4 * at + 2]) / 3);
  }
}

// How many pixels changed by more than all of them did.
function changed(before, now) {
  const shift = now.reduce((sum, level, at) => sum + level - before[at], 0) / now.length;
  return now.reduce((count, level, at) => count + (Math.abs(level - before[at] - shift) > LEVEL), 0);
}
