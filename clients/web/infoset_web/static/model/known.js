// What a seat may conclude of what it does not see: figures as they are said, and who asks for them when. Draws nothing.

const PATIENCE_MS = 400; // bots are quick: what lasts shorter is not asked about
const AGAIN_MS = 1500; // after a refusal because there is much to do
const Z = 1.959964; // of an interval that holds 95 times of 100
export const MOST_WEIGHED = 16; // actions of one request

/** A chance in words that claim no more than is known: only what is certain is 0 % or 100 %. */
export function percentWords(chance, isSure = false) {
  if (isSure) return "100 %";
  const whole = Math.round(100 * chance);
  if (whole >= 100) return "> 99 %";
  if (whole <= 0) return "< 1 %";
  return `${whole} %`;
}

/** The ends of an interval, widened to whole percents: `15–32 %`; nothing of what was counted. */
export function intervalWords({ low, high }) {
  return low === undefined ? "" : `${Math.floor(100 * low)}–${Math.ceil(100 * high)} %`;
}

/** Between what a chance lies, 95 times of 100, that came true so often in `n` tries (Wilson's interval). */
export function intervalOf(share, n) {
  const square = Z * Z;
  const middle = (share + square / (2 * n)) / (1 + square / n);
  const half = (Z * Math.sqrt((share * (1 - share)) / n + square / (4 * n * n))) / (1 + square / n);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** How often a seat wins after each action, the best first: `[{first, n, chance, low, high}]`. */
export const weighed = (rows, seat) =>
  rows
    .map(({ first, n, win }) => ({ first, n, chance: win[seat], ...intervalOf(win[seat], n) }))
    .sort((one, other) => other.chance - one.chance);

/** Does the number that is to be expected tell more than the chance of at least one does? */
export const tellsMore = ({ chance, mean }) => mean !== undefined && Math.round(10 * mean) !== Math.round(10 * chance);

/** What is worth weighing of many actions: what is prepared, then those of which there are few, then places on a board. */
export function toWeigh(choices, prepared = []) {
  const byVerb = new Map();
  for (const choice of choices) byVerb.set(choice.action[0], [...(byVerb.get(choice.action[0]) ?? []), choice]);
  const listed = [...byVerb.values()].sort((one, other) => one.length - other.length).flat();
  const made = prepared.filter((one) => !listed.some(({ action }) => JSON.stringify(action) === JSON.stringify(one.action)));
  return [...made, ...listed].slice(0, MOST_WEIGHED);
}

/** The facts of one kind about a seat, by number: `Map(number -> fact)`. */
export const factsOf = (told, seat, kind) =>
  new Map(
    (told?.seats ?? [])
      .filter((known) => known.seat === seat)
      .flatMap(({ facts }) => facts)
      .filter(({ what }) => what[0] === kind)
      .map((fact) => [fact.what[1], fact]),
  );

/** Asks again whenever something has happened, one request at a time; `tell` gets `{told}` or `{problem}`. */
export class Asker {
  constructor({ ask, matchId, tell, later = (run, ms) => setTimeout(run, ms), forget = (timer) => clearTimeout(timer) }) {
    Object.assign(this, { send: ask, matchId, tell, later, forget });
    this.ver = undefined; // of what is to be known
    this.known = undefined; // of what is known, or was refused
    this.isAsking = false;
    this.isOver = false;
    this.timer = undefined;
  }

  /** The view is at this version now. */
  see(ver) {
    this.ver = ver;
    this.wait(PATIENCE_MS);
  }

  wait(ms) {
    this.forget(this.timer);
    if (!this.isOver && !this.isAsking && this.ver !== this.known) this.timer = this.later(() => this.ask(), ms);
  }

  async ask() {
    const { ver } = this;
    this.isAsking = true;
    let wait = PATIENCE_MS;
    try {
      const told = await this.send({ type: "know", match_id: this.matchId });
      this.known = ver;
      if (!this.isOver) this.tell({ told });
    } catch (problem) {
      if (problem.code === "busy" || problem.code === "rate_limited") wait = problem.retryMs ?? AGAIN_MS;
      else {
        this.known = ver; // it is asked again when something has happened
        if (!this.isOver) this.tell({ problem });
      }
    }
    this.isAsking = false;
    this.wait(wait);
  }

  /** Nobody wants to know any more. */
  close() {
    this.isOver = true;
    this.forget(this.timer);
  }
}
