// Where results of an organiser's tournaments and ladders are sent: addresses, their secrets, what has become of messages.
import { html, useEffect, useState } from "../ui/ui.js";
import { Dialog, Problem, Scrolled, Select, useAction, useTicks } from "../ui/parts.js";
import { account, toast } from "../net/app.js";
import { command } from "../net/web.js";
import { say, spoken } from "../words/words.js";

const LOOK_MS = 5_000;
const OF = { tournament: "webhooks-of-tournament", ladder: "webhooks-of-ladder" };

export function Webhooks() {
  const token = account.value?.kind === "token" ? account.value.token : null;
  if (!token) return html`<h1>${say("webhooks-title")}</h1><div class="panel"><p>${say("webhooks-account")}</p></div>`;
  return html`<h1>${say("webhooks-title")}</h1><p class="muted webhooks-about">${say("webhooks-about")}</p><${Addresses} token=${token} />`;
}

function Addresses({ token }) {
  const [rows, setRows] = useState(null);
  const [secret, setSecret] = useState(null); // {url, text}
  const [look, , problem] = useAction(async () => setRows((await command("webhooks", {}, token)).rows ?? []));
  useEvery(look);
  const told = (url) => (answer) => {
    setSecret({ url, text: answer.secret });
    return look();
  };
  return html`<div class="stack"><${NewWebhook} token=${token} onDone=${told} /><${Problem} problem=${problem} />
    ${rows?.length === 0 && html`<p class="muted">${say("webhooks-none")}</p>`}
    ${rows?.length > 0 && html`<h2 class="h3">${say("webhooks-list")}</h2>`}
    ${rows?.map((row) => html`<${Webhook} key=${row.webhook} row=${row} token=${token} onChange=${look} onSecret=${told(row.url)} />`)}
    ${secret && html`<${Secret} ...${secret} onClose=${() => setSecret(null)} />`}</div>`;
}

