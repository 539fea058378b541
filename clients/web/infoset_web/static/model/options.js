// Options of any game as fields of a form: what kind of field, and what its text means. Draws nothing.
import { isSaid, say } from "../words/words.js";

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

const timeWords = (ms) =>
  ms % 60_000 === 0 && ms >= 60_000
    ? say("room-minutes", { count: ms / 60_000 })
    : say("room-seconds", { count: ms / 1000 });

/** A time control in words. */
export function clockWords(clock) {
  if (!clock || clock.kind === "none") return say("room-clock-none");
  if (clock.kind === "per_move") return say("room-clock-move", { time: timeWords(clock.move_ms) });
  if (clock.kind !== "bank") return say("room-clock-days", { count: clock.move_days });
  const main = timeWords(clock.main_ms);
  return clock.inc_ms ? say("room-clock-bank", { main, increment: timeWords(clock.inc_ms) }) : main;
}

/** What a pace of days means for those who wait for a match; empty for any other clock. */
export const slowWords = (clock) => (clock?.kind === "correspondence" ? say("room-slow") : "");

/** Who may talk while a match is played, in words by the setting `talk`. */
export const talkWords = () => ({
  people: say("room-talk-people"),
  all: say("room-talk-all"),
  off: say("room-talk-off"),
});

/** Time controls that people choose from, by name. */
export const CLOCKS = {
  none: { kind: "none" },
  relaxed: { kind: "per_move", move_ms: 90_000 },
  quick: { kind: "per_move", move_ms: 20_000, first_ms: 30_000 },
  bank: { kind: "bank", main_ms: 600_000, inc_ms: 5_000 },
  days: { kind: "correspondence", move_days: 1 },
  days3: { kind: "correspondence", move_days: 3 },
  week: { kind: "correspondence", move_days: 7 },
};

/** A pace that the server offers, by name: its own ones are called as it calls them. */
export const paceName = (pace) => (isSaid(`room-pace-${pace}`) ? say(`room-pace-${pace}`) : pace.replaceAll("_", " "));

export const clockChoice = (name) => say(`room-clock-choice-${name}`);
