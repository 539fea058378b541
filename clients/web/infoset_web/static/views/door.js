// The door: who are you? A guest's name, the code of a card, or the token of an account.
import { html, useState } from "../ui/ui.js";
import { FromDevice, codeInAddress } from "./moving.js";
import { Problem, Tabs, useAction } from "../ui/parts.js";
import { account, anotherName, connect, goodbye, logIn, logOut, phase, pupilsHere, route } from "../net/app.js";
import { enrol } from "../net/web.js";
import { kept } from "../net/keep.js";
import { root } from "../ui/root.js";
import { say } from "../words/words.js";

const NAMES = ["Heron", "Otter", "Lynx", "Marten", "Plover", "Badger", "Swift", "Newt"];
const MADE_UP = `${NAMES[Math.floor(Math.random() * NAMES.length)]} ${10 + Math.floor(Math.random() * 90)}`;

const closedWords = (code, reason) =>
  ({ 4401: say("door-unknown"), 4403: say("door-forbidden"), 4409: say("door-elsewhere") })[code] ??
  say("door-refused", { reason: reason || code });
const NOT_WELCOME = new Set([4401, 4403]);

export function Door() {
  const [way, setWay] = useState(codeInAddress() ? "device" : pupilsHere.value.length > 0 ? "card" : "guest");
  const isConnecting = phase.value !== "out";
  const ways = { guest: say("door-as-guest"), card: say("door-with-card"), token: say("door-with-token"), device: say("move-way") };
  return html`<main class="door">
    <section class="door-picture">
      <${Art} />
      <h1>${say("door-title")}</h1>
      <p>${say("door-about")}</p>
    </section>
    <section class="door-form">
      <div class="brand"><img src=${`${root}/logo.svg`} alt="" />Infoset</div>
      <${Invited} />
      <${Tabs} tabs=${ways} chosen=${way} onChoose=${setWay} label=${say("door-ways")} />
      ${way === "guest" ? html`<${Guest} isConnecting=${isConnecting} />` : way === "card" ? html`<${Card} />` : way === "device" ? html`<${FromDevice} />` : html`<${Token} />`}
      <${Closed} />
    </section>
  </main>`;
}

/** Where an address leads that somebody was sent: into a room. */
function Invited() {
  const { page, at } = route.value;
  return page === "room" && at[0] && html`<p class="hint">${say("door-invited", { room: at[0] })}</p>`;
}

function Closed() {
  const bye = goodbye.value;
  if (phase.value === "trying") {
    return html`<div class="hint row spread" role="status"><span>${say("door-trying")}</span>
      <button class="small" onClick=${logOut}>${say("door-stop")}</button></div>`;
  }
  if (!bye || bye.code === 1000) return null;
  if (bye.hasMoved) return html`<div class="hint" role="status">${say("move-gone")}</div>`;
  return html`<${Problem} problem=${closedWords(bye.code, bye.reason)} />
    ${account.value && bye.code && !NOT_WELCOME.has(bye.code) && html`<button onClick=${connect}>
      ${account.value.name ? say("door-go-on-as", { name: account.value.name }) : say("door-go-on")}</button>`}`;
}

function Guest({ isConnecting }) {
  const known = kept("guest", {});
  const before = account.value?.kind === "guest" ? account.value.name : Object.keys(known)[0];
  const [name, setName] = useState(before ?? MADE_UP);
  const enter = (event) => {
    event.preventDefault();
    if (name.trim()) logIn({ kind: "guest", name: name.trim() });
  };
  const isKnown = Object.hasOwn(known, name.trim()); // with the secret of that name one is who was here before, seat and all
  const other = anotherName(name.trim(), known);
  const go = isKnown ? say("door-go-on-as", { name: name.trim() }) : say("door-enter");
  return html`<form class="stack" onSubmit=${enter}>
    <label class="field"><span>${say("door-name")}</span>
      <input name="name" value=${name} maxlength="64" autocomplete="nickname" autofocus
        onInput=${(event) => setName(event.target.value)} />
      <span class="about">${say("door-name-about")}</span></label>
    <button class="primary" disabled=${isConnecting || !name.trim()}>${isConnecting ? say("door-connecting") : go}</button>
    ${isKnown && html`<div class="hint stack" role="status"><span>${say("door-known", { name: name.trim() })}</span>
      <button type="button" class="small" disabled=${isConnecting} onClick=${() => logIn({ kind: "guest", name: other })}>
        ${say("door-another", { name: other })}</button></div>`}
  </form>`;
}

