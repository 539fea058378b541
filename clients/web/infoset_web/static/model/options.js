// Options of any game as fields of a form: what kind of field, and what its text means. Draws nothing.

/** A field for each option that a form can show. */
export function fieldsOf(options) {
  return Object.entries(options).map(([name, schema]) => ({
    name,
    kind: kindOf(schema),
    title: titleOf(name),
    ...schema,
  }));
}

export function kindOf(schema) {
  if (schema.enum) return "choice";
  if (schema.type === "boolean") return "switch";
  if (schema.type === "integer" || schema.type === "number") return "number";
  if (schema.type === "array" && schema.length) return "counts";
  return "text";
}

export const titleOf = (name) => {
  const words = name.replaceAll("_", " ");
  return words[0].toUpperCase() + words.slice(1);
};

/** What differs from the defaults: all that has to be sent. */
export function changed(options, values) {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => options[name] && JSON.stringify(value) !== JSON.stringify(options[name].default),
    ),
  );
}

/** A refusal of the server by the field it is about: `options.colony` is about `colony`. */
export function fieldOfRefusal(error) {
  const path = error?.data?.path ?? "";
  return path.replace(/^changes\./, "").replace(/^options\./, "");
}

/** A time control in words. */
export function clockWords(clock) {
  const seconds = (ms) => (ms % 60_000 === 0 && ms >= 60_000 ? `${ms / 60_000} min` : `${ms / 1000} s`);
  if (!clock || clock.kind === "none") return "no clock";
  if (clock.kind === "per_move") return `${seconds(clock.move_ms)} a move`;
  if (clock.kind === "bank") return `${seconds(clock.main_ms)}${clock.inc_ms ? ` + ${seconds(clock.inc_ms)}` : ""}`;
  return `${clock.move_days} day${clock.move_days === 1 ? "" : "s"} a move`;
}

/** What a pace of days means for those who wait for a match; empty for any other clock. */
export const slowWords = (clock) =>
  clock?.kind === "correspondence"
    ? "Say that you are ready, and you may go away: your seat stays yours, and the match begins when all have said so. My games tells you when it is your turn."
    : "";

/** Who may talk while a match is played, in words by the setting `talk`. */
export const TALK = { people: "people", all: "people and programs", off: "nobody" };

/** Time controls that people choose from. */
export const CLOCKS = {
  none: { words: "none", clock: { kind: "none" } },
  relaxed: { words: "90 s a move", clock: { kind: "per_move", move_ms: 90_000 } },
  quick: { words: "20 s a move", clock: { kind: "per_move", move_ms: 20_000, first_ms: 30_000 } },
  bank: { words: "10 min each, 5 s a move", clock: { kind: "bank", main_ms: 600_000, inc_ms: 5_000 } },
  days: { words: "a day a move", clock: { kind: "correspondence", move_days: 1 } },
  days3: { words: "3 days a move", clock: { kind: "correspondence", move_days: 3 } },
  week: { words: "7 days a move", clock: { kind: "correspondence", move_days: 7 } },
};
