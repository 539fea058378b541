// Whether somebody is there for a seat, who plays for it, and how much time it has left.
import { html } from "./ui.js";
import { Icon } from "./icons.js";
import { useTicks } from "./parts.js";
import { left } from "../model/time.js";
import { say } from "../words/words.js";

const TICK_MS = 250;
const HURRY_MS = 10_000;

/** Somebody who is away, or for whom a bot plays on. */
export function Absence({ t, seat }) {
  const state = t.seats[seat];
  if (state?.taken_by) return html`<span class="chip hot">
      ${say("match-away-bot", { bot: state.taken_by.replaceAll("_", " ") })}</span>`;
  return state?.online === false && state.kind !== "bot" && html`<span class="chip hot">${say("match-away")}</span>`;
}

export function SeatClock({ t, seat }) {
  const { clocks } = t.match;
  const isCounted = clocks !== undefined && clocks.spec.kind !== "none" && !t.match.over.value;
  useTicks(TICK_MS, isCounted);
  const due = seat === t.seat ? t.decision?.due : undefined; // what one is asked is told exactly
  const ms = !isCounted ? null : due === undefined ? clocks.left(seat, t.match.now()) : Math.max(0, due - t.match.now());
  if (ms === null) return null;
  const runs = clocks.thinking.includes(seat);
  return html`<span class=${`seat-clock number ${runs ? "runs" : ""} ${runs && ms < HURRY_MS ? "urgent" : ""}`}
    role="timer" aria-label=${say("match-seat-time", { name: t.name(seat) })}><${Icon} name="clock" size="1em" />${left(ms)}</span>`;
}

export const SeatState = ({ t, seat }) =>
  html`<${Absence} t=${t} seat=${seat} /><${SeatClock} t=${t} seat=${seat} />`;
