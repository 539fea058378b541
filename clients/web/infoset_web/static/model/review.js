// The review of a match, from its entries: what happened to a seat, and why. Draws nothing.
import { decimal } from "./figures.js";
import { say } from "../words/words.js";

export const SURE = 2; // standard errors that stand for an interval of 95 %

const ofKind = (entries, kind) => entries.filter((one) => one.kind === kind);

/** The entries by what they are; what is not worked out yet is missing. */
export const reviewOf = (entries) => ({
  head: entries[0] ?? null,
  curve: ofKind(entries, "chances"),
  judged: ofKind(entries, "judged"),
  luck: [...ofKind(entries, "deal"), ...ofKind(entries, "luck")],
  odds: ofKind(entries, "odds")[0]?.rows ?? [],
  seats: ofKind(entries, "seat"),
});

/** What a decision cost: as it was confirmed in other positions, where it was. */
export const costOf = ({ again, loss }) => again ?? loss;

/** Decisions that surely cost something, of one seat or (null) of all, the dearest first. */
export const mistakes = ({ judged }, seat) =>
  judged
    .filter((one) => one.blunder && (seat === null || one.seat === seat))
    .sort((one, other) => costOf(other).mean - costOf(one).mean);

/** The acts of chance that surely moved a seat, the greatest first. */
export const swings = ({ luck }, seat) =>
  luck
    .map(({ ver, event, swing, errors }) => ({ ver, event, mean: swing[seat], error: errors[seat] }))
    .filter(({ mean, error }) => Math.abs(mean) > SURE * error + 0.02)
    .sort((one, other) => Math.abs(other.mean) - Math.abs(one.mean));

/** What worths are told in: of two seats as chances to win, of more as places. */
export const unitOf = (seats) => (seats === 2 ? say("review-unit-chance") : say("review-unit-places"));

/** A worth and its interval, without its unit: `−1.5 ± 0.3`. */
export function worthFigures({ mean, error }, seats, { sign = false } = {}) {
  const [factor, digits] = seats === 2 ? [100, 0] : [seats - 1, 1];
  return `${decimal(mean * factor, digits, { sign })} ± ${decimal(SURE * error * factor, digits)}`;
}

/** The same with its unit: `−1.5 ± 0.3 places`. */
export const worthWords = (worth, seats, how) => say("review-worth", { figures: worthFigures(worth, seats, how), unit: unitOf(seats) });

/** A chance and its interval: `34 ± 4 %`. */
export const chanceWords = (win, error) =>
  error ? `${Math.round(100 * win)} ± ${Math.ceil(100 * SURE * error)} %` : `${Math.round(100 * win)} %`;

/** Is it surely more than nothing, surely less, or neither: 1, -1, 0? */
export const direction = ({ mean, error }) => (Math.abs(mean) <= SURE * error ? 0 : Math.sign(mean));

export const luckOf = (row) => ({ mean: row.deal + row.play, error: row.luck_error });
export const lostOf = (row) => ({ mean: row.lost, error: row.lost_error });

/**
 * Why a seat ended where it did, in two sentences: what luck did, and what its own decisions did. `whose` are the
 * arguments `{name, me}` of messages about it.
 */
export function verdict(review, seat, seats, whose) {
  const row = review.seats.find((one) => one.seat === seat);
  if (!row) return "";
  const luck = luckOf(row);
  const lost = lostOf(row);
  const kind = { 1: "good", "-1": "bad", 0: "even" }[direction(luck)];
  return say("review-verdict", {
    luck: say(`review-luck-${kind}`, whose),
    worth: worthWords(luck, seats, { sign: true }),
    cost:
      direction(lost) > 0
        ? say("review-cost-some", { ...whose, worth: worthWords(lost, seats) })
        : say("review-cost-none", whose),
  });
}

/** Results of chance as bars: the two dice of a throw are added up, anything else stands for itself. */
export function bars(odds) {
  const found = new Map();
  for (const [event, seen, expected] of odds) {
    const [verb, ...numbers] = event;
    const isThrow = verb === "dice" && numbers.length > 1;
    const name = isThrow ? String(numbers.reduce((sum, one) => sum + one, 0)) : null;
    if (name === null) continue;
    const bar = found.get(name) ?? { name, seen: 0, expected: 0 };
    found.set(name, { name, seen: bar.seen + seen, expected: bar.expected + expected });
  }
  return [...found.values()].sort((one, other) => Number(one.name) - Number(other.name));
}

/** Results of chance of one verb as bars, one for each kind, in the words of `name`. */
export const kinds = (odds, verb, name) =>
  odds
    .filter(([[one]]) => one === verb)
    .map(([[, kind], seen, expected]) => ({ name: name(kind), seen, expected }));

/** The point of the curve at a version, or the last before it. */
export const pointAt = ({ curve }, ver) => curve.filter((one) => one.ver <= ver).at(-1) ?? curve[0];
