// Where one begins: a guided first match of each game, a bot of one's own, uploaded bots, what goes over the wire.
import { html, useEffect, useRef, useState } from "../ui/ui.js";
import { Problem, Scrolled, Tabs, useAction } from "../ui/parts.js";
import { account, ask, games, go, guided, openAgainst, toast, wire } from "../net/app.js";
import { Playground } from "./playground.js";
import { upload } from "../net/upload.js";
import { post } from "../net/web.js";
import { faceOf } from "../games/faces.js";
import { LESSONS } from "../games/lessons.js";
import { titleOf } from "../model/options.js";
import { drawn, isSaid, say } from "../words/words.js";

const pages = () => ({
  bot: say("learn-tab-bot"),
  here: say("learn-tab-here"),
  wire: say("learn-tab-wire"),
  bots: say("learn-tab-bots"),
  games: say("learn-tab-games"),
});

export function Learn({ at: [page = "bot", what] }) {
  if (page === "game" && LESSONS[what]) return html`<${Lesson} game=${what} />`;
  const tabs = pages();
  const shown = tabs[page] ? page : "bot";
  return html`<h1>${tabs[shown]}</h1><${Tabs} tabs=${tabs} chosen=${shown} onChoose=${(name) => go("learn", name)}
    label=${say("learn-tabs")} />
    ${shown === "bot" ? html`<${FirstBot} />` : shown === "here" ? html`<${Playground} />` : shown === "wire" ? html`<${WireLog} />` : shown === "bots" ? html`
      <${Uploaded} />` : html`<${AllGames} />`}`;
}

function AllGames() {
  return html`<div class="lessons">${Object.entries(LESSONS).map(([game, lesson]) => html`
    <div class="game-card" key=${game}>${html`<${faceOf(game).Cover} />`}<div class="body"><h2 class="h3">${faceOf(game).title}
    </h2><p>${lesson.about()[0]}</p><div class="row"><button class="primary"
    onClick=${() => go("learn", "game", game)}>${say("learn-begin-minutes", { count: lesson.minutes })}</button></div></div></div>`)}</div>`;
}

/** Opens a room as `terms` say, with `bot` on all other seats, and begins. */
async function playAgainst(game, terms, bot) {
  const room = await openAgainst(game, terms, bot);
  guided.value = new Set([...guided.value, room]);
  go("room", room);
  await ask({ type: "start", room });
}

const practiceName = (game, name) =>
  isSaid(`${game}-practice-${name}`) ? say(`${game}-practice-${name}`) : titleOf(name);

function Lesson({ game }) {
  const lesson = LESSONS[game];
  const face = faceOf(game);
  const tests = (games.value.get(game)?.tests ?? []).filter((name) => name !== "mirror");
  const [begin, isBusy, problem] = useAction(() =>
    playAgainst(game, { ...lesson.room, title: say("learn-room", { game: face.title }) }, lesson.bot),
  );
  const [practise, , practiceProblem] = useAction((name) => playAgainst(game, { title: `#${name}` }));
  return html`<article class="game-card" style="max-width:60rem;margin-inline:auto"><${face.Cover} /><div class="body">
    <div class="eyebrow">${say("learn-minutes", { count: lesson.minutes })}</div>
    <h1>${say("learn-first-match", { game: face.title })}</h1>
      ${lesson.about().map((text) => html`<p style="font-size:1rem">${text}</p>`)}
    <p style="font-size:1rem">${say("learn-at-once")}</p>
    <div class="row"><button class="primary" disabled=${isBusy} onClick=${begin}>${say("learn-begin")}</button>
      <button class="quiet" onClick=${() => go("lobby")}>${say("learn-not-now")}</button></div>
    <${Problem} problem=${problem} />
    ${tests.length > 0 && html`<h2 class="h3">${say("learn-single")}</h2><div class="row">${tests.map((name) => html`
      <button key=${name} onClick=${() => practise(name)}>${practiceName(game, name)}</button>`)}</div>
      <${Problem} problem=${practiceProblem} />`}
  </div></article>`;
}

