// Who sits where, in words.
import { say } from "../words/words.js";

/** The name of a seat, a bot's in words; with its number where several bear the same. */
export function nameOf(seats, seat) {
  const { name = say("match-seat", { seat: seat + 1 }), kind } = seats[seat] ?? {};
  const words = kind === "bot" ? name.replaceAll("_", " ") : name;
  return seats.filter((one) => one.name === name).length > 1 ? `${words} ${seat + 1}` : words;
}