/** Does something now and every few seconds. */
function useEvery(work) {
  useEffect(() => {
    work();
    const timer = setInterval(work, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
}

function NewWebhook({ token, onDone }) {
  const [form, setForm] = useState({ of: "tournament", name: "", url: "" });
  const set = (name) => (value) => setForm({ ...form, [name]: value });
  const [add, isBusy, problem] = useAction(async () => {
    const url = form.url.trim();
    onDone(url)(await command("webhook-add", { [form.of]: form.name.trim(), url }, token));
    setForm({ ...form, url: "" });
  });
  const kinds = [["tournament", say("webhooks-tournament")], ["ladder", say("webhooks-ladder")]];
  return html`<form class="panel flat stack" onSubmit=${(event) => {
    event.preventDefault();
    add();
  }}><h2 class="h3">${say("webhooks-new")}</h2><div class="option-grid">
    <${Select} title=${say("webhooks-of")} name="of" value=${form.of} choices=${kinds} onChange=${set("of")} />
    <label class="field"><span>${say("webhooks-name")}</span><input name="name" required maxlength="32" value=${form.name}
      onInput=${(event) => set("name")(event.target.value)} /></label>
    <label class="field" style="grid-column:1/-1"><span>${say("webhooks-url")}</span><input name="url" type="url" required
      maxlength="500" placeholder="https://club.example/results" value=${form.url} onInput=${(event) => set("url")(event.target.value)} /></label>
    </div><div><button class="primary" disabled=${isBusy}>${say("webhooks-add")}</button></div><${Problem} problem=${problem} /></form>`;
}

function Webhook({ row, token, onChange, onSecret }) {
  const [isOpen, setOpen] = useState(false);
  const { webhook, url } = row;
  const give = (name) => command(name, { webhook }, token);
  const [run, isBusy, problem] = useAction((work) => work());
  const test = async () => {
    await give("webhook-test");
    toast(say("webhooks-tested"));
    await onChange();
  };
  const renew = async () => confirm(say("webhooks-renew-really")) && onSecret(await give("webhook-secret"));
  const switchOn = async () => {
    await give("webhook-on");
    await onChange();
  };
  const remove = async () => {
    if (!confirm(say("webhooks-remove-really", { url }))) return;
    await give("webhook-remove");
    await onChange();
  };
  const why = row.state.replace(/^off: /, "");
  const isOn = row.state === "on";
  const button = (words, work, kind = "") => html`<button class=${`small ${kind}`} disabled=${isBusy}
    onClick=${() => run(work)}>${words}</button>`;
  return html`<section class="panel flat stack webhook" aria-label=${url}>
    <div class="row spread"><b class="address" dir="ltr">${url}</b><span class=${`chip ${isOn ? "live" : "hot"}`}>
      ${isOn ? say("webhooks-on") : say("webhooks-off", { why })}</span></div>
    <p class="small muted">${OF[row.of] ? say(OF[row.of], { name: row.name }) : say("webhooks-of-server")} ·${" "}
      ${say("webhooks-counts", { delivered: row.delivered, waiting: row.waiting, held: row.held, failed: row.failed })}</p>
    <div class="row">${isOn ? button(say("webhooks-test"), test, "primary") : button(say("webhooks-switch-on"), switchOn, "primary")}
      <button class="small" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>
        ${isOpen ? say("webhooks-hide") : say("webhooks-show")}</button>
      ${button(say("webhooks-renew"), renew)}${row.of !== "server" && button(say("webhooks-remove"), remove, "danger")}</div>
    <${Problem} problem=${problem} />
    ${isOpen && html`<${Messages} webhook=${webhook} url=${url} token=${token} isOn=${isOn} />`}</section>`;
}

function Messages({ webhook, url, token, isOn }) {
  const [rows, setRows] = useState(null);
  const [look, , unknown] = useAction(async () => setRows((await command("webhook-messages", { webhook }, token)).rows ?? []));
  useEvery(look);
  useTicks(LOOK_MS);
  const [again, isBusy, problem] = useAction(async (message) => {
    await command("webhook-resend", { webhook, message }, token);
    toast(say("webhooks-sent-again"));
    await look();
  });
  const title = say("webhooks-messages", { url });
  if (!rows?.length)
    return html`<${Problem} problem=${unknown} />${rows && html`<p class="muted">${say("webhooks-no-messages")}</p>`}`;
  return html`<${Problem} problem=${problem ?? unknown} /><${Scrolled} label=${title} isPanel=${false}><table><thead><tr>
    <th>${say("webhooks-column-match")}</th><th>${say("webhooks-column-status")}</th><th class="n">${say("webhooks-column-attempts")}</th>
    <th>${say("webhooks-column-time")}</th><th>${say("webhooks-column-said")}</th><th></th></tr></thead><tbody>
    ${rows.map((row) => html`<tr key=${row.message}><td>${row.match ? html`<a href=${`#/replay/${row.match}`}>${row.match}</a>` : say("webhooks-a-test")}</td>
      <td>${statusWords(row)}</td><td class="n">${row.attempts}</td><td>${timeWords(row.tried_ms ?? row.created_ms)}</td>
      <td dir="auto">${row.said}</td><td>${isOn && ["delivered", "failed"].includes(row.status) && html`
        <button class="small" disabled=${isBusy} onClick=${() => again(row.message)}>${say("webhooks-again")}</button>`}</td></tr>`)}
    </tbody></table><//>`;
}

const timeWords = (ms) => new Date(ms).toLocaleString(spoken.value);
const statusWords = ({ status, next_ms: next }) =>
  next ? say("webhooks-status-next", { time: timeWords(next) }) : say(`webhooks-status-${status}`);

function Secret({ url, text, onClose }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toast(say("webhooks-copied"));
  };
  return html`<${Dialog} title=${say("webhooks-title")} onClose=${onClose}><p>${say("webhooks-secret", { url })}</p>
    <p><code class="secret" dir="ltr">${text}</code></p><div class="row">
    ${navigator.clipboard && html`<button onClick=${copy}>${say("webhooks-copy")}</button>`}
    <button class="primary" onClick=${onClose}>${say("webhooks-kept")}</button></div><//>`;
}
