// Time that is left, and time that has passed, in words. Reads no clock.
import { say } from "../words/words.js";

/** `3:07`, or `8.4` when it becomes urgent. */
export function left(ms) {
  if (ms <= 0) return "0.0";
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= 86_400) 
    return say("room-days-hours", { days: Math.floor(seconds / 86_400), hours: Math.floor((seconds % 86_400) / 3600) });
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** How long ago, roughly. */
export function ago(ms) {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return say("room-ago-now");
  if (minutes < 60) return say("room-ago-minutes", { count: minutes });
  if (minutes < 1440) return say("room-ago-hours", { count: Math.floor(minutes / 60) });
  return say("room-ago-days", { count: Math.floor(minutes / 1440) });
}
