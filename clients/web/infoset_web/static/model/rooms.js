// The list of rooms: what changes in it, what of it is wanted, which rows of it are in view.
import { listed, say, spoken } from "../words/words.js";

/** The rooms after a `lobby` message; a new Map, so that who holds the old one can see the difference. */
export function withChanges(rooms, message) {
  const next = message.full ? new Map() : new Map(rooms);
  for (const room of message.rooms ?? []) next.set(room.room, room);
  for (const gone of message.gone ?? []) next.delete(gone);
  return next;
}

/** Tournaments after news of one: what is new stands first, what is deleted is not there. */
export function withCup(cups, cup) {
  const next = new Map(cups.has(cup.tournament) ? cups : [[cup.tournament, cup], ...cups]);
  if (cup.state === "gone") next.delete(cup.tournament);
  else next.set(cup.tournament, cup);
  return next;
}

export const openSeats = (room) => room.seats.filter((seat) => seat.kind === "open").length;

/** The tables to which we are called, by room, after a `tournament_table`, of which `until` is when whoever is missing loses it. */
export function withTable(tables, table, until) {
  const isOther = ([, { tournament, table: name }]) => tournament !== table.tournament || name !== table.table;
  const next = new Map([...tables].filter(isOther));
  if (table.status === "called" && table.room) next.set(table.room, { ...table, until });
  return next;
}

/** The ids of rooms and matches of tables, after a `tournament_table`, which names the one or the other: whoever comes while a match is played is told of that alone. */
export function withTableIds(known, { room, match_id: match }) {
  const found = [room, match].filter((id) => id !== undefined && !known.has(id));
  return found.length ? new Set([...known, ...found]) : known;
}

/** Is a room the table of a tournament, as far as we were told? Who sits where is settled then, and nobody is host. `playedIn` has rooms by match. */
export const isTableRoom = (known, playedIn, room) =>
  known.has(room) || [...playedIn].some(([match, place]) => place === room && known.has(match));

/**
 * Tables at which `user` is waited for, `{room, text, greeting}`: rooms where their seat is not ready and which are among
 * `tables`, or which the server has named in one of `texts`, the greeting. That is not said again to who comes back.
 */
export function callsOf(rooms, tables, texts, user) {
  const isMissing = (room) => room.status === "open" && room.seats.some((seat) => seat.user === user && !seat.ready);
  const naming = (id) => texts.findLast((text) => text.split(/\W+/).includes(id));
  return [...rooms.values()]
    .filter(isMissing)
    .map(({ room, title }) => ({ room, title, table: tables.get(room), greeting: naming(room) }))
    .filter(({ table, greeting }) => table ?? greeting)
    .map(({ room, title, table, greeting }) => ({ room, text: callWords(table, title), greeting }));
}

/** What calls to a table; the greeting, which is in English, comes before more is known of it than the title of its room. */
function callWords(table, room) {
  if (!table) return say("frame-called-room", { title: room });
  const others = listed(table.entrants.filter((_, place) => place !== table.you));
  const time = new Date(table.until).toLocaleTimeString(spoken.value);
  return say("frame-called", { title: table.title, round: table.round, others, time });
}

/** Rooms whose match is over and in which others want to play again while `user`, who sits there, is not ready: `{room, names}`. */
export function rematchesOf(rooms, user) {
  const waits = ({ seats, status }) => status === "over" && seats.some((seat) => seat.user === user && !seat.ready);
  const isWilling = (seat) => seat.kind === "human" && seat.ready && seat.user !== user;
  return [...rooms.values()]
    .filter(waits)
    .map(({ room, seats }) => ({ room, names: seats.filter(isWilling).map(({ name }) => name) }))
    .filter(({ names }) => names.length > 0);
}

/** Who sits there: people by name, then how many programs. */
export function peopleOf(room) {
  const people = room.seats.filter((seat) => seat.kind === "human").map((seat) => seat.name);
  const bots = room.seats.filter((seat) => seat.kind === "bot").length;
  return bots ? [...people, say("lobby-bots", { count: bots })] : people;
}

const RANK = { open: 0, over: 1, playing: 2 };

/** Is there nothing to do in a room for whoever is not in it? */
const isDone = (room) => room.status === "over" && openSeats(room) === 0;

/**
 * Rooms in the order of interest: those one can join first, then by title. Rooms that are over and full are found by
 * their names alone.
 */
export function wanted(rooms, { game = "", text = "", status = "" } = {}) {
  const words = text.trim().toLowerCase();
  const matches = (room) =>
    (!game || room.game === game) &&
    (!status || (status === "open" ? room.status !== "playing" && openSeats(room) > 0 : room.status === status)) &&
    (words || status || !isDone(room)) &&
    (!words ||
      `${room.title} ${room.room} ${room.seats.map((seat) => seat.name ?? "").join(" ")}`
        .toLowerCase()
        .includes(words));
  return [...rooms.values()]
    .filter(matches)
    .sort(
      (a, b) =>
        RANK[a.status] - RANK[b.status] ||
        (openSeats(b) > 0) - (openSeats(a) > 0) ||
        a.title.localeCompare(b.title) ||
        a.room.localeCompare(b.room),
    );
}

/** Which of `count` rows of `height` to draw for a window that is scrolled to `top`; some more on both sides. */
export function windowOf({ top, visible, height, count, spare = 6 }) {
  const first = Math.max(0, Math.floor(top / height) - spare);
  const last = Math.min(count, Math.ceil((top + visible) / height) + spare);
  return { first, last };
}

/** Does an address with this host lead nobody but this computer itself to the server? */
export const isOfThisComputer = (host) => host === "localhost" || host === "[::1]" || host.startsWith("127.");
