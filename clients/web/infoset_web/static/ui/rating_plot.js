// How a rating went over time, with the band in which it lies. For whoever cannot see it: a sentence, and a table.
import { html } from "./ui.js";
import { band, extent, line, scale, ticks } from "../model/chart.js";
import { courseOf } from "../model/people.js";
import { say, spoken } from "../words/words.js";

const WIDTH = 380;
const HEIGHT = 170;
const [LEFT, RIGHT, TOP, BOTTOM] = [44, WIDTH - 12, 10, HEIGHT - 26];
const FEW_DAYS_MS = 3 * 86_400_000; // within which the hour tells more than the day

/** `points` as in a profile; one alone makes no line. */
export function RatingPlot({ name, points }) {
  const course = courseOf(points);
  if (course.length < 2) return html`<p class="small muted">${say("people-too-few")}</p>`;
  const [first, last] = [course[0], course.at(-1)];
  const [low, high] = extent(course.flatMap((one) => [one.low, one.high]));
  const x = scale(first.at, last.at, LEFT, RIGHT);
  const y = scale(low, high, BOTTOM, TOP);
  const time = timeOf(last.at - first.at);
  const label = say("people-plot", { name, from: time(first.at), to: time(last.at), before: first.rating, now: last.rating, low: last.low, high: last.high });
  return html`<svg class="rating-plot" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${label}>
      ${ticks(low, high, 4).map((tick) => html`<g key=${tick}><path class="rule" d=${`M${LEFT} ${y(tick)}H${RIGHT}`} />
        <text x=${LEFT - 6} y=${y(tick) + 4} text-anchor="end">${tick}</text></g>`)}
      <path class="band" d=${band(course.map((one) => [x(one.at), y(one.high), y(one.low)]))} />
      <path class="stroke" d=${line(course.map((one) => [x(one.at), y(one.rating)]))} />
      <circle cx=${x(last.at)} cy=${y(last.rating)} r="4" />
      <text x=${LEFT} y=${HEIGHT - 6}>${time(first.at)}</text><text x=${RIGHT} y=${HEIGHT - 6} text-anchor="end">${time(last.at)}</text></svg>
    <details class="small"><summary>${say("people-numbers")}</summary><table><thead><tr><th>${say("people-when")}</th>
      <th class="n">${say("ladder-rating")}</th><th class="n">${say("ladder-interval")}</th><th class="n">${say("ladder-matches")}</th></tr></thead>
      <tbody>${[...course].reverse().map((one) => html`<tr key=${`${one.at} ${one.games}`}><td>${time(one.at)}</td><td class="n">${one.rating}</td>
        <td class="n">${say("ladder-range", { low: String(one.low), high: String(one.high) })}</td><td class="n">${one.games}</td></tr>`)}</tbody></table></details>`;
}

/** How moments of a span are named. */
const timeOf = (span) => (at) =>
  span < FEW_DAYS_MS
    ? new Date(at).toLocaleString(spoken.value, { dateStyle: "short", timeStyle: "short" })
    : new Date(at).toLocaleDateString(spoken.value);
