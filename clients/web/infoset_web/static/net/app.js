// The state of the page: who we are, what is played, where we look. Everything drawn is drawn from here.
import { batch, computed, effect, signal } from "../vendor/signals-core.js";
import { MatchView } from "../model/match.js";
import { callsOf, isTableRoom, withChanges, withCup, withTable, withTableIds } from "../model/rooms.js";
import { wordsOf } from "../model/refusals.js";
import { keep, kept, newSecret } from "./keep.js";
import { Line, addressOf } from "./line.js";
import { ticketFor } from "./web.js";
import { AUTO, languageFor } from "./languages.js";
import { Windows, channelOf } from "./windows.js";
import { say } from "../words/words.js";

const MOST_WIRE_LINES = 400;
const MOST_CHAT_LINES = 200;
const MOST_TOASTS = 4;
const MOST_MATCHES = 24; // over or not; the oldest that is over goes first
const MOST_TALKS = 64;
const MOST_HEARD = 16;
const MOST_KNOWN = 8; // names that were used on this device, of guests and of pupils
const LATE_MS = 4000; // for an answer
export const PATIENCE_MS = 45_000; // for people, before bots take the empty seats
const UNKNOWN = 4401; // of one whose name or token the server does not know
const REPLACED = 4409; // the close code of a session that another one has taken the place of
const HANDOVER_MS = 3000; // from one window to another

export const phase = signal("out"); // out, connecting, trying (again, before we were ever in), in, away, elsewhere
export const me = signal(null); // the last welcome
export const unanswered = signal(0); // requests for whose answer we have waited long
export const goodbye = signal(null); // why the door is closed
export const games = signal(new Map());
export const bots = signal([]);
export const botNames = computed(() => bots.value.map(({ bot }) => bot));
export const usualClock = signal(undefined); // the time control where nobody names one
export const lobby = signal(new Map());
export const isLobbyKnown = signal(false);
export const seeks = signal(new Map()); // where we look for opponents, by game: {ticket, endsAt}
export const queued = signal(null); // where we wait for a rated match: {ladder, entry}
export const ratings = signal(new Map()); // what our ratings became, by entry: {before, after}
export const cups = signal(new Map()); // tournaments as we are told of them, newest first
export const rooms = signal(new Map()); // those we are in
export const matches = signal(new Map());
export const isSettled = signal(false); // what waited for us on the server has come
export const sought = signal(null); // a match that is to be played here as soon as another window has let go of it
export const gone = signal(null); // a match that another window has taken over
export const chat = signal(new Map()); // lines by room or match
export const toasts = signal([]);
export const announcement = signal(null);
const tables = signal(new Map()); // to which tournaments have called us, by room
const tableIds = signal(new Set()); // of their rooms and matches, also of those that are over
const heard = signal([]); // the latest that the server said to everybody, or to us alone
export const guided = signal(new Set()); // rooms whose match is explained while it is played
export const wire = signal([]);
export const route = signal(readRoute());
export const settings = signal({ theme: "auto", pace: "normal", text: "normal", confirm: "slips", only: "ask", sound: "on", motion: "on", known: "off", language: AUTO, ...kept("settings", {}) });
/** The language of the page: the one that was chosen, or the browser's. */
export const language = computed(() => languageFor(settings.value.language));
const pupils = signal(kept("pupils", {})); // tokens by name
export const account = signal(kept("account")); // {kind, name, token}, and isPupil of who has come by a card

/** What else is told by type of message, for modules of their own. */
export const takers = new Map();
/** A program that plays for us: `room` in which it does, and `take(message)`, told of the matches there, which are shown nowhere else. */
export const program = signal(null);

export const PACES = { instant: 0, brisk: 160, normal: 420, slow: 1200 }; // milliseconds for a change
let line = null;
let toastNumber = 0;
let wantsLobby = false;
let wantsCups = false;
const playedIn = new Map(); // rooms by match: a room forgets its match when that is over

/** The matches that we play in this window and that go on. */
export const running = computed(() =>
  [...matches.value.values()].filter((match) => match.isPlayer && !match.over.value),
);
const windows = new Windows({
  channel: channelOf("infoset.windows"),
  name: newSecret(),
  mine: () => ({ user: me.value?.user ?? null, matches: running.value.map((match) => match.id) }),
  letGo,
});
/** Matches of ours that other windows have. */
export const elsewhere = computed(() => (me.value ? windows.matchesOf(me.value.user) : []));
effect(() => windows.tell());

