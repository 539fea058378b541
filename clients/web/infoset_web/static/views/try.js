// Playing on from a moment of a finished match: a room of one's own that begins there, against house bots or others.
import { html, useState } from "../ui/ui.js";
import { Icon } from "../ui/icons.js";
import { Problem, useAction } from "../ui/parts.js";
import { ask, bots, go, me } from "../net/app.js";
import { botWords } from "../model/naming.js";
import { byStrength } from "../model/strengths.js";
import { faceOf } from "../games/faces.js";
import { say } from "../words/words.js";

const AS_THEN = ""; // the house bots that played there, others where people did
const PEOPLE = "?"; // seats stay open

/** The seat to sit on: through whose eyes it is seen, else one's own of then, else the first. */
function seatFor(t, view) {
  if (view.startsWith("seat:")) return Number(view.slice(5));
  const own = t.seats.findIndex(({ user }) => user === me.value?.user);
  return Math.max(0, own);
}

/** Opens the room and, unless people are to join, begins. */
async function tryFrom({ id, t, ver, seat, against = AS_THEN }) {
  const { room } = await ask({
    type: "create_room",
    game: t.game,
    title: say("try-title", { game: faceOf(t.game).title, match: id }).slice(0, 64),
    start_from: { replay: id, ver, seat },
  });
  if (against && against !== PEOPLE)
    for (const { seat: other, kind } of room.seats)
      if (kind === "open") await ask({ type: "add_bot", room: room.room, seat: other, bot: against });
  go("room", room.room);
  if (against !== PEOPLE) await ask({ type: "start", room: room.room });
}

/** One press: against the house bots of then. */
export function TryButton({ id, t, ver, view }) {
  const [open, isBusy, problem] = useAction(() => tryFrom({ id, t, ver, seat: seatFor(t, view) }));
  const words = say("try-here");
  return html`<button class="small" aria-label=${words} title=${words} disabled=${isBusy} onClick=${open}>
    <${Icon} name="play" /><span>${words}</span></button>${problem && html`<${Problem} problem=${problem} />`}`;
}

/** The same with a choice of seat and opponents. */
export function Try({ id, t, ver, view }) {
  const [chosen, setSeat] = useState(null);
  const [against, setAgainst] = useState(AS_THEN);
  const seat = chosen ?? seatFor(t, view);
  const [open, isBusy, problem] = useAction(() => tryFrom({ id, t, ver, seat, against }));
  const offered = byStrength(bots.value, t.game);
  return html`<section class="stack try" aria-label=${say("try-here")}><h2 class="h3">${say("try-here")}</h2>
    <p class="small muted">${say("try-about")}</p>
    <div class="row"><label class="field"><span>${say("try-seat")}</span><select value=${seat}
      onChange=${(event) => setSeat(Number(event.target.value))}>${t.seats.map((_, one) => html`
      <option value=${one}>${t.name(one)}</option>`)}</select></label>
    <label class="field"><span>${say("try-others")}</span><select value=${against}
      onChange=${(event) => setAgainst(event.target.value)}><option value=${AS_THEN}>${say("try-as-then")}</option>
      ${offered.map(({ bot }) => html`<option value=${bot}>${botWords(bot)}</option>`)}
      <option value=${PEOPLE}>${say("try-people")}</option></select></label></div>
    <div class="row"><button class="primary small" disabled=${isBusy} onClick=${open}>
      ${against === PEOPLE ? say("try-open") : say("try-play")}</button></div>
    <${Problem} problem=${problem} /></section>`;
}
