// A new tournament as a form: what is played, by whom, against what clock. The file that it comes to is shown, too.
import { html, useState } from "../ui/ui.js";
import { Problem, Select, useAction } from "../ui/parts.js";
import { games } from "../net/app.js";
import { command } from "../net/web.js";
import { CLOCKS, clockChoice } from "../model/options.js";
import { FORMATS, writeTournament } from "../model/tournament_file.js";
import { faceOf } from "../games/faces.js";
import { presetsOf } from "../games/rules.js";

const TIMED = Object.keys(CLOCKS).filter((name) => name !== "none");
const OPENS = { human: "people with an account", bot: "programs of accounts", hosted: "bots that were uploaded here" };

/** `onDone` is told what the server answers. */
export function NewTournament({ token, onDone }) {
  const [form, setForm] = useState({ title: "", game: [...games.value.keys()][0], preset: "", format: "swiss", clock: "quick", opens: ["human"] });
  const set = (name) => (value) => setForm({ ...form, [name]: value });
  const options = presetsOf(form.game)[form.preset]?.options ?? {};
  const file = writeTournament({ ...form, options, clock: CLOCKS[form.clock] });
  const [create, isBusy, problem] = useAction(async () => onDone(await command("tournament-create", { file }, token)));
  const { number } = FORMATS[form.format];
  const admit = (who, isOn) =>
    set("opens")(Object.keys(OPENS).filter((one) => (one === who ? isOn : form.opens.includes(one))));
  return html`<form class="panel flat command" onSubmit=${(event) => {
    event.preventDefault();
    create();
  }}><details><summary><b>New tournament</b> <span class="small muted">Filled in as a form.</span></summary><div class="stack">
    <div class="option-grid">
      <label class="field"><span>Title</span><input name="title" required maxlength="48" value=${form.title}
        onInput=${(event) => set("title")(event.target.value)} /></label>
      <${Select} title="Game" name="game" value=${form.game} onChange=${(game) => setForm({ ...form, game, preset: "" })}
        choices=${[...games.value.keys()].map((game) => [game, faceOf(game).title])} />
      <${Select} title="Rules" name="preset" value=${form.preset} onChange=${set("preset")}
        choices=${[["", "usual"], ...Object.entries(presetsOf(form.game)).map(([name, { words }]) => [name, words])]} />
      <${Select} title="Who meets whom" name="format" value=${form.format} onChange=${(format) => setForm({ ...form, format, number: undefined })}
        choices=${Object.entries(FORMATS).map(([name, { words }]) => [name, words])} />
      ${number && html`<label class="field"><span>${number.words}</span><input type="number" name="number" min="0"
        value=${form.number ?? number.value} onInput=${(event) => set("number")(event.target.value)} /></label>`}
      <${Select} title="Clock" name="clock" value=${form.clock} onChange=${set("clock")}
        choices=${TIMED.map((name) => [name, clockChoice(name)])} />
      <label class="field"><span>Only for the class, all of which takes part; may be empty</span><input name="classroom"
        value=${form.classroom ?? ""} onInput=${(event) => set("classroom")(event.target.value)} /></label>
    </div>
    <fieldset class="choice"><legend>Who may enter by themselves</legend><div class="row">
      ${Object.entries(OPENS).map(([who, words]) => html`<label key=${who} class="check"><input type="checkbox" name=${who}
        checked=${form.opens.includes(who)} onChange=${(event) => admit(who, event.target.checked)} />${words}</label>`)}</div></fieldset>
    <div class="option-grid">
      <label class="field"><span>Accounts that take part, one a line</span><textarea name="users" rows="3" value=${form.users ?? ""}
        onInput=${(event) => set("users")(event.target.value)}></textarea></label>
      <label class="field"><span>Bots of the server, one a line</span><textarea name="bots" rows="3" value=${form.bots ?? ""}
        onInput=${(event) => set("bots")(event.target.value)}></textarea></label>
    </div>
    <details><summary class="small muted">As a file, to keep or to change by hand</summary><pre class="small" tabindex="0">${file}</pre></details>
    <div><button class="primary" disabled=${isBusy || !form.title.trim()}>Make it</button></div></div></details>
    <${Problem} problem=${problem} /></form>`;
}