export function readRoute() {
  const [page = "", ...rest] = (globalThis.location?.hash ?? "").replace(/^#\/?/, "").split("/");
  return { page: page || "lobby", at: rest.map(decodeURIComponent) };
}

export function go(...parts) {
  location.hash = `/${parts.map(encodeURIComponent).join("/")}`;
}

export function change(setting, value) {
  settings.value = { ...settings.value, [setting]: value };
  keep("settings", settings.value);
}

export function toast(text, kind = "") {
  const id = (toastNumber += 1);
  toasts.value = [...toasts.value.slice(1 - MOST_TOASTS), { id, text, kind }];
  setTimeout(() => untoast(id), 7000);
}

export const untoast = (id) => {
  toasts.value = toasts.value.filter((one) => one.id !== id);
};

/** Logs in: as a guest of this name, or with the token of an account. */
export function logIn(who) {
  account.value = who.kind === "guest" ? { ...who, token: who.token ?? kept("guest")?.[who.name] ?? newSecret() } : who;
  keep("account", account.value);
  if (who.kind === "guest") keep("guest", withLatest(kept("guest", {}), account.value));
  connect();
}

/** Who has come by a card and let somebody else play on this device, the latest first. */
export const pupilsHere = computed(() => Object.entries(pupils.value).map(([name, token]) => ({ name, token })));

/** A name that nobody on this device has, for another person of this one. */
export function anotherName(name, known) {
  let number = 2;
  while (`${name} ${number}` in known) number += 1;
  return `${name} ${number}`;
}

/** Somebody else plays on this device: it still knows the pupil, whose card works only once, also beside one of the same name. */
export function makeRoom() {
  const { name, token } = account.value;
  const others = withoutToken(pupils.value, token);
  keepPupils(withLatest(others, { name: name in others ? anotherName(name, others) : name, token }));
  leave();
}

/** This device does not know a pupil any more. */
const forgetPupil = ({ token }) => keepPupils(withoutToken(pupils.value, token));

const withoutToken = (known, token) => Object.fromEntries(Object.entries(known).filter(([, one]) => one !== token));

function keepPupils(known) {
  pupils.value = known;
  keep("pupils", known);
}

/** Logs in as a guest whom nobody remembers, to look on. */
export function lookOn() {
  account.value = { kind: "guest", name: `Stream ${newSecret().slice(0, 6)}`, token: newSecret() };
  connect();
}

/** The secrets of those who were on this device by their names, the latest first. */
const withLatest = (known, { name, token }) =>
  Object.fromEntries([[name, token], ...Object.entries(known).filter(([one]) => one !== name)].slice(0, MOST_KNOWN));

/** A pupil who logs out needs a new card; a guest is known by the name. */
export function logOut() {
  if (account.value?.isPupil) forgetPupil(account.value);
  leave();
}

function leave() {
  line?.close();
  line = null;
  keep("account", null);
  account.value = null;
  forget();
  phase.value = "out";
  goodbye.value = null;
  go("lobby"); // whoever comes next begins anew
}

function forget() {
  batch(() => {
    me.value = null;
    rooms.value = new Map();
    matches.value = new Map();
    lobby.value = new Map();
    isLobbyKnown.value = false;
    seeks.value = new Map();
    queued.value = null;
    cups.value = new Map();
    tables.value = new Map();
    tableIds.value = new Set();
    heard.value = [];
    announcement.value = null;
    chat.value = new Map(); // somebody else may come next
    playedIn.clear();
  });
}

async function credentials() {
  const { kind, name, token } = account.value;
  if (kind === "guest") return { kind, name, token };
  return { kind: "ticket", token: await ticketFor(token) };
}

export function connect() {
  goodbye.value = null;
  phase.value = "connecting";
  gone.value = null;
  line?.close();
  const opened = new Line({
    url: addressOf(location),
    credentials,
    on: {
      welcome: (message) => opened === line && welcomed(message),
      message: (message) => opened === line && take(message),
      cut: () => opened === line && (phase.value = me.value ? "away" : "trying"),
      over: (bye) => opened === line && ended(bye),
      wire: noteWire,
    },
  });
  line = opened;
  line.open();
}

/** Forgets what a new session is told again: where we are, and what was said there. */
function forgetPlaces() {
  const isToldAgain = (place) => rooms.value.has(place) || matches.value.get(place)?.over.value === null;
  chat.value = new Map([...chat.value].filter(([place]) => !isToldAgain(place)));
  matches.value = new Map([...matches.value].filter(([, match]) => match.over.value));
  rooms.value = new Map();
  tables.value = new Map();
}

function welcomed(message) {
  if (!message.resumed) {
    forgetPlaces();
    seeks.value = new Map(); // they ended with the session
    queued.value = null;
    isSettled.value = false;
  }
  me.value = message;
  phase.value = "in";
  ask({ type: "describe" }).then((reply) => {
    batch(() => {
      games.value = new Map(reply.games.map((game) => [game.game, game]));
      bots.value = reply.bots ?? [];
      usualClock.value = reply.clock;
      isSettled.value = true; // matches come before the answer
    });
    claimSought();
  }, showProblem);
  if (wantsLobby) watchLobby(true);
  if (wantsCups) followTournaments(true);
}

/**
 * Goes on here with a match that another window has. A seat that becomes free goes to the newest session, so this window begins
 * a new one first.
 */
export function playHere(id) {
  sought.value = id;
  go("match", id);
  connect();
}

function claimSought() {
  const id = sought.value;
  if (!id) return;
  windows.claim(id);
  setTimeout(() => sought.value === id && (sought.value = null), HANDOVER_MS);
}

/** Another window goes on with a match of ours. One that shows something else now goes on with that. */
function letGo(id) {
  line?.close();
  line = null;
  forgetPlaces();
  const { page, at } = route.value;
  if (page !== "match" || at[0] !== id) {
    connect();
    return;
  }
  gone.value = id;
  phase.value = "elsewhere";
}

/** The code with which somebody goes on on another device, `{code, endsAt}`, while it is good. */
export const handover = signal(null);

/** Asks for such a code. */
export async function handOver() {
  const { data } = await ask({ type: "hand_over" });
  handover.value = { code: data.code, endsAt: performance.now() + data.valid_ms };
}

/** Somebody has gone on on another device: this one forgets who they are. */
function movedAway() {
  const { kind, name } = account.value;
  if (kind === "guest") {
    const { [name]: gone, ...others } = kept("guest", {});
    keep("guest", others);
  }
  keep("account", null);
  account.value = null;
}

function ended(bye) {
  if (phase.value === "out") return;
  if (bye?.code === REPLACED && handover.value) {
    movedAway();
    bye = { ...bye, hasMoved: true };
  }
  if (bye?.code === UNKNOWN && account.value?.isPupil) forgetPupil(account.value);
  handover.value = null;
  goodbye.value = bye;
  phase.value = "out";
  forget();
}

const SHOWN = new Set(["room", "lobby", "act_ok", "snapshot", "tournament", "tournament_list"]); // replies that tell what pushes tell, too

/** What `answer` resolves with; until then `unanswered` counts it, once it has taken long. */
async function noticed(answer) {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    unanswered.value += 1;
    line?.check();
  }, LATE_MS);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    if (isLate) unanswered.value -= 1;
  }
}

