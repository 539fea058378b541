// How patient a client is and how much it keeps: the limits of the SDK in one place.

/** Milliseconds, unless the name says otherwise. */
export const TIMING = Object.freeze({
  connectMs: 0, // keep trying this long for the first connection; 0 = one attempt
  reconnectMs: 600_000, // keep trying this long to come back; 0 = never
  openMs: 10_000, // for one connection to open
  welcomeMs: 10_000,
  replyMs: 60_000,
  silenceMs: 30_000, // without a sign of life: ask for one; twice that: the link is dead
  doubtMs: 5_000, // for a sign of life after check(); then the link is dead
  maxInbox: 4096, // messages waiting to be read before the client stops reading
  ackEvery: 32, // numbered messages
});

/** @typedef {{ [limit in keyof typeof TIMING]: number }} Timing */

export const MAX_FRAME_BYTES = 1 << 20; // the largest frame taken from a server; told to it in `hello`
