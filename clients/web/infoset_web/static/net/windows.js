// The other windows of this browser: which of them has which match, and how one is handed over. Draws nothing, knows no server.
import { signal } from "../vendor/signals-core.js";

const MOST_WINDOWS = 32;

export class Windows {
  /**
   * `channel` reaches the other windows, but not this one; `name` is nobody else's. `mine()` tells `{user, matches}` of this
   * window; `letGo(match)` is called where another window of the same person wants a match that is played here.
   */
  constructor({ channel, name, mine, letGo }) {
    this.channel = channel;
    this.name = name;
    this.mine = mine;
    this.letGo = letGo;
    this.others = signal(new Map()); // {user, matches} by window, as they told last
    this.asks = true; // not yet told anything, nor been told
    channel.onmessage = ({ data }) => this.take(data);
  }

  /** Says what is played here; for the first time, all others answer with the same. */
  tell() {
    const { asks } = this;
    this.asks = false;
    this.channel.postMessage({ kind: "plays", from: this.name, asks, ...this.mine() });
  }

  /** From now on this window plays `match`: whoever else has it lets go of it. */
  claim(match) {
    const { user } = this.mine();
    this.others.value = new Map(without([...this.others.value], user, [match]));
    this.channel.postMessage({ kind: "claim", from: this.name, user, match });
  }

  /** The matches that `user` has in other windows, or had when they were closed. */
  matchesOf(user) {
    return [...this.others.value.values()].filter((one) => one.user === user).flatMap(({ matches }) => matches);
  }

  take({ kind, from, asks, user, matches, match }) {
    if (kind === "plays") {
      const rest = [...this.others.value].filter(([name]) => name !== from).slice(1 - MOST_WINDOWS);
      // What one window has, no other has any more, whatever it told before it was closed.
      this.others.value = new Map([...without(rest, user, matches), [from, { user, matches }]]);
      if (asks) this.tell();
    } else if (kind === "claim") {
      const mine = this.mine();
      if (mine.user === user && mine.matches.includes(match)) this.letGo(match);
    }
  }
}

/** Windows by name, in which `user` has none of the `gone` matches. */
const without = (windows, user, gone) =>
  windows.map(([name, one]) =>
    one.user === user ? [name, { user, matches: one.matches.filter((match) => !gone.includes(match)) }] : [name, one],
  );

/** A channel to the other windows of this browser; to nobody where a browser has none. */
export const channelOf = (name) =>
  globalThis.BroadcastChannel ? new BroadcastChannel(name) : { postMessage() {}, onmessage: null };
