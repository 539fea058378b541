// A first match, guided: what is being asked right now and why, and what there is still to see. Eight minutes a game.
import { html, signal } from "../ui/ui.js";
import { LESSONS } from "../games/lessons.js";

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
  if (now && !seen.value.has(now.title)) queueMicrotask(() => (seen.value = new Set([...seen.value, now.title])));
  return html`<div class="guide stack">
    ${now && html`<div class="guide-now" role="status"><div class="eyebrow">Now</div><h2 class="h3">${now.title}</h2>
      ${now.text.map((text) => html`<p>${text}</p>`)}</div>`}
    <div><div class="eyebrow">Seen so far, ${seen.value.size} of ${lesson.steps.length}</div>
      <progress max=${lesson.steps.length} value=${seen.value.size} aria-label="steps seen"></progress></div>
    <ul class="small">${lesson.steps.map((step) => html`
      <li key=${step.title} class=${seen.value.has(step.title) ? "" : "faint"}>
      ${seen.value.has(step.title) ? "✓" : "○"} ${step.title}</li>`)}</ul>
  </div>`;
}