/** Sends a request; resolves with its reply. What the reply shows is shown. */
export async function ask(message) {
  const reply = await noticed(line.request(message));
  if (SHOWN.has(reply.type)) take(reply);
  return reply;
}

/** As `ask`, for what is answered only when there is something to tell, however long that takes. */
export const askPatiently = (message) => line.request(message);

export const replayEntries = (message) => line.entries(message);

export function showProblem(problem) {
  toast(wordsOf(problem), "bad");
}

export function watchLobby(on) {
  wantsLobby = on;
  if (phase.value !== "in") return;
  ask({ type: "watch_lobby", on }).catch(showProblem);
}

/** The room of the list in which a match is played; undefined where it is not listed. */
export async function listedRoom(matchId) {
  const { rooms: listed = [] } = await ask({ type: "watch_lobby", on: true });
  if (!wantsLobby) await ask({ type: "watch_lobby", on: false });
  return listed.find((room) => room.match_id === matchId);
}

/** From now on `cups` tells which tournaments there are, and which of them are ours; or no more. */
export function followTournaments(on) {
  wantsCups = on;
  if (phase.value !== "in") return;
  ask({ type: "tournaments", follow: on, count: on ? 100 : 1 }).catch(() => {}); // there is a document, too
}

/**
 * Somebody is back at the page. Where the time of day has `leapt` by so many ms, the device has slept and its clocks have
 * stood still: the server tells what is left to oneself and in banks, but not of the time that another has for a move.
 */