const LOOK_AGAIN_MS = 4000;
const LANGUAGES = {
  python: "Python",
  javascript: "JavaScript",
  go: "Go",
  rust: "Rust",
  java: "Java",
  cpp: "C++",
  shell: "Shell",
};

const rawBot = (host, port) => `import json, random, socket

server = socket.create_connection(("${host}", ${port}))


def send(**message):
    server.sendall(json.dumps(message).encode() + b"\\n")


send(type="hello", proto=[1], auth={"kind": "guest", "name": "my-first-bot"})
send(type="seek", game="colonizers", fill_ms=1000)
for message in (json.loads(line) for line in server.makefile("rb") if line.strip()):
    if message["type"] == "your_turn":
        pick = random.randrange(message["n"])
        send(type="act", match_id=message["match_id"], decision=message["decision"], index=pick)
    elif message["type"] in ("match_over", "error", "bye"):
        print(message)
`;

const sdkBot = `import infoset


class MyBot(infoset.Bot):
    def decide(self, turn):
        return turn.random_answer(self.rng)


if __name__ == "__main__":
    infoset.run(MyBot)
`;

function Code({ text }) {
  const copy = async () => {
    await navigator.clipboard?.writeText(text);
    toast(say("learn-copied"));
  };
  return html`<div class="code-box">${navigator.clipboard && html`
    <button class="small quiet" onClick=${copy}>${say("learn-copy")}</button>`}<pre class="code" tabindex="0">${text}</pre></div>`;
}

function FirstBot() {
  const host = location.hostname;
  const port = location.port || (location.protocol === "https:" ? 443 : 80);
  const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
  return html`<div class="two-sides">
    <div class="stack">
      <div class="panel stack"><h2>${say("learn-python")}</h2>
        <p>${drawn("learn-python-about", { file: html`<code>bot.py</code>`, command: html`<code>python3 bot.py</code>` })}</p>
        <${Code} text=${rawBot(host, port)} /></div>
      <div class="panel stack"><h2>${say("learn-sdk")}</h2>
        <p>${drawn("learn-sdk-about", { command: html`<code>pip install .</code>` })}</p>
        <${Code} text=${sdkBot} /><${Code} text=${`infoset bot my_bot.py --url ${url} --seek colonizers --games 10`} />
        </div>
    </div>
    <div class="stack">
      <div class="panel stack"><h2>${say("learn-folder")}</h2>
        <p>${say("learn-folder-about")}</p>
        <div class="row">${Object.entries(LANGUAGES).map(([name, title]) => html`
          <a class="button" key=${name} href=${`download/bot-${name}.zip`}
          download=${`bot-${name}.zip`}>${title}</a>`)}</div></div>
      <div class="panel stack"><h2>${say("learn-sees")}</h2>
        <p>${say("learn-sees-about")}</p><div>
        <button onClick=${() => go("learn", "wire")}>${say("learn-show-wire")}</button></div></div>
      <div class="panel stack"><h2>${say("learn-server")}</h2>
        <p>${drawn("learn-server-about", {
          command: html`<code>infoset bot upload FOLDER</code>`,
          link: html`<a href="#/learn/bots">${say("learn-server-link")}</a>`,
        })}</p></div>
    </div></div>`;
}

function WireLog() {
  const [only, setOnly] = useState("");
  const [isHeld, hold] = useState(null);
  const box = useRef();
  const lines = (isHeld ?? wire.value).filter(({ message }) => !only || message.type === only);
  const types = [...new Set(wire.value.map(({ message }) => message.type))].sort();
  useEffect(() => {
    if (!isHeld && box.current) box.current.scrollTop = box.current.scrollHeight;
  });
  return html`<p
    class="muted">${say("learn-wire-about")}</p>
    <div class="row"><select aria-label=${say("learn-wire-type")} translate=${false} style="width:auto" value=${only}
      onChange=${(event) => setOnly(event.target.value)}><option value="">${say("learn-wire-all")}</option>${types.map((type) => html`
      <option value=${type}>${type}</option>`)}</select>
      <button onClick=${() => hold(isHeld ? null : wire.value)}>${isHeld ? say("learn-wire-go-on") : say("learn-wire-hold")}</button>
        <span class="chip number">${lines.length}</span></div>
    <div class="wire-log" ref=${box} role="log" aria-label=${say("learn-wire-messages")} tabindex="0">
      ${lines.slice(-150).map(({ direction, message, at }, i) => html`<div key=${`${at}.${i}`} class=${direction}>
      ${direction === "out" ? "→" : "←"} ${JSON.stringify(message).slice(0, 4000)}</div>`)}</div>`;
}

