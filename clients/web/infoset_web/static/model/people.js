// What the numbers of somebody's profile say. Draws nothing.

/** How many opponents of a row came in ahead of the person. */
export const behindOf = ({ met, ahead, level }) => met - ahead - level;

/** The share of opponents behind the person, a shared place as half of one. */
export const shareOf = ({ met, ahead, level }) => (met ? (ahead + level / 2) / met : 0);

/** The user of a seat of a finished match who has a profile; "" where a program of the server sat, or nobody knows who. */
export const personOf = ({ users = [], kinds = [] }, seat) => (kinds[seat] && kinds[seat] !== "house" ? users[seat] : "");

const SIGMAS = 2; // half an interval in which the truth lies 95 times of 100, as in the server's tables

/** The points of a rating with what it lies between: `{at, rating, low, high, games}`. */
export const courseOf = (points) =>
  points.map(({ at_ms: at, rating, rd, games }) => ({ at, rating, low: rating - SIGMAS * rd, high: rating + SIGMAS * rd, games }));

const RANK = { playing: 0, room: 1, online: 2, away: 3 };

/** The list with what one person does now; who is no longer followed stays away. */
export const withPerson = (items, item) => items.map((one) => (one.user === item.user ? item : one));

/** Those who do something first, then by name. */
export const byActivity = (items) =>
  [...items].sort((a, b) => (RANK[a.state] ?? 3) - (RANK[b.state] ?? 3) || a.name.localeCompare(b.name));