function Card() {
  const [code, setCode] = useState(location.hash.match(/^#([a-z]+-[a-z]+-[a-z]+-\d)$/)?.[1] ?? "");
  const [run, isBusy, problem] = useAction(async () => {
    const { name, token } = await enrol(code);
    logIn({ kind: "token", name, token, isPupil: true });
  });
  const here = pupilsHere.value;
  return html`${here.length > 0 && html`<fieldset class="choice"><legend>${say("door-pupils")}</legend><div class="row">
    ${here.map(({ name, token }) => html`<button key=${name} onClick=${() => logIn({ kind: "token", name, token, isPupil: true })}>
      ${name}</button>`)}</div></fieldset>`}<form class="stack" onSubmit=${(event) => {
    event.preventDefault();
    run();
  }}>
    <label class="field"><span>${say("door-code")}</span>
      <input name="code" value=${code} placeholder="lusab-babad-gutih-7" autocapitalize="none" autocomplete="off"
        spellcheck=${false} onInput=${(event) => setCode(event.target.value)} />
      <span class="about">${say("door-code-about")}</span></label>
    <button class="primary" disabled=${isBusy || !code.trim()}>${say("door-use-card")}</button>
    <${Problem} problem=${problem} />
  </form>`;
}

function Token() {
  const [token, setToken] = useState("");
  const enter = (event) => {
    event.preventDefault();
    logIn({ kind: "token", token: token.trim() });
  };
  return html`<form class="stack" onSubmit=${enter}>
    <label class="field"><span>${say("door-token")}</span>
      <input name="token" type="password" value=${token} placeholder="inf_…" autocomplete="current-password"
        onInput=${(event) => setToken(event.target.value)} />
      <span class="about">${say("door-token-about")}</span></label>
    <button class="primary" disabled=${!token.trim()}>${say("door-enter")}</button>
  </form>`;
}

/** An information set: positions that look the same from here, in one dashed cloud. */
function Art() {
  const nodes = [
    [470, 300],
    [330, 420],
    [470, 420],
    [610, 420],
    [240, 540],
    [350, 540],
    [470, 540],
    [590, 540],
    [700, 540],
    [180, 660],
    [290, 660],
    [380, 660],
    [480, 660],
    [580, 660],
    [660, 660],
    [740, 660],
  ];
  const edges = [
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 4],
    [1, 5],
    [2, 6],
    [3, 7],
    [3, 8],
    [4, 9],
    [4, 10],
    [5, 11],
    [6, 12],
    [7, 13],
    [8, 14],
    [8, 15],
  ];
  return html`<svg class="art" viewBox="0 0 800 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <g stroke="#2f6467" stroke-width="2">${edges.map(([a, b]) => html`<path d=${`M${nodes[a]} L${nodes[b]}`} />`)}</g>
    <g fill="none" stroke="#5fb9ae" stroke-width="2.500" stroke-dasharray="3 9" stroke-linecap="round" opacity="0.8">
      <ellipse cx="470" cy="420" rx="190" ry="34" /><ellipse cx="295" cy="540" rx="100" ry="32" />
        <ellipse cx="586" cy="540" rx="156" ry="34" /><ellipse cx="330" cy="660" rx="200" ry="34" />
        <ellipse cx="660" cy="660" rx="118" ry="32" />
    </g>
    ${nodes.map(([x, y], i) => html`<circle cx=${x} cy=${y} r=${i === 0 ? 17 : 11}
      fill=${i === 0 ? "#f0b45a" : "#1d5356"} stroke="#8fd3c8" stroke-width=${i === 0 ? 0 : 2} />`)}
  </svg>`;
}
