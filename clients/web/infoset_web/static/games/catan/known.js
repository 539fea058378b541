// What may be concluded in Catan, in words.
import { cards, devName, resourceName } from "./words.js";
import { say } from "../../words/words.js";

const ROBBED = 7;
const NAMES = { resource: resourceName, dev: devName, sum: String };

const gained = (t, seat, row, isRobbed) => {
  const [count] = row;
  if (isRobbed) return count < 0 && say("catan-known-discards", { name: t.name(seat), count: -count });
  return row.some((one) => one > 0) && say("catan-known-gains", { name: t.name(seat), cards: cards(row) });
};

export const known = {
  what: (t, [kind, number]) => NAMES[kind](number),
  whole: (t, counts) => cards(counts),
  action(t, [verb, number]) {
    if (verb === "steal") return say("catan-known-steal", { name: t.name(number) });
    return verb === "roll" ? say("catan-known-roll") : say("catan-build-dev");
  },
  gains(t, action, gains, [, sum]) {
    const told = gains.map((row, seat) => gained(t, seat, row, sum === ROBBED)).filter(Boolean);
    return told.join("; ") || (sum === ROBBED ? say("catan-robber") : say("catan-nothing"));
  },
};
