// A match as one viewer sees it: takes its messages, shows one change after the other at a pace a person can follow.
import { signal } from "../vendor/signals-core.js";
import { Clocks } from "./clocks.js";
import { shared } from "./sharing.js";
import { Thinking } from "./thinking.js";

const MOST_LINES = 600;
const UNDO_ENDS = new Set(["declined", "lapsed"]);
const LONG_QUEUE = 30; // changes: beyond that the older ones are shown at once

export class MatchView {
  /** `consts` are those of the game as `describe` gave them; `pace()` is the time for one change in ms, 0 for none. */
  constructor(start, { consts, pace = () => 0, later = (run, ms) => setTimeout(run, ms), now = () => performance.now() }) {
    this.id = start.match_id;
    this.game = start.game;
    this.start = start;
    this.seat = start.role === "watcher" && start.view !== "seat" ? -1 : (start.seat ?? -1);
    this.isPlayer = start.role === "player";
    this.consts = start.consts ?? consts ?? {};
    this.options = start.options ?? {};
    this.obs = signal(null);
    this.ver = signal(start.ver ?? 0);
    this.decision = signal(null); // the open question, with `due` on our clock
    this.sealed = signal(null); // the decision that is made and waits for others; made anew while `decision` is it, too
    this.undoable = signal(null); // the decision that can be taken back
    this.undoVote = signal(null); // {seat, decision, waitsFor}: who asks to take a step back, and who has not answered
    this.known = signal(null); // {told} or {problem} of what may be concluded, while somebody wants to know
    this.told = 0; // changes since the word of what can be taken back; the first is the step itself
    this.lines = signal([]); // what happened: {ver, items} or {note}
    this.last = signal([]); // the events shown last
    this.over = signal(null);
    this.seats = signal(start.players.map((player) => ({ ...player, online: player.online ?? true })));
    this.clocks = new Clocks(start.clock);
    this.clocked = signal(0); // grows with every change of the clocks
    this.thinking = new Thinking();
    this.askedAt = null; // when the open question came into view
    this.deciders = () => []; // who decides, from what is known; the game's view tells it
    this.isBehind = signal(false);
    this.draft = signal({}); // what is being prepared for the open decision: {decision, ...}
    this.sent = {}; // the draft of what is sealed
    this.pace = pace;
    this.later = later;
    this.now = now;
    this.queue = [];
    this.newest = this.ver.value; // the version that came last, shown or not
    this.isWaiting = false;
    this.written = 0; // lines of the log that there ever were
  }

  /** Takes a message of this match, in the order in which they come. */
  receive(message) {
    switch (message.type) {
      case "seat_status":
        return this.attended(message);
      case "act_ok":
        return this.acted(message);
      case "undo_status":
        return this.voted(message);
      case "turn_closed":
        return this.enqueue({ ...message, at: this.now() });
      case "snapshot":
        if (message.ver < this.newest) return; // an answer that pushes have overtaken
        this.newest = message.ver;
        this.hurry(); // what had not been shown has happened all the same
        return this.show({ ...message, at: this.now() });
      case "events":
      case "your_turn":
        this.newest = message.ver;
        return this.enqueue({ ...message, at: this.now() });
      default:
        return this.enqueue({ ...message, at: this.now() });
    }
  }

  /** Shows everything that waits, at once. */
  hurry() {
    while (this.queue.length) this.show(this.queue.shift());
    this.isBehind.value = false;
  }

  /** Is the open question one that is answered already, and may be answered anew? */
  get isReopened() {
    return this.decision.value !== null && this.decision.value === this.sealed.value;
  }

  /** Asks again what is sealed: until all have decided, another answer may take its place. */
  reopen() {
    if (!this.decision.value) this.decision.value = this.sealed.value;
  }

  /** What is sealed stays as it was sent. */
  leaveSealed() {
    if (!this.isReopened) return;
    this.decision.value = null;
    this.draft.value = this.sent;
  }

  enqueue(message) {
    this.queue.push(message);
    while (this.queue.length > LONG_QUEUE) this.show(this.queue.shift());
    if (!this.isWaiting) this.advance();
  }

  advance() {
    this.isWaiting = false;
    while (this.queue.length) {
      const message = this.queue.shift();
      this.show(message);
      const wait = message.type === "events" && message.items.length && this.queue.length >= 0 ? this.pace() : 0;
      if (wait > 0) {
        this.isWaiting = true;
        this.isBehind.value = this.queue.length > 0;
        this.later(() => this.advance(), wait);
        return;
      }
    }
    this.isBehind.value = false;
  }

  show(message) {
    switch (message.type) {
      case "events":
        this.ver.value = message.ver;
        this.look(message.obs);
        this.turned(message);
        this.last.value = message.items;
        if (message.items.length) this.write(lineOf(message));
        this.unseal();
        if (++this.told > 1) this.undoable.value = null;
        break;
      case "snapshot":
        this.ver.value = message.ver;
        this.look(message.obs);
        this.turned(message);
        this.ask((message.pending ?? []).at(-1) ?? null, message.at);
        this.setUndoable(message, 1);
        break;
      case "your_turn":
        this.look(message.obs);
        this.ver.value = message.ver;
        this.turned(message);
        this.unseal();
        this.ask(message, message.at);
        this.setUndoable(message, 1);
        break;
      case "turn_closed":
        if (this.sealed.value?.decision === message.decision) this.unseal();
        if (this.decision.value?.decision === message.decision) this.decision.value = null;
        break;
      case "timeout":
        this.write(lineOf(message));
        if (message.seat === this.seat) this.decision.value = null;
        break;
      case "match_over":
        this.close();
        this.over.value = message;
        break;
    }
  }

