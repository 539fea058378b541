// Going on on another device: a code and a link here, a field for them there.
import { html, useState } from "../ui/ui.js";
import { Problem, useAction, useTicks } from "../ui/parts.js";
import { handOver, handover, logIn, toast } from "../net/app.js";
import { newSecret } from "../net/keep.js";
import { move } from "../net/web.js";
import { drawn, say } from "../words/words.js";
import { left } from "../model/time.js";

const CODE = /^#\/?move\/([a-z]+-[a-z]+-[a-z]+-\d)$/;

/** The code in the link that leads here; empty where there is none. */
export const codeInAddress = () => location.hash.match(CODE)?.[1] ?? "";

const linkOf = (code) => `${location.origin}${location.pathname}#/move/${code}`;

/** Shows a code for the other device, as long as it is good. */
export function HandOver() {
  const [make, isBusy, problem] = useAction(handOver);
  const open = handover.value;
  useTicks(1000, open !== null);
  const leftMs = open ? open.endsAt - performance.now() : 0;
  return html`<fieldset class="choice hand-over"><legend>${say("move-title")}</legend>
    ${leftMs > 0 ? html`<p>${say("move-enter")}</p>
      <p><code class="move-code">${open.code}</code></p>
      <p class="small muted">${drawn("move-about", { link: html`<${Link} link=${linkOf(open.code)} />`, time: left(leftMs) })}</p>` : html`
      <button class="small" disabled=${isBusy} onClick=${make}>${say("move-button")}</button>`}
    <${Problem} problem=${problem} /></fieldset>`;
}

function Link({ link }) {
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    toast(say("move-copied"));
  };
  return navigator.clipboard
    ? html`<button class="small" onClick=${copy}>${say("move-link")}</button>`
    : html`<span class="tiny" style="overflow-wrap:anywhere">${link}</span>`;
}

/** At the door: the code that the other device shows. */
export function FromDevice() {
  const [code, setCode] = useState(codeInAddress());
  const [run, isBusy, problem] = useAction(async () => {
    const secret = newSecret();
    const { name, token } = await move(code, secret);
    location.hash = "/lobby"; // the code is used up
    logIn(token ? { kind: "token", name, token } : { kind: "guest", name, token: secret });
  });
  return html`<form class="stack" onSubmit=${(event) => {
    event.preventDefault();
    run();
  }}>
    <label class="field"><span>${say("move-code")}</span>
      <input name="move" value=${code} placeholder="lusab-babad-gutih-7" autocapitalize="none" autocomplete="off"
        spellcheck=${false} onInput=${(event) => setCode(event.target.value)} />
      <span class="about">${say("move-code-about")}</span></label>
    <button class="primary" disabled=${isBusy || !code.trim()}>${say("move-go")}</button>
    <${Problem} problem=${problem} />
  </form>`;
}