export function comeBack(leapt) {
  line?.check();
  if (!leapt || phase.value === "out") return;
  if (leapt > 0) for (const match of matches.value.values()) match.slept(leapt); // else the time of day was set back
  for (const { id } of running.value) ask({ type: "sync", match_id: id }).catch(() => {}); // a new session tells all anyway
}

/** A message as it may be shown on a screen: without what lets somebody in. */
function withoutSecrets(message) {
  if (message.auth?.token) return { ...message, auth: { ...message.auth, token: "…" } };
  return message.resume_token ? { ...message, resume_token: "…" } : message;
}

function noteWire(direction, message) {
  wire.value = [
    ...wire.value.slice(-MOST_WIRE_LINES + 1),
    { direction, message: withoutSecrets(message), at: Date.now() },
  ];
}

export function take(message) {
  if (isForProgram(message)) return void program.value.take(message);
  batch(() => {
    switch (message.type) {
      case "lobby":
        lobby.value = withChanges(lobby.value, message);
        isLobbyKnown.value = true;
        break;
      case "room":
        if (message.re === undefined) noticeLoss(message.room);
        takeRoom(message.room);
        break;
      case "match_start":
        takeStart(message);
        break;
      case "chat_msg":
        if (message.match_id ?? message.room) addChat(message.match_id ?? message.room, message);
        else hear(message.text);
        break;
      case "rating":
        ratings.value = new Map(ratings.value).set(message.entry, message);
        break;
      case "tournament_list":
        cups.value = new Map(message.items.map((one) => [one.tournament, one]));
        break;
      case "tournament":
        cups.value = withCup(cups.value, message.tournament);
        break;
      case "tournament_table": // whom one meets and how it ended stands in the document of the tournament
        tables.value = withTable(tables.value, message, Date.now() + (message.left_ms ?? 0));
        tableIds.value = withTableIds(tableIds.value, message);
        answerCall();
        break;
      case "error":
        toast(wordsOf(message), "bad");
        break;
      default:
        matches.value.get(message.match_id)?.receive(message);
    }
    if (message.re === undefined) takers.get(message.type)?.(message);
  });
}

/** Is a message about a match of the room in which a program plays for us? */
const isForProgram = ({ match_id: match }) =>
  match !== undefined && program.value !== null && playedIn.get(match) === program.value.room;

/** What whoever runs the server says to everybody, or a tournament to those whom it calls to a table. */
function hear(text) {
  heard.value = [...heard.value, text].slice(-MOST_HEARD);
  announcement.value = text;
  answerCall();
}

/** What calls to a table is told as a call, as long as it is one. */
function answerCall() {
  if (calls().some(({ greeting }) => greeting === announcement.value)) announcement.value = null;
}

/** Is a room a table of a tournament, as far as we know? */
export const isTable = (room) => isTableRoom(tableIds.value, playedIn, room);

/** The tables to which a tournament has called us and at which we are waited for: `{room, text}`. */
export const calls = () => callsOf(rooms.value, tables.value, heard.value, me.value?.user);

function takeRoom(room) {
  rooms.value = new Map(rooms.value).set(room.room, room);
  if (room.match_id) playedIn.set(room.match_id, room.room);
  answerCall();
}

/**
 * Whoever is sent out of a room is told how it stands without them, and no more: the same as somebody who stands up in another way.
 * So the server is asked; to whom is in the room it says that nobody without a seat is ready.
 */
function noticeLoss({ room, seats }) {
  const isSeated = (all) => all?.some(({ user }) => user === me.value?.user);
  if (!isSeated(rooms.value.get(room)?.seats) || isSeated(seats)) return;
  ask({ type: "ready", room, ready: false }).catch(({ code }) => code === "not_found" && sentOut(room));
}

/** We are in a room no more, and have not left it. */
function sentOut(room) {
  if (route.value.page === "room" && route.value.at[0] === room) go("lobby");
  forgetRoom(room);
  toast(say("room-sent-out", { room }), "bad");
}

function forgetRoom(room) {
  const next = new Map(rooms.value);
  next.delete(room);
  rooms.value = next;
  dropChat(room);
}

/** Does a match begin in the room that is shown, at a position of another? */
function begins({ ver }) {
  const { page, at } = route.value;
  const start = page === "room" && rooms.value.get(at[0])?.start_from;
  return Boolean(start) && start.ver + 1 === ver;
}

