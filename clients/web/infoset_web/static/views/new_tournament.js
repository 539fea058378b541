// A new tournament as a form: what is played, by whom, against what clock. The file that it comes to is shown, too.
import { html, useState } from "../ui/ui.js";
import { Problem, Select, useAction } from "../ui/parts.js";
import { botNames, games } from "../net/app.js";
import { command } from "../net/web.js";
import { CLOCKS, clockChoice } from "../model/options.js";
import { FORMATS, writeTournament } from "../model/tournament_file.js";
import { faceOf } from "../games/faces.js";
import { RulesField } from "./rules_field.js";
import { say } from "../words/words.js";

const TIMED = Object.keys(CLOCKS).filter((name) => name !== "none");
const OPENS = ["human", "bot", "hosted"];

/** `onDone` is told what the server answers. */
export function NewTournament({ token, onDone }) {
  const [form, setForm] = useState({ title: "", game: [...games.value.keys()][0], options: {}, format: "swiss", clock: "quick", opens: ["human"] });
  const set = (name) => (value) => setForm({ ...form, [name]: value });
  const file = writeTournament({ ...form, clock: CLOCKS[form.clock] }, botNames.value);
  const [create, isBusy, problem] = useAction(async () => onDone(await command("tournament-create", { file }, token)));
  const { number } = FORMATS[form.format];
  const admit = (who, isOn) =>
    set("opens")(OPENS.filter((one) => (one === who ? isOn : form.opens.includes(one))));
  return html`<form class="panel flat command" onSubmit=${(event) => {
    event.preventDefault();
    create();
  }}><details><summary><b>${say("console-new-tournament")}</b> <span class="small muted">${say("console-new-tournament-about")}</span></summary><div class="stack">
    <div class="option-grid">
      <label class="field"><span>${say("room-form-title")}</span><input name="title" required maxlength="48" value=${form.title}
        onInput=${(event) => set("title")(event.target.value)} /></label>
      <${Select} title=${say("lobby-game")} name="game" value=${form.game} onChange=${(game) => setForm({ ...form, game, options: {} })}
        choices=${[...games.value.keys()].map((game) => [game, faceOf(game).title])} />
      <${RulesField} game=${form.game} now=${{}} form=${form} set=${set} />
      <${Select} title=${say("console-format")} name="format" value=${form.format} onChange=${(format) => setForm({ ...form, format, number: undefined })}
        choices=${Object.keys(FORMATS).map((name) => [name, say(`console-format-${name}`)])} />
      ${number && html`<label class="field"><span>${say(`console-format-number-${number.name}`)}</span><input type="number" name="number" min="0"
        value=${form.number ?? number.value} onInput=${(event) => set("number")(event.target.value)} /></label>`}
      <${Select} title=${say("room-clock")} name="clock" value=${form.clock} onChange=${set("clock")}
        choices=${TIMED.map((name) => [name, clockChoice(name)])} />
      <label class="field"><span>${say("console-only-class")}</span><input name="classroom"
        value=${form.classroom ?? ""} onInput=${(event) => set("classroom")(event.target.value)} /></label>
    </div>
    <fieldset class="choice"><legend>${say("console-opens")}</legend><div class="row">
      ${OPENS.map((who) => html`<label key=${who} class="check"><input type="checkbox" name=${who}
        checked=${form.opens.includes(who)} onChange=${(event) => admit(who, event.target.checked)} />${say(`console-opens-${who}`)}</label>`)}</div></fieldset>
    <div class="option-grid">
      <label class="field"><span>${say("console-entrants-users")}</span><textarea name="users" rows="3" value=${form.users ?? ""}
        onInput=${(event) => set("users")(event.target.value)}></textarea></label>
      <label class="field"><span>${say("console-entrants-bots")}</span><textarea name="bots" rows="3" value=${form.bots ?? ""}
        onInput=${(event) => set("bots")(event.target.value)}></textarea></label>
    </div>
    <details><summary class="small muted">${say("console-as-file")}</summary><pre class="small" tabindex="0">${file}</pre></details>
    <div><button class="primary" disabled=${isBusy || !form.title.trim()}>${say("console-make")}</button></div></div></details>
    <${Problem} problem=${problem} /></form>`;
}
