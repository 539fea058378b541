// The list of one's own games: what of it is urgent, and how a change is taken in. Draws nothing.

const RANK = { turn: 0, waiting: 1, room: 2, seek: 3, over: 4 };

/** Which item of the list stands for the same match and seat, room or seek. */
export const keyOf = ({ match_id: match, seat, room, ticket }) => (match ? `${match}:${seat}` : (ticket ?? room));

/** `item` with the moment `at` at which it was told, from which the time left is reckoned on. */
export const told = (item, at) => ({ ...item, ...(item.left_ms !== undefined && { due: at + item.left_ms }) });

/** The list after one of its matches has changed: what is urgent stays first. */
export function withGame(items, item, at) {
  const key = keyOf(item);
  const isReplaced = (one) => keyOf(one) === key || (one.state === "room" && one.room === item.room);
  return sorted([...items.filter((one) => !isReplaced(one)), told(item, at)]);
}

/** What is asked stands first, by the time that is left; what is over comes last, the newest first. */
export const sorted = (items) =>
  [...items].sort(
    (a, b) =>
      RANK[a.state] - RANK[b.state] ||
      (a.due ?? Infinity) - (b.due ?? Infinity) ||
      (b.at_ms ?? 0) - (a.at_ms ?? 0) ||
      0,
  );

/**
 * The matches in which somebody is asked: those of this window as it shows them, all others as the list tells.
 * `here` are the matches of this window, `{id, decision}`.
 */
export function turnsOf(items, here) {
  const shown = new Set(here.map(({ id }) => id));
  const mine = here.filter(({ decision }) => decision !== null).map(({ id }) => id);
  const others = items.filter(({ state, match_id: id }) => state === "turn" && !shown.has(id));
  return [...new Set([...mine, ...others.map(({ match_id: id }) => id)])];
}

/** The title of the browser's tab where so many matches wait for us. */
export const titleOf = (turns, words) => (turns ? `${turns > 1 ? `(${turns}) ` : ""}● ${words} · Infoset` : "Infoset");

const MOST_ALERTS = 100;

/**
 * Whether a decision has not been announced yet; and the list of those that have been, with it. `past` is that list,
 * oldest first.
 */
export function announce(past, match, decision) {
  const key = `${match}:${decision}`;
  return past.includes(key) ? { isNew: false, past } : { isNew: true, past: [...past, key].slice(-MOST_ALERTS) };
}