function takeStart(message) {
  const consts = games.value.get(message.game);
  const match = new MatchView(message, {
    consts: consts?.consts_hash === message.consts_hash ? consts.consts : undefined,
    pace: () => PACES[settings.value.pace] ?? 0,
  });
  const before = [...matches.value.values()].filter((one) => one.id !== match.id);
  const oldest = before.length >= MOST_MATCHES ? before.find((one) => one.over.value) : undefined;
  if (oldest) dropMatch(oldest.id);
  matches.value = new Map(matches.value).set(match.id, match);
  dropChat(match.id);
  if (sought.value === match.id) sought.value = null;
  if (match.ver.value > 0) recall(match);
  if (!match.isPlayer) return;
  setSeek(match.game, null);
  if (message.rated) queued.value = null;
  if (match.ver.value === 0) ask({ type: "sync", match_id: match.id }).catch(() => {}); // who is not asked first sees the table, too
  const isNew = match.ver.value === 0 || begins(message); // whoever comes back may have been somewhere else
  if (isNew || route.value.page === "lobby") go("match", match.id);
}

/** What happened before this window knew of the match: after a reload, in another window, for whoever looks on late. */
function recall(match) {
  const { id, view, ver } = match;
  const past = { type: "replay", replay: id, view, form: "events", last: ver.value };
  replayEntries(past).then(
    (entries) => match.recall(entries),
    () => {}, // the log begins here, then
  );
}

/** Forgets what was said at a place: whoever comes back there is told it again. */
function dropChat(place) {
  chat.value = new Map([...chat.value].filter(([one]) => one !== place));
}

function addChat(place, message) {
  const said = { ...message, at: performance.now() - (message.ago_ms ?? 0) };
  const lines = [...(chat.value.get(place) ?? []).slice(-MOST_CHAT_LINES + 1), said];
  const newest = [...chat.value].filter(([one]) => one !== place).slice(1 - MOST_TALKS);
  chat.value = new Map([...newest, [place, lines]]);
}

function setSeek(game, ticket) {
  const next = new Map(seeks.value);
  if (ticket) next.set(game, { ticket, endsAt: performance.now() + PATIENCE_MS });
  else next.delete(game);
  seeks.value = next;
}

/** Asks to be paired; the match opens by itself. */
export async function seekOpponents(game) {
  const { data } = await ask({ type: "seek", game, fill_ms: PATIENCE_MS });
  setSeek(game, data.ticket);
}

export async function unseek(game) {
  const { ticket } = seeks.value.get(game);
  setSeek(game, null);
  await ask({ type: "unseek", ticket });
}

/** Waits for an opponent on a ladder; the match opens by itself. */
export async function queue(ladder) {
  const { data } = await ask({ type: "ladder_register", ladder, name: me.value.name, kind: "human" });
  await ask({ type: "ladder_queue", ladder, entry: data.entry, games: 1 });
  queued.value = { ladder, entry: data.entry };
}

export async function unqueue() {
  await ask({ type: "ladder_queue", ...queued.value, on: false });
  queued.value = null;
}

export function leaveRoom(room) {
  return ask({ type: "leave", room }).then(() => forgetRoom(room));
}

/** What was said in a room and its matches, the oldest first: people talk there before a match, in it and after it. */
export function talkOf({ room, match_id: match }) {
  const home = room ?? playedIn.get(match);
  const played = [...playedIn].filter(([, one]) => one === home).map(([id]) => id);
  const places = new Set([home, match, ...played]);
  return [...places].flatMap((place) => chat.value.get(place) ?? []).sort((a, b) => a.at - b.at);
}

/** Where one talks beside a match: once it is over, in its room. */
export function talkPlace(match) {
  const room = match.over.value && roomOf(match.id);
  return room ? { room: room.room } : { match_id: match.id };
}

/** The room a match is or was played in, if we are in it. */
export const roomOf = (matchId) => rooms.value.get(playedIn.get(matchId));

/** Opens a room as `terms` say, sits down in it, with `bot` on all other seats; a test room has its own. */
export async function openAgainst(game, terms, bot) {
  const { room } = await ask({ type: "create_room", game, clock: { kind: "none" }, ...terms });
  if (room.title.startsWith("#")) return room.room;
  await ask({ type: "sit", room: room.room, seat: 0 });
  for (const { seat } of room.seats.slice(1)) await ask({ type: "add_bot", room: room.room, seat, bot });
  return room.room;
}

export function dropMatch(id) {
  const next = new Map(matches.value);
  next.delete(id);
  matches.value = next;
}
