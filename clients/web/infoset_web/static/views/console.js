// The organiser's console: commands with their arguments, and what came of them. The server decides who may do what.
import { html, useState } from "../ui/ui.js";
import { Problem, Scrolled, Select, Tabs, useAction } from "../ui/parts.js";
import { account, toast } from "../net/app.js";
import { command as send } from "../net/web.js";
import { GROUPS, bodyOf } from "../model/commands.js";
import { NewClassLadder } from "./new_class_ladder.js";
import { NewTournament } from "./new_tournament.js";
import { say } from "../words/words.js";

const FORMS = { Ladders: ["class-ladder", NewClassLadder], Tournaments: ["tournament-create", NewTournament] };

export function Console() {
  const [group, setGroup] = useState("Event");
  const [results, setResults] = useState([]);
  const token = account.value?.kind === "token" ? account.value.token : null;
  if (!token)
    return html`<h1>Console</h1><div class="panel">
      <p>Log in with the token of an organiser's account. Guests give no commands.</p></div>`;
  const note = (command, answer) => {
    const title = titleOf(command);
    if (!command.looks) toast(`${title}: ${answer.message ?? "done"}`);
    setResults([{ title, answer, at: new Date().toLocaleTimeString() }, ...results].slice(0, 20));
  };
  const [made, Form] = FORMS[group] ?? [];
  return html`<h1>Console</h1><${Tabs} tabs=${Object.fromEntries(Object.keys(GROUPS).map((name) => [name, name]))}
    chosen=${group} onChoose=${setGroup} label="Groups of commands" />
    <p><a class="button small" href="#/webhooks">${say("webhooks-title")}</a></p>
    <div class="two-sides"><div class="stack">
      ${Form && html`<${Form} key=${made} token=${token} onDone=${(answer) => note({ name: made }, answer)} />`}
      ${GROUPS[group].map((command, i) => html`
      <${Command} key=${command.name} command=${command} token=${token} isOpen=${i === 0} onDone=${note} />`)}</div>
      <div class="stack answers"><h2 class="h3">What came of it</h2>${results.length === 0 && html`
        <p class="muted">Nothing yet.</p>`}${results.map((result, i) => html`
        <${Result} key=${results.length - i} ...${result} />`)}</div></div>`;
}

/** A command: what needs nothing more has its button at once, what does is opened first. */
function Command({ command, token, isOpen, onDone }) {
  const [values, setValues] = useState({});
  const [run, isBusy, problem] = useAction(async () =>
    onDone(command, await send(command.name, bodyOf(command, values), token)),
  );
  const set = (name, value) => setValues({ ...values, [name]: value });
  const submit = (event) => {
    event.preventDefault();
    if (!command.isGrave || confirm(`${command.name}: ${command.about} Really?`)) run();
  };
  const title = html`<span><b>${titleOf(command)}</b> <span class="small muted">${command.about}</span></span>`;
  const button = html`<button class=${command.isGrave ? "danger" : command.looks ? "" : "primary"} disabled=${isBusy}>
    ${command.looks ? "Look" : "Do it"}</button>`;
  return html`<form class="panel flat command" onSubmit=${submit}>
    ${
      command.fields.length === 0
        ? html`<div class="row spread">${title}${button}</div>`
        : html`<details open=${isOpen}><summary>${title}</summary><div class="stack"><div class="option-grid">
          ${command.fields.map((field) => html`<${Field} key=${field.name} field=${field}
          value=${values[field.name] ?? field.value ?? ""} onChange=${(value) => set(field.name, value)} />`)}</div>
          <div>${button}</div></div></details>`
    }<${Problem} problem=${problem} /></form>`;
}

/** `add-user` as one says it. */
const titleOf = ({ name }) => name[0].toUpperCase() + name.slice(1).replace(/(?<!^re)-/g, " ");

const LONG_AGO_MS = 1e12; // less is no time of the clock, but a while
const isTime = (name, value) => name.endsWith("_ms") && value > LONG_AGO_MS;

/** A column and what stands in it, as one reads them: of `seen_ms` the date and the time of day, under `seen`. */
const headOf = (name, rows) =>
  (rows.some((row) => isTime(name, row[name])) ? name.slice(0, -3) : name).replaceAll("_", " ");
const cellOf = (name, value) => {
  if (isTime(name, value)) return new Date(value).toLocaleString();
  return typeof value === "object" ? JSON.stringify(value) : String(value ?? "");
};

function Field({ field, value, onChange }) {
  const label = html`<span>${field.words}</span>`;
  if (field.kind === "switch")
    return html`<label class="check"><input type="checkbox" checked=${Boolean(value)}
      onChange=${(event) => onChange(event.target.checked)} />${label}</label>`;
  if (field.kind === "choice")
    return html`<${Select} title=${field.words} name=${field.name} value=${value || field.choices[0]} onChange=${onChange}
      choices=${field.choices.map((one) => [one, one])} />`;
  if (field.kind === "long" || field.kind === "lines")
    return html`<label class="field" style="grid-column:1/-1">${label}<textarea
      rows=${field.kind === "long" ? 8 : 4} value=${value}
      onInput=${(event) => onChange(event.target.value)}></textarea></label>`;
  return html`<label class="field">${label}<input type=${field.kind === "number" ? "number" : "text"}
    step="any" required=${!field.optional} value=${value} onInput=${(event) => onChange(event.target.value)} /></label>`;
}

function Result({ title, answer, at }) {
  const columns = [...new Set((answer.rows ?? []).flatMap(Object.keys))];
  return html`<div class="panel flat stack"><div class="row spread"><b>${title}</b><span class="faint tiny">${at}</span>
    </div>
    ${answer.message && html`<p>${answer.message}</p>`}${answer.secret && html`<div class="hint">Shown this once: <code>
      ${answer.secret}</code></div>`}
    ${answer.rows?.length > 0 && html`<${Scrolled} label=${title} isPanel=${false}>
      <table class="answer"><thead><tr>${columns.map((name) => html`<th>
      ${headOf(name, answer.rows)}</th>`)}</tr></thead><tbody>${answer.rows.slice(0, 200).map((row) => html`<tr>${columns.map((name) => html`
      <td>${cellOf(name, row[name])}</td>`)}</tr>`)}</tbody>
      </table><//>`}
    ${answer.file && html`<${Saved} title=${title} text=${answer.file} />`}</div>`;
}

function Saved({ title, text }) {
  const isPage = text.startsWith("<");
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: isPage ? "text/html" : "text/plain" }));
    link.download = `${title}.${isPage ? "html" : "txt"}`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return html`<div class="row"><button onClick=${save}>Save the file</button><span class="faint small">
    ${text.length} characters</span></div>`;
}
