// Takes seats on a server and plays many matches at once over one client. Knows no bots.

import { ConnectionLostError, InfosetError, ReplyTimeoutError, RequestError } from "./errors.js";
import { consoleLog } from "./log.js";
import { Match } from "./turn.js";

/** @typedef {import("./turn.js").MatchResult} MatchResult */
/** @typedef {import("./wire.js").ServerMessage} ServerMessage */
/** @typedef {import("./reading.js").Unknown} Unknown */

const MAX_SEATS = 1000; // matches played at once by one process
const MAX_TABLES = 64; // matches sought at the same time

/**
 * What a host needs of a client: `Client`, or one over standard input and output.
 * @typedef {object} Talker
 * @property {import("./botseat.js").SendRequest} request
 * @property {() => Promise<ServerMessage | Unknown>} receive
 * @property {import("./wire.js").Welcome} [welcome] what the server said at the last login, where there is one
 */

/**
 * What plays one match, such as a `BotSeat`.
 * @typedef {object} Seat
 * @property {Match} match
 * @property {MatchResult | null} result
 * @property {(message: ServerMessage | Unknown) => void} take notes one message about the match
 * @property {() => Promise<void>} play plays until the match is over and `result` is set
 * @property {() => void} leave the match is lost sight of: `play` ends
 */

/**
 * Which seats to take. With neither `game`, `room` nor `ladder`, those that the server gives.
 * @typedef {object} Plan
 * @property {string} [game] is sought
 * @property {number} [seats]
 * @property {number} [fillMs] wait before house bots fill the empty seats; the server's usual unless given
 * @property {number} [tables] matches sought, or rated ones played, at a time
 * @property {string} [room] is entered
 * @property {number} [seat] in the room; the first open one unless given
 * @property {string} [code] of an unlisted room
 * @property {string} [ladder] is entered with an entry under the name of its user, for rated matches
 * @property {string} [version] of that entry: another one begins anew
 * @property {number} [matches] how many are played in all; until stopped unless given
 */

/** Plays by a plan: `await new Host(client, makeSeat, plan).run()`. */
export class Host {
  done = 0;
  #makeSeat;
  #onResult;
  #log;
  /** @type {Map<string, Seat>} */
  #seats = new Map();
  #seeks = 0;
  #isFinished = false;
  /** @type {RequestError | undefined} why our entry plays no more */
  #refusal;
  /** @type {(error?: unknown) => void} */
  #finish = () => {};

  /**
   * @param {Talker} client
   * @param {(match: Match, start: import("./wire.js").MatchStart) => Seat} makeSeat called when a match starts
   * @param {Plan} plan
   * @param {{onResult?: (seat: Seat) => void, log?: import("./log.js").Log}} [hooks] `onResult` is called after every
   *   match; its result is null if the match was lost sight of
   */
  constructor(client, makeSeat, plan, { onResult = () => {}, log = consoleLog } = {}) {
    this.client = client;
    this.plan = plan;
    this.#makeSeat = makeSeat;
    this.#onResult = onResult;
    this.#log = log;
  }

  /**
   * Plays until the plan is fulfilled or the connection is lost for good. Rejects with RequestError if the
   * server refuses a seat, with ConnectionLostError and its like if the connection ends before.
   */
  async run() {
    const finished = new Promise((resolve, reject) => {
      this.#finish = (error) => {
        this.#isFinished = true;
        if (error === undefined) resolve(undefined);
        else reject(error);
      };
    });
    this.#spawn(this.#route());
    this.#spawn(this.#takeSeats());
    try {
      await finished;
    } finally {
      for (const seat of this.#seats.values()) seat.leave();
    }
  }

  // Taking seats.