function Uploaded() {
  const token = account.value?.kind === "token" ? account.value.token : null;
  const [rows, setRows] = useState(null);
  const [log, setLog] = useState(null);
  const [load, , problem] = useAction(async () => setRows(await post("bots/list", {}, token)));
  const [run, , doProblem] = useAction(async (verb, bot, version) => {
    const answer = await post(`bots/${verb}`, { bot, ...(version && { version }) }, token);
    if (verb === "log") setLog({ title: `${bot}@${version}`, text: answer.file });
    else {
      toast(answer.message ?? say("learn-done"));
      await load();
    }
  });
  const [share, setShare] = useState(0);
  const [send, isSending, sendProblem] = useAction(async (file) => {
    setShare(0);
    toast((await upload(file, token, setShare)).message);
    await load();
  });
  useEffect(() => {
    if (!token) return undefined;
    load();
    const timer = setInterval(load, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  if (!token)
    return html`<div class="panel stack">
      <p>${say("learn-account")}</p></div>`;
  return html`<div class="row"><label class=${`button ${isSending ? "" : "primary"}`}>
    ${isSending ? say("learn-sending", { share: Math.round(share * 100) }) : say("learn-upload")}
    <input class="hidden-text" type="file" accept=".zip,.tar,.gz,.tgz" disabled=${isSending} onChange=${(
    event,
  ) => {
    if (event.target.files[0]) send(event.target.files[0]);
    event.target.value = "";
  }} /></label>
      <span class="muted small">${rows?.message}</span></div>
        <p class="muted small">${say("learn-upload-about")}</p>
        <${Problem} problem=${sendProblem ?? problem ?? doProblem} />
    ${
      rows?.rows &&
      html`<${Scrolled} label=${say("learn-your-bots")}><table><thead><tr><th>${say("learn-bot")}</th>
        <th class="n">${say("learn-version")}</th><th>${say("learn-state")}</th><th>${say("learn-result")}</th>
        <th>${say("learn-to-do")}</th></tr></thead><tbody>${rows.rows.map(
        (
          row,
        ) => html`<tr><td><b>${row.bot}</b></td><td class="n">${row.version}</td><td>
          <span class=${`chip ${row.state === "ready" ? "live" : ["failed", "broken"].includes(row.state) ? "hot" : ""}`}>
          ${row.state}</span>${row.current && html` <span class="chip accent">${say("learn-in-use")}</span>`}</td><td class="small">${row.result}</td>
      <td><div class="row"><button class="small" onClick=${() => run("log", row.bot, row.version)}>${say("learn-logs")}</button>
        ${!row.current && row.state === "ready" && html`
        <button class="small" onClick=${() => run("use", row.bot, row.version)}>${say("learn-use")}</button>`}
        <button class="small" onClick=${() => run(row.state === "disabled" ? "enable" : "disable", row.bot)}>
        ${row.state === "disabled" ? say("learn-enable") : say("learn-disable")}</button></div></td></tr>`,
      )}</tbody></table><//>`
    }
    ${log && html`<div class="panel stack"><div class="row spread"><h2 class="h3">${say("learn-logs-of", { title: log.title })}</h2>
      <button class="quiet" onClick=${() => setLog(null)}>${say("learn-close")}</button></div>
      <pre class="code" style="max-height:60vh" tabindex="0">${log.text}</pre></div>`}`;
}
