// A ladder of a class that is played, as a form: filled in with what it is now; what is changed there is sent, and nothing else.
import { html, useState } from "../ui/ui.js";
import { Problem, Select, useAction } from "../ui/parts.js";
import { command } from "../net/web.js";
import { changesOf, readClassLadder } from "../model/class_ladder.js";
import { BotFields, CopiesField, SeasonFields, TalkField, TimeField } from "./class_ladder_fields.js";
import { RulesField } from "./rules_field.js";
import { say, spoken } from "../words/words.js";

/** What becomes of a season, in a sentence. */
const followsWords = ({ kind, season, results, at_ms: at }) =>
  say(`console-follows-${kind}`, { season, count: results, at: new Date(at).toLocaleString(spoken.value) });

const NUMBERS = ["matches", "per_hour", "entry_per_hour"];

/** `onDone` is told what the server answers. */
export function ChangeClassLadder({ token, onDone }) {
  const [ladders, setLadders] = useState(null); // not asked yet
  const [chosen, setChosen] = useState(null); // a ladder, with `now`, what it is
  const [form, setForm] = useState(null);
  const set = (name) => (value) => setForm({ ...form, [name]: value });
  const read = async (ladder) => {
    const found = ladders?.find((one) => one.ladder === ladder);
    const now = found && readClassLadder((await command("ladder-file", { ladder }, token)).rows);
    setChosen(now ? { ...found, now } : null);
    setForm(now ?? null);
  };
  const [list, , unlisted] = useAction(async () => {
    const { rows = [] } = await command("ladders", {}, token);
    setLadders(rows.filter((one) => one.class && one.state !== "closed"));
  });
  const [choose, isReading, unread] = useAction(read);
  const [change, isBusy, problem] = useAction(async () => {
    const body = { ladder: chosen.ladder, ...changesOf(chosen.now, form) };
    const { rows = [] } = await command("change-ladder", { ...body, preview: true }, token);
    const about = rows.map(followsWords).join(" ");
    if (about && !confirm(say("console-really", { title: say("console-do-change-ladder"), about }))) return;
    onDone(await command("change-ladder", body, token));
    await read(chosen.ladder);
  });
  const isPlayed = chosen !== null && chosen.results + chosen.running > 0;
  const hasChanged = form !== null && Object.keys(changesOf(chosen.now, form)).length > 0;
  return html`<form class="panel flat command" onSubmit=${(event) => {
    event.preventDefault();
    change();
  }}><details onToggle=${(event) => event.currentTarget.open && list()}><summary><b>${say("console-do-change-ladder")}</b>${" "}
    <span class="small muted">${say("console-change-ladder-about")}</span></summary>
    ${ladders?.length === 0 && html`<p class="muted">${say("console-no-class-ladders")}</p>`}
    ${ladders?.length > 0 && html`<div class="stack">
      <${Select} title=${say("console-field-ladder")} name="ladder" value=${chosen?.ladder ?? ""} onChange=${choose}
        choices=${[["", ""], ...ladders.map((one) => [one.ladder, `${one.ladder} (${one.class})`])]} />
      ${form && html`<div class="option-grid">
        <label class="field"><span>${say("room-form-title")}</span><input name="title" maxlength="48" value=${form.title}
          onInput=${(event) => set("title")(event.target.value)} /></label>
        <${SeasonFields} form=${form} set=${set} />
        <${CopiesField} form=${form} set=${set} />
        ${NUMBERS.map((name) => html`<label key=${name} class="field"><span>${say(`console-ladder-${name}`)}</span>
          <input type="number" min="1" required name=${name} value=${form[name]} onInput=${(event) => set(name)(event.target.value)} /></label>`)}
        ${!isPlayed && html`<${RulesField} game=${chosen.now.game} now=${chosen.now.options} form=${form} set=${set} />
          <${TimeField} form=${form} set=${set} /><${TalkField} form=${form} set=${set} />`}</div>
        <${BotFields} game=${chosen.now.game} form=${form} set=${set} token=${token} />
        ${isPlayed && html`<p class="small muted">${say("console-ladder-played")}</p>`}
        <div><button class="primary" disabled=${isBusy || isReading || !hasChanged}>${say("console-change")}</button></div>`}</div>`}
    </details><${Problem} problem=${problem ?? unread ?? unlisted} /></form>`;
}
