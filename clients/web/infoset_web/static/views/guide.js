// A first match, guided: what is being asked right now and why, and what there is still to see. Eight minutes a game.
import { html, signal } from "../ui/ui.js";
import { LESSONS } from "../games/lessons.js";
import { say } from "../words/words.js";

const learned = new WeakMap(); // which steps have been seen, by match

const seenIn = (match) => {
  if (!learned.has(match)) learned.set(match, signal(new Set()));
  return learned.get(match);
};

export const guideOf = (game) => LESSONS[game] ?? null;

/** The step that fits the moment: the first that does, in the order of the lesson. */
export const stepAt = (lesson, t) => lesson.steps.find((step) => step.fits(t)) ?? null;

export function Guide({ t }) {
  const lesson = guideOf(t.game);
  const seen = seenIn(t.match);
  const now = stepAt(lesson, t);
  if (now && !seen.value.has(now.name)) queueMicrotask(() => (seen.value = new Set([...seen.value, now.name])));
  return html`<div class="guide stack">
    ${now && html`<div class="guide-now" role="status"><div class="eyebrow">${say("match-guide-now")}</div><h2 class="h3">${now.title()}</h2>
      ${now.text().map((text) => html`<p>${text}</p>`)}</div>`}
    <div><div class="eyebrow">${say("match-guide-seen", { seen: seen.value.size, all: lesson.steps.length })}</div>
      <progress max=${lesson.steps.length} value=${seen.value.size} aria-label=${say("match-guide-steps")}></progress></div>
    <ul class="small">${lesson.steps.map((step) => html`
      <li key=${step.name} class=${seen.value.has(step.name) ? "" : "faint"}>
      ${seen.value.has(step.name) ? "✓" : "○"} ${step.title()}</li>`)}</ul>
  </div>`;
}
