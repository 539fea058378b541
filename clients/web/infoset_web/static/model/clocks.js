// The clocks of all seats as far as they are told: what is left now, reckoned on from what the server said last. Reads no clock.

const DAY_MS = 86_400_000;

export class Clocks {
  /** `spec` is the time control of the match; times are those of one clock, in ms. */
  constructor(spec) {
    this.spec = spec ?? { kind: "none" };
    this.banks = null; // by seat, at `since`
    this.thinking = []; // the seats that decide
    this.since = 0;
    this.hasDecided = new Set();
  }

  /** What the server says is right. */
  tell(banks, at) {
    if (!banks) return;
    this.banks = [...banks];
    this.since = at;
  }

  /** For so many ms the clock that gives `at` has stood still, and those of the seats that decide have not. */
  slept(ms) {
    this.since -= ms;
  }

  /** From now on `seats` decide; those in `decided` have done so. */
  turn(seats, at, decided = []) {
    this.banks = this.banks?.map((_, seat) => this.left(seat, at) + this.earned(seat, decided)) ?? null;
    const goesOn = seats.length > 0 && seats.join() === this.thinking.join() && !decided.length;
    if (!goesOn || this.banks) this.since = at;
    this.thinking = seats;
    for (const seat of decided) this.hasDecided.add(seat);
  }

  earned(seat, decided) {
    return this.thinking.includes(seat) && decided.includes(seat) ? (this.spec.inc_ms ?? 0) : 0;
  }

  /** What a seat has left; null where that is not known, or nobody counts. */
  left(seat, at) {
    const { kind } = this.spec;
    const isThinking = this.thinking.includes(seat);
    const gone = isThinking ? at - this.since : 0;
    if (kind === "bank")
      return this.banks && Math.max(0, this.banks[seat] - Math.max(0, gone - (this.spec.delay_ms ?? 0)));
    if (!isThinking || !(kind === "per_move" || kind === "correspondence")) return null;
    const each = kind === "per_move" ? this.spec.move_ms : this.spec.move_days * DAY_MS;
    const first = this.hasDecided.has(seat) ? 0 : (this.spec.first_ms ?? 0);
    return Math.max(0, each + first - gone);
  }
}
