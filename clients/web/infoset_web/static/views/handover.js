// A match of ours in two windows: what the one shows that has lost it, and the other before it has it. Moves no match itself.
import { html, useEffect } from "../ui/ui.js";
import { elsewhere, gone, isSettled, me, playHere, readRoute, replayEntries, sought } from "../net/app.js";
import { root } from "../ui/root.js";
import { say } from "../words/words.js";

/** All that a window shows after another one has taken its match over. */
export const Gone = () =>
  html`<main class="gone"><img src=${`${root}/logo.svg`} alt="" width="72" height="72" />
    <h1>${say("frame-gone")}</h1>
    <p class="muted">${say("frame-gone-about")}</p>
    <button class="primary" onClick=${() => playHere(gone.value)}>${say("frame-take-back")}</button></main>`;

/** Where a match that is over is shown: those who played begin with how it ended, which they may have missed. */
const pageOf = ([start]) => (start?.players?.some(({ user }) => user === me.value?.user) ? "result" : "replay");

/** Leads on to the replay of a match that is over, if there is one, and if somebody still waits for it here. */
export function useReplayInstead(id, isMissing) {
  useEffect(() => {
    if (!isMissing) return;
    let isHere = true;
    const asked = { type: "replay", replay: id, view: "public", form: "events", last: 0 };
    replayEntries(asked).then(
      (entries) => isHere && readRoute().at.includes(id) && location.replace(`#/${pageOf(entries)}/${id}`), // unless one goes elsewhere
      () => {}, // it is told below what there may be instead
    );
    return () => {
      isHere = false;
    };
  }, [id, isMissing]);
}

/** Instead of the table of a match that is not played in this window. */
export function Missing({ id }) {
  const isComing = !isSettled.value || sought.value === id;
  const isElsewhere = elsewhere.value.includes(id);
  useReplayInstead(id, !isComing && !isElsewhere);
  if (isComing) return html`<p class="muted" role="status">${say("frame-looking")}</p>`;
  if (isElsewhere)
    return html`<p>${say("frame-open-elsewhere")}</p>
      <div><button class="primary" onClick=${() => playHere(id)}>${say("door-go-on")}</button></div>`;
  return html`<p class="muted">
    ${say("frame-no-match")}</p>`;
}
