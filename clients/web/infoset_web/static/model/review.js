// The review of a match, from its entries: what happened to a seat, and why. Draws nothing.

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

/** Decisions that surely cost something, of one seat or (null) of all, the dearest first. */
export const mistakes = ({ judged }, seat) =>
  judged
    .filter((one) => one.blunder && (seat === null || one.seat === seat))
    .sort((one, other) => other.loss.mean - one.loss.mean);

/** The acts of chance that surely moved a seat, the greatest first. */
export const swings = ({ luck }, seat) =>
  luck
    .map(({ ver, event, swing, errors }) => ({ ver, event, mean: swing[seat], error: errors[seat] }))
    .filter(({ mean, error }) => Math.abs(mean) > SURE * error + 0.02)
    .sort((one, other) => Math.abs(other.mean) - Math.abs(one.mean));

const figure = (value, digits) => value.toFixed(digits).replace("-", "−");

/** A worth and its interval in words: of two seats as chances to win, of more as places. */
export function worthWords({ mean, error }, seats, { sign = false } = {}) {
  const [factor, unit, digits] = seats === 2 ? [100, "% chance to win", 0] : [seats - 1, "places", 1];
  const value = figure(mean * factor, digits);
  const plus = sign && mean * factor > 0 && !/^0(\.0)?$/.test(value) ? "+" : "";
  return `${plus}${value} ± ${(SURE * error * factor).toFixed(digits)} ${unit}`;
}

/** A chance and its interval: `34 ± 4 %`. */
export const chanceWords = (win, error) => `${Math.round(100 * win)} ± ${Math.ceil(100 * SURE * error)} %`;

/** Is it surely more than nothing, surely less, or neither: 1, -1, 0? */
export const direction = ({ mean, error }) => (Math.abs(mean) <= SURE * error ? 0 : Math.sign(mean));

export const luckOf = (row) => ({ mean: row.deal + row.play, error: row.luck_error });
export const lostOf = (row) => ({ mean: row.lost, error: row.lost_error });

/** Why a seat ended where it did, in a sentence: luck, its own decisions, both or neither. */
export function verdict(review, seat) {
  const row = review.seats.find((one) => one.seat === seat);
  if (!row) return "";
  const luck = direction(luckOf(row));
  const lost = direction(lostOf(row)) > 0;
  const chance = { 1: "Luck was with you", "-1": "Luck was against you", 0: "Luck was even, as far as can be told" }[luck];
  if (lost) return `${chance}${luck < 0 ? ", and" : ", but"} some decisions cost you.`;
  return `${chance}${luck < 0 ? ", but" : ", and"} your decisions cost you nothing that can be told from chance.`;
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

/** The point of the curve at a version, or the last before it. */
export const pointAt = ({ curve }, ver) => curve.filter((one) => one.ver <= ver).at(-1) ?? curve[0];
