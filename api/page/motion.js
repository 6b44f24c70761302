// Whether a table moves or rests, told from a small grey canvas; and whether something may have lain there unseen.

const [WIDE, HIGH] = [96, 72]; // pixels of the small picture
const LEVEL = 14; // levels of 256 by which a pixel must change, beyond a change of all the light
const FEW = 6; // pixels that noise may change
const REST = 500; // milliseconds without motion
const BLIND = 2000; // milliseconds between two looks in which another throw may have lain there

export class Motion {
  #canvas = Object.assign(document.createElement("canvas"), { width: WIDE, height: HIGH });
  #last = null; // the small picture before
  #told = null; // the one that was sent last
  #since = 0; // when the rest began
  #looked = 0; // when it was looked at last
  #waits = false; // whether a rest is to be sent as soon as that is possible
  #missed = true; // whether something may have lain there unseen since what was sent last

  // Takes one look; whether a rest has lasted and shows something new that can be sent now.
  look(video, time, can) {
    const small = this.#grey(video);
    if (!this.#last || changed(this.#last, small) > FEW) this.#since = time;
    this.#last = small;
    const rested = time - this.#since >= REST && this.#news();
    if (!this.#missed && (time - this.#looked > BLIND || (this.#waits && !rested))) {
      this.#missed = true;
      this.#told = null; // what rests next is sent in any case, and so it is told
    }
    this.#looked = time;
    this.#waits = rested && !can;
    return rested && can;
  }

  // What is seen now is sent; gives whether something may have been missed before.
  sent() {
    const missed = this.#missed;
    this.#told = this.#last;
    this.#missed = false;
    return missed;
  }

  // What was sent did not come; where something else lies there by now, it was missed.
  lost(missed) {
    this.#missed ||= missed || this.#news();
    this.#told = null;
  }

  // What was sent is known no more: what rests is news once again.
  forgotten() {
    this.#told = null;
  }

  #news() {
    return !this.#told || changed(this.#told, this.#last) > FEW;
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
