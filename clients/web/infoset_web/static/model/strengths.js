// How strong the bots of the server are, as far as that was measured, in words and in order. Draws nothing.
import { say } from "../words/words.js";

// Half an interval above which a number says little, as on ladders.
const PROVISIONAL = 110;

const levelOf = (bot, game) => bot?.levels?.find((one) => one.game === game);

/** `level 3 of 5`, `about` that where few matches were played, and `1480 ± 25`; null of a bot that nobody has measured at this game. */
export function strengthOf(bot, game) {
  const found = levelOf(bot, game);
  if (!found) return null;
  const args = { level: found.level, of: found.of };
  const level = found.margin > PROVISIONAL ? say("room-level-about", args) : say("room-level", args);
  return { level, rating: `${found.rating} ± ${found.margin}` };
}

/** The bots that play a game, the strongest first, those that were not measured last. */
export function byStrength(bots, game) {
  const rating = (bot) => levelOf(bot, game)?.rating ?? -1;
  return bots
    .filter((bot) => bot.games.includes(game))
    .sort((one, other) => rating(other) - rating(one) || one.bot.localeCompare(other.bot));
}
