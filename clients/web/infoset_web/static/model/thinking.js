// How long somebody thinks, so that an answer that needed no thought takes no less: who is quick to answer tells that there was no choice.
const MOST_KEPT = 24;
const USUAL_MS = [1200, 2400, 4200]; // as long as nothing is known
const MOST_MS = 12_000; // nobody wants to wait longer for what is not thought about
const PART = 0.5; // of the time that is left

export class Thinking {
  constructor(random = Math.random) {
    this.random = random;
    this.times = [];
  }

  /** Somebody has taken so long over a question. */
  note(ms) {
    this.times = [...this.times.slice(1 - MOST_KEPT), Math.min(ms, MOST_MS)];
  }

  /** For how long to seem to think: as over a question of before, with so much time left. */
  wait(leftMs = Infinity) {
    const known = this.times.length ? this.times : USUAL_MS;
    const drawn = known[Math.floor(this.random() * known.length)];
    return Math.min(drawn, Math.max(0, leftMs) * PART);
  }
}
