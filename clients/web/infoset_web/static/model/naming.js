// Who sits where, in words, and what bots are called.
import { say } from "../words/words.js";

/** A bot of the server as people read its name, which has no spaces on the wire. */
export const botWords = (name) => name.replaceAll("_", " ");

/** A name in a table, where one of these `bots` may stand among people and programs of others. */
export const shownName = (name, bots) => (bots.includes(name) ? botWords(name) : name);

/** The names of a list, each once: one that stands there more often with how often it does. */
export function counted(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? say("frame-several", { name, count }) : name));
}

/** What somebody has written, who may have named one of these `bots` as they read it. */
export const wireName = (written, bots) => bots.find((bot) => botWords(bot) === written.trim()) ?? written;

/** The name of a seat, a bot's in words; with its number where several bear the same. */
export function nameOf(seats, seat) {
  const { name = say("match-seat", { seat: seat + 1 }), kind } = seats[seat] ?? {};
  const words = kind === "bot" ? botWords(name) : name;
  return seats.filter((one) => one.name === name).length > 1 ? `${words} ${seat + 1}` : words;
}
