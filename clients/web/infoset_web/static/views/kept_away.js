// Whom one does not want to meet or hear: said beside what they say, taken back in the settings.
import { html, signal, useEffect } from "../ui/ui.js";
import { Problem, useAction } from "../ui/parts.js";
import { ask, me, toast } from "../net/app.js";
import { say } from "../words/words.js";

const kept = signal([]); // those kept away, as the server told last: [{user, name}]

async function tell(request) {
  const { data } = await ask({ type: "block", ...request });
  kept.value = data.blocked;
}

/** A button beside what somebody else has said. */
export function KeepAway({ user, name }) {
  const [keepAway, isBusy, problem] = useAction(async () => {
    await tell({ user });
    toast(say("frame-kept-away", { name }));
  });
  if (user === me.value?.user || kept.value.some((one) => one.user === user)) return null;
  return html`<button class="quiet tiny keep-away" disabled=${isBusy} onClick=${keepAway}
    aria-label=${say("frame-keep-away-of", { name })} title=${say("frame-keep-away-about", { name })}>${say("frame-keep-away")}</button>
    <${Problem} problem=${problem} />`;
}

/** Those who are kept away, each with the way back; nothing where there is nobody. */
export function KeptAway() {
  const [look, , unknown] = useAction(() => tell({}));
  const [letNear, isBusy, problem] = useAction((user) => tell({ user, on: false }));
  useEffect(() => {
    look();
  }, []);
  if (!kept.value.length) return html`<${Problem} problem=${unknown} />`;
  return html`<fieldset class="choice kept-away"><legend>${say("frame-kept-away-list")}</legend>
    ${kept.value.map(({ user, name }) => html`<div key=${user} class="row spread"><span>${name}</span>
      <button class="small" disabled=${isBusy} onClick=${() => letNear(user)}>${say("frame-let-near")}</button></div>`)}
    <${Problem} problem=${problem} /></fieldset>`;
}
