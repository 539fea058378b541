// Whether somebody is there for a seat, who plays for it, and how much time it has left.
import { html } from "./ui.js";
import { Icon } from "./icons.js";
import { useCountdown } from "./parts.js";
import { botWords } from "../model/naming.js";
import { drawn, say } from "../words/words.js";

/** Somebody who is away, or for whom a bot plays on. */
export function Absence({ t, seat }) {
  const state = t.seats[seat];
  if (state?.taken_by) return html`<span class="chip hot">
      ${say("match-away-bot", { bot: botWords(state.taken_by) })}</span>`;
  if (state?.online !== false || state.kind === "bot") return null;
  return state.lostAt === undefined || t.over
    ? html`<span class="chip hot">${say("match-away")}</span>`
    : html`<${Awaited} remaining=${() => state.lostAt - t.match.now()} />`;
}

/** Somebody who is away, and for how long the seat is still kept. */
function Awaited({ remaining }) {
  const { words } = useCountdown(remaining);
  return html`<span class="chip hot number">${drawn("match-away-awaited", { time: words })}</span>`;
}

export function SeatClock({ t, seat }) {
  const { clocks, clocked, decision, over } = t.match;
  clocked?.value; // drawn again when other clocks run, though nothing else of the seat has changed
  if (clocks === undefined || clocks.spec.kind === "none" || over.value) return null;
  const due = seat === t.seat ? decision.value?.due : undefined; // what one is asked is told exactly
  const remaining = () => (due === undefined ? clocks.left(seat, t.match.now()) : due - t.match.now());
  return remaining() === null ? null : html`<${Countdown} remaining=${remaining} runs=${clocks.thinking.includes(seat)}
    label=${say("match-seat-time", { name: t.name(seat) })} />`;
}

function Countdown({ remaining, runs, label }) {
  const { words, isUrgent } = useCountdown(remaining, runs);
  return html`<span class=${`seat-clock number ${runs ? "runs" : ""} ${runs && isUrgent ? "urgent" : ""}`}
    role="timer" aria-label=${label}><${Icon} name="clock" size="1em" />${words}</span>`;
}

export const SeatState = ({ t, seat }) =>
  html`<${Absence} t=${t} seat=${seat} /><${SeatClock} t=${t} seat=${seat} />`;