  async #takeSeats() {
    // Where the connection is lost, the next welcome does it anew.
    if (this.plan.room !== undefined) await this.#insist(this.#join(this.plan.room));
    else if (this.plan.ladder !== undefined) await this.#enter(this.plan.ladder);
    else await this.#seekMore();
  }

  /**
   * Makes the entry of the plan, and queues it for the matches that are left.
   * @param {string} ladder
   */
  async #enter(ladder) {
    const { version, matches, tables = 1 } = this.plan;
    if (this.done >= (matches ?? Infinity)) return;
    const name = this.client.welcome?.name ?? "";
    const made = await this.#insist({ type: "ladder_register", ladder, name, kind: "bot", ...(version && { version }) });
    if (made === undefined) return;
    const entry = String(/** @type {import("./wire.js").Ok} */ (made).data?.entry);
    const games = matches === undefined ? {} : { games: matches - this.done };
    await this.#insist({ type: "ladder_queue", ladder, entry, parallel: Math.min(tables, MAX_TABLES), ...games });
  }

  /**
   * @param {string} room
   * @returns {import("./wire.js").Join}
   */
  #join(room) {
    const { seat, code } = this.plan;
    const place = seat === undefined ? { any_seat: true } : { seat };
    return { type: "join", room, ready: true, ...place, ...(code !== undefined && { code }) };
  }

  /** Seeks until `plan.tables` matches are played or sought, no more than are wanted in all. */
  async #seekMore() {
    const { game, seats, fillMs } = this.plan;
    if (game === undefined) return;
    while (this.#isWanted()) {
      this.#seeks += 1;
      const seek = { type: /** @type {const} */ ("seek"), game, ...(seats && { seats }), ...(fillMs !== undefined && { fill_ms: fillMs }) };
      try {
        await this.client.request(seek);
      } catch (error) {
        this.#seeks = Math.max(0, this.#seeks - 1);
        if (error instanceof ConnectionLostError) return; // the next welcome seeks anew
        const isBusy = error instanceof RequestError && error.code === "busy";
        if (isBusy && this.#seeks + this.#seats.size > 0) return; // as many as the server takes; more later
        throw error;
      }
    }
  }

  #isWanted() {
    const { matches = Infinity, tables = 1 } = this.plan;
    const atOnce = this.#seeks + this.#seats.size;
    return this.done + atOnce < matches && atOnce < Math.min(tables, MAX_TABLES) && !this.#isFinished;
  }

  // Messages.

  async #route() {
    while (!this.#isFinished) {
      const message = /** @type {ServerMessage} */ (await this.client.receive());
      if (message.type === "match_start" && message.role === "player") this.#open(message);
      else if (message.type === "welcome" && !message.resumed) this.#startOver();
      else if (message.type === "error" && (message.match_id === undefined || this.#isOfEntry(message))) {
        this.#log("warning", `the server says: ${message.msg} (${message.code})`);
        if (this.#isOfEntry(message)) this.#spawn(this.#queueAgain());
      }
      this.#seats.get(/** @type {any} */ (message).match_id)?.take(message);
    }
  }

  /**
   * Does the server tell what has become of our entry? It names the match by which that came, which may be over.
   * @param {import("./wire.js").Error} error
   */
  #isOfEntry(error) {
    return error.re === undefined && error.code === "wrong_state" && this.plan.ladder !== undefined;
  }

  /** Our entry may be off the queue; one that is benched ends the plan, behind the matches that it still plays. */
  async #queueAgain() {
    try {
      await this.#enter(/** @type {string} */ (this.plan.ladder));
    } catch (error) {
      if (error instanceof ReplyTimeoutError) return; // the next welcome enters anew
      if (!(error instanceof RequestError) || this.#seats.size === 0) throw error;
      this.#refusal = error;
    }
  }

  /** @param {import("./wire.js").MatchStart} start */
  #open(start) {
    if (this.#seats.has(start.match_id)) return;
    if (this.#seats.size >= MAX_SEATS) {
      this.#log("warning", `match ${start.match_id} is one too many; its seat stays empty`);
      return;
    }
    this.#seeks = Math.max(0, this.#seeks - 1);
    const seat = this.#makeSeat(new Match(start), start);
    this.#seats.set(start.match_id, seat);
    this.#spawn(this.#seeThrough(seat));
    this.#spawn(this.#seekMore());
  }

  /**
   * Counts a match when it has ended and goes on with the plan.
   * @param {Seat} seat
   */
  async #seeThrough(seat) {
    await seat.play();
    this.#seats.delete(seat.match.matchId);
    if (this.#isFinished) return;
    this.done += 1;
    this.#onResult(seat);
    const isPlayed = this.done >= (this.plan.matches ?? Infinity);
    if (isPlayed && this.#seats.size === 0) this.#finish();
    else if (isPlayed) return; // others run, from before the program was started: they are seen through
    else if (this.#refusal !== undefined && this.#seats.size === 0) throw this.#refusal;
    else if (this.plan.room !== undefined) await this.#insist({ type: "ready", room: this.plan.room });
    else await this.#seekMore();
  }

  /** A new session: what was sought is forgotten, and seats may be gone. */
  #startOver() {
    this.#seeks = 0;
    this.#spawn(this.#lookAfterSeats());
  }

  /** Leaves the matches that ended while nobody listened; sits down again. */
  async #lookAfterSeats() {
    for (const seat of [...this.#seats.values()]) {
      if (seat.result === null && (await this.#isGone(seat.match.matchId))) {
        this.#log("warning", `match ${seat.match.matchId} went on without us`);
        seat.leave();
      }
    }
    if (this.plan.room === undefined) await this.#takeSeats();
    else if (this.#seats.size === 0) await this.#succeeds(this.#join(this.plan.room));
  }

  /**
   * Does the server say for certain that a match is none of ours any more? A refusal that may pass does not: the next
   * hall of a cluster may be there before it has all matches of the last one, and tells of each when it does.
   * @param {string} matchId
   */
  async #isGone(matchId) {
    try {
      await this.client.request({ type: "sync", match_id: matchId });
      return false;
    } catch (error) {
      if (!(error instanceof InfosetError)) throw error;
      this.#log("info", `sync: ${error.message}`);
      return error instanceof RequestError && !error.mayPass; // after a lost connection the next welcome asks anew
    }
  }

  /**
   * Sends a request that may well be refused; did it succeed?
   * @param {import("./wire.js").ClientMessage} message
   */
  async #succeeds(message) {
    try {
      await this.client.request(message);
      return true;
    } catch (error) {
      const isExpected =
        error instanceof RequestError || error instanceof ConnectionLostError || error instanceof ReplyTimeoutError;
      if (!isExpected) throw error;
      this.#log("info", `${message.type}: ${error.message}`);
      return false;
    }
  }

  /**
   * The answer to a request that is made again by itself after the connection was lost; undefined if it was.
   * @param {import("./wire.js").ClientMessage} message
   */
  async #insist(message) {
    return this.client.request(message).catch((error) => {
      if (!(error instanceof ConnectionLostError)) throw error;
    });
  }

  /** @param {Promise<void>} work */
  #spawn(work) {
    work.catch((error) => {
      if (!(error instanceof InfosetError) && this.#isFinished) throw error;
      this.#finish(error);
    });
  }
}
