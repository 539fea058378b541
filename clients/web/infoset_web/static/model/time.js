// Time that is left, and time that has passed, in words. Reads no clock.
import { decimal } from "./figures.js";
import { say } from "../words/words.js";

export const URGENT_MS = 10_000; // then tenths count
const DAY_S = 86_400;
const HOUR_S = 3600;

/** `3:07`, or `8.4` when it becomes urgent. */
export function left(ms) {
  if (ms < URGENT_MS) return decimal(Math.max(0, Math.floor(ms / 100) / 10), 1);
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= DAY_S)
    return say("room-days-hours", { days: Math.floor(seconds / DAY_S), hours: Math.floor((seconds % DAY_S) / HOUR_S) });
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Milliseconds after which `left` says something else; Infinity where nothing is left to say. */
export function untilOther(ms) {
  if (ms < 100) return Infinity;
  if (ms < URGENT_MS) return (ms % 100) + 1;
  const seconds = Math.ceil(ms / 1000);
  const last = seconds >= DAY_S ? Math.floor(seconds / HOUR_S) * HOUR_S : seconds; // in which the words are the same
  return Math.min(ms - (last - 1) * 1000, ms - URGENT_MS + 1);
}

/** How long ago, roughly. */
export function ago(ms) {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return say("room-ago-now");
  if (minutes < 60) return say("room-ago-minutes", { count: minutes });
  if (minutes < 1440) return say("room-ago-hours", { count: Math.floor(minutes / 60) });
  return say("room-ago-days", { count: Math.floor(minutes / 1440) });
}
