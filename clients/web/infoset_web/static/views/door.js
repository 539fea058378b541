// The door: who are you? A guest's name, the code of a card, or the token of an account.
import { html, useState } from "../ui/ui.js";
import { FromDevice, codeInAddress } from "./moving.js";
import { Problem, Tabs, useAction } from "../ui/parts.js";
import { account, connect, goodbye, logIn, logOut, phase } from "../net/app.js";
import { enrol } from "../net/web.js";
import { kept } from "../net/keep.js";
import { root } from "../ui/root.js";

const NAMES = ["Heron", "Otter", "Lynx", "Marten", "Plover", "Badger", "Swift", "Newt"];
const MADE_UP = `${NAMES[Math.floor(Math.random() * NAMES.length)]} ${10 + Math.floor(Math.random() * 90)}`;

const WAYS = { guest: "As a guest", card: "With a card", token: "With a token", device: "From another device" };
const CLOSED = {
  4401: "The server does not know this name with this device any more, or the token is not valid.",
  4403: "You may not enter here.",
  4409: "This page is open somewhere else with the same name. Use it here instead?",
};
const NOT_WELCOME = new Set([4401, 4403]);

export function Door() {
  const [way, setWay] = useState(codeInAddress() ? "device" : "guest");
  const isConnecting = phase.value !== "out";
  return html`<main class="door">
    <section class="door-picture">
      <${Art} />
      <h1>Play what you cannot see.</h1>
      <p>Board games with hidden information. People and programs at the same tables; what you may not know
        never reaches your browser.</p>
    </section>
    <section class="door-form">
      <div class="brand"><img src=${`${root}/logo.svg`} alt="" />Infoset</div>
      <${Tabs} tabs=${WAYS} chosen=${way} onChoose=${setWay} label="How to enter" />
      ${way === "guest" ? html`<${Guest} isConnecting=${isConnecting} />` : way === "card" ? html`<${Card} />` : way === "device" ? html`
        <${FromDevice} />` : html`<${Token} />`}
      <${Closed} />
    </section>
  </main>`;
}

function Closed() {
  const bye = goodbye.value;
  if (phase.value === "trying") {
    return html`<div class="hint row spread" role="status"><span>The server does not answer. Trying again …</span>
      <button class="small" onClick=${logOut}>Stop</button></div>`;
  }
  if (!bye || bye.code === 1000) return null;
  if (bye.hasMoved) return html`<div class="hint" role="status">You go on on your other device.</div>`;
  return html`<${Problem}
    problem=${CLOSED[bye.code] ?? `The server does not let you in: ${bye.reason || bye.code}`} />
    ${account.value && bye.code && !NOT_WELCOME.has(bye.code) && html`<button onClick=${connect}>
      Go on here${account.value.name ? ` as ${account.value.name}` : ""}</button>`}`;
}

function Guest({ isConnecting }) {
  const before = account.value?.kind === "guest" ? account.value.name : Object.keys(kept("guest", {}))[0];
  const [name, setName] = useState(before ?? MADE_UP);
  const enter = (event) => {
    event.preventDefault();
    if (name.trim()) logIn({ kind: "guest", name: name.trim() });
  };
  return html`<form class="stack" onSubmit=${enter}>
    <label class="field"><span>Your name</span>
      <input name="name" value=${name} maxlength="64" autocomplete="nickname" autofocus
        onInput=${(event) => setName(event.target.value)} />
      <span class="about">Others see it. Nothing else is asked of you.</span></label>
    <button class="primary" disabled=${isConnecting || !name.trim()}>${isConnecting ? "Connecting …" : "Enter"}</button>
  </form>`;
}

function Card() {
  const [code, setCode] = useState(location.hash.match(/^#([a-z]+-[a-z]+-[a-z]+-\d)$/)?.[1] ?? "");
  const [run, isBusy, problem] = useAction(async () => {
    const { name, token } = await enrol(code);
    logIn({ kind: "token", name, token });
  });
  return html`<form class="stack" onSubmit=${(event) => {
    event.preventDefault();
    run();
  }}>
    <label class="field"><span>The code on your card, or on the board</span>
      <input name="code" value=${code} placeholder="lusab-babad-gutih-7" autocapitalize="none" autocomplete="off"
        spellcheck=${false} onInput=${(event) => setCode(event.target.value)} />
      <span class="about">It works once. From then on this device is you.</span></label>
    <button class="primary" disabled=${isBusy || !code.trim()}>Use the card</button>
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
    <label class="field"><span>Token of your account</span>
      <input name="token" type="password" value=${token} placeholder="inf_…" autocomplete="current-password"
        onInput=${(event) => setToken(event.target.value)} />
      <span class="about">It stays on this device and is exchanged for a ticket that is good once.</span></label>
    <button class="primary" disabled=${!token.trim()}>Enter</button>
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
