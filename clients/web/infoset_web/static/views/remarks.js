// What programs remarked with their acts, along the tape of a replay and beside the board.
import { html } from "../ui/ui.js";
import { Problem, SeatName, useAction } from "../ui/parts.js";
import { ask, toast } from "../net/app.js";
import { decimal } from "../model/figures.js";
import { line, scale } from "../model/chart.js";
import { frameOf } from "../model/tape.js";
import { expectations, latest } from "../model/remarks.js";
import { say } from "../words/words.js";

const WIDTH = 1000;
const HEIGHT = 40;

/** What each program expected of its own seat, from -1 below to 1 above, at the places of the tape. */
export function Expectations({ tape, remarks, name }) {
  const lines = expectations(remarks);
  if (!lines.length) return null;
  const x = scale(0, tape.frames.length - 1, 0, WIDTH);
  const y = scale(-1, 1, HEIGHT - 2, 2);
  const path = (points) => line(points.map(([ver, value]) => [x(frameOf(tape, ver)), y(value)]));
  return html`<svg class="expectations" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img"
    aria-label=${say("review-expectations", {
      expected: lines.map(({ seat, points }) =>
        say("review-expected-end", { name: name(seat), value: decimal(points.at(-1)[1], 2) })).join(", "),
    })}><path class="axis" d=${`M0 ${y(0)}L${WIDTH} ${y(0)}`} />
    ${lines.map(({ seat, points }) => html`<path key=${seat} class=${`seat-${seat % 4}`} d=${path(points)} />`)}</svg>`;
}

/** The newest remark of each seat at this place, and who may read them. */
export function Remarks({ id, t, ver, remarks, isOwner }) {
  const [publish, isBusy, problem] = useAction(async (on) => {
    await ask({ type: "publish", replay: id, on });
    toast(on ? say("review-published") : say("review-unpublished"));
  });
  const shown = latest(remarks, ver);
  return html`<div class="stack">${shown.length === 0 && html`<p class="muted">${say("review-no-remarks")}</p>`}
    ${shown.map((one) => html`<section key=${one.seat}><${SeatName} seat=${one.seat} name=${t.name(one.seat)} />
      <span class="number small"> ${say("review-remark-at", { ply: one.ver, ms: one.ms ?? 0 })}</span>${one.note && html`<p class="note">${one.note}</p>`}
      ${one.value && html`<p class="small number">${say("review-expects", {
        values: one.value.map((value, seat) => `${t.name(seat)} ${decimal(value, 2)}`).join(", "),
      })}</p>`}
      </section>`)}
    ${isOwner && html`<div class="row"><button class="small" disabled=${isBusy} onClick=${() => publish(true)}>${say("review-publish")}</button><button class="small quiet" disabled=${isBusy} onClick=${() => publish(false)}>${say("review-unpublish")}</button></div>
      <${Problem} problem=${problem} />`}</div>`;
}