  /** What is known now; parts that have not changed stay the very same objects. */
  look(obs) {
    if (obs) this.obs.value = shared(this.obs.value, obs);
  }

  ask(decision, at) {
    const due = decision?.deadline_ms === undefined ? undefined : at + decision.deadline_ms;
    this.askedAt = this.now();
    this.decision.value = decision && { ...decision, due };
  }

  acted(message) {
    const open = this.decision.value;
    if (open?.decision !== message.decision) return;
    this.decision.value = null;
    this.sealed.value = message.sealed ? open : null;
    this.sent = this.draft.value;
    this.setUndoable(message, 0);
  }

  /** `told` of the changes that follow are in the picture already. */
  setUndoable({ undo }, told) {
    this.undoable.value = undo ?? null;
    this.told = told;
  }

  /** Somebody comes or goes, or a bot plays on for them: who is replaced hears of no question any more, not even that it is closed. */
  attended({ seat, online, taken_by, grace_ms }) {
    const before = this.seats.value[seat].taken_by;
    this.setSeat(seat, { online, taken_by, lostAt: grace_ms === undefined ? undefined : this.now() + grace_ms });
    if (taken_by && taken_by !== before) this.write({ note: { kind: "replaced", seat, bot: taken_by } });
    if (before && !taken_by) this.write({ note: { kind: "returned", seat } });
    if (!this.isReplaced) return;
    this.hurry();
    this.clocks.turn([], this.now());
    this.close();
  }

  /** Does a bot play on for whoever sits here? Nothing more is told until the match is over, or they log in anew. */
  get isReplaced() {
    return this.isPlayer && !this.over.value && Boolean(this.seats.value[this.seat].taken_by);
  }

  /** Nothing is asked any more. */
  close() {
    this.decision.value = null;
    this.sealed.value = null;
    this.undoable.value = null;
    this.undoVote.value = null;
  }

  /** Somebody asks to take a step back, or that is over. */
  voted({ seat, decision, status, waits_for: waitsFor = [] }) {
    this.undoVote.value = status === "asked" ? { seat, decision, waitsFor } : null;
    if (UNDO_ENDS.has(status)) this.write({ note: { kind: status, seat } });
  }

  /** All have decided: nothing is held back any more. */
  unseal() {
    this.leaveSealed();
    this.sealed.value = null;
  }

  /** `deciders(obs)` tells which seats decide: their clocks run. */
  follow(deciders) {
    if (!deciders || this.deciders === deciders) return;
    this.deciders = deciders;
    this.turned({ at: this.now() });
  }

  /** The device has slept for so many ms, and `now` stood still. */
  slept(ms) {
    this.clocks.slept(ms);
    this.clocked.value += 1;
  }

  /** Whose clocks run from now on. */
  turned({ at, items = [], clock }) {
    const decided = items.map(({ by }) => by).filter((seat) => seat >= 0);
    this.clocks.turn(this.obs.value ? this.deciders(this.obs.value) : [], at, decided);
    this.clocks.tell(clock, at);
    this.clocked.value += 1;
  }

  setSeat(seat, change) {
    this.seats.value = this.seats.value.map((one, number) => (number === seat ? { ...one, ...change } : one));
  }

  write(line) {
    this.written += 1;
    this.lines.value = [...this.lines.value.slice(-MOST_LINES + 1), { ...line, number: this.written }];
  }

  /** How the view of a replay is called that tells what this viewer was told. */
  get view() {
    return this.seat < 0 ? (this.start.view ?? "public") : `seat:${this.seat}`;
  }

  /** The open question has been answered by hand: that is how long its owner thinks. */
  thought() {
    this.thinking.note(this.now() - this.askedAt);
  }

  /** For how long an answer that needs no thought is held back. */
  get pretence() {
    const due = this.decision.value?.due;
    return this.thinking.wait(due === undefined ? Infinity : due - this.now());
  }

  /** Puts what happened before this view began, entries of a replay in their order, before what it was told itself. */
  recall(entries) {
    const known = new Set(this.lines.value.map(({ ver }) => ver)); // of a match that began where another was
    const told = entries.filter(
      (one) => one.type === "timeout" || (one.type === "events" && one.items.length && !known.has(one.ver)),
    );
    const past = told.map((one, i) => ({ ...lineOf(one), number: i - told.length }));
    this.lines.value = [...past, ...this.lines.value].slice(-MOST_LINES);
  }
}

/** What a message says in the log. */
function lineOf({ type, ver, items, seat, applied, misses }) {
  return type === "events" ? { ver, items } : { note: { kind: type, seat, applied, misses } };
}
