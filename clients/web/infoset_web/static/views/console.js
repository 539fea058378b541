// The organiser's console: commands with their arguments, and what came of them. The server decides who may do what.
import { html, useState } from "../ui/ui.js";
import { Problem, Scrolled, Select, Tabs, useAction } from "../ui/parts.js";
import { account, botNames, toast } from "../net/app.js";
import { command as send } from "../net/web.js";
import { GROUPS, bodyOf } from "../model/commands.js";
import { shownName } from "../model/naming.js";
import { drawn, isSaid, say, spoken } from "../words/words.js";
import { ChangeClassLadder } from "./change_class_ladder.js";
import { NewClassLadder } from "./new_class_ladder.js";
import { NewTournament } from "./new_tournament.js";

const FORMS = {
  ladders: { "class-ladder": NewClassLadder, "change-ladder": ChangeClassLadder },
  tournaments: { "tournament-create": NewTournament },
};

export function Console() {
  const [group, setGroup] = useState("event");
  const [results, setResults] = useState([]);
  const token = account.value?.kind === "token" ? account.value.token : null;
  if (!token)
    return html`<h1>${say("frame-console")}</h1><div class="panel"><p>${say("console-account")}</p></div>`;
  const note = (command, answer) => {
    const title = titleOf(command);
    if (!command.looks) toast(answer.message ? say("console-told", { title, message: answer.message }) : say("console-done", { title }));
    setResults([{ title, answer, at: new Date().toLocaleTimeString(spoken.value) }, ...results].slice(0, 20));
  };
  const tabs = Object.fromEntries(Object.keys(GROUPS).map((name) => [name, say(`console-group-${name}`)]));
  return html`<h1>${say("frame-console")}</h1><${Tabs} tabs=${tabs} chosen=${group} onChoose=${setGroup}
    label=${say("console-groups")} />
    <p><a class="button small" href="#/webhooks">${say("webhooks-title")}</a></p>
    <div class="two-sides"><div class="stack">
      ${Object.entries(FORMS[group] ?? {}).map(([name, Form]) => html`
      <${Form} key=${name} token=${token} onDone=${(answer) => note({ name }, answer)} />`)}
      ${GROUPS[group].map((command, i) => html`
      <${Command} key=${command.name} command=${command} token=${token} isOpen=${i === 0} onDone=${note} />`)}</div>
      <div class="stack answers"><h2 class="h3">${say("console-answers")}</h2>${results.length === 0 && html`
        <p class="muted">${say("console-no-answers")}</p>`}${results.map((result, i) => html`
        <${Result} key=${results.length - i} ...${result} />`)}</div></div>`;
}

/** A command: what needs nothing more has its button at once, what does is opened first. */
function Command({ command, token, isOpen, onDone }) {
  const [values, setValues] = useState({});
  const [run, isBusy, problem] = useAction(async () => {
    const body = bodyOf(command, values, botNames.value);
    if (!command.isGrave || confirm(say("console-really", { title: titleOf(command), about: await announced(command, body, token) })))
      onDone(command, await send(command.name, body, token));
  });
  const set = (name, value) => setValues({ ...values, [name]: value });
  const submit = (event) => {
    event.preventDefault();
    run();
  };
  const title = html`<span><b>${titleOf(command)}</b> <span class="small muted">${aboutOf(command)}</span>${" "}
    <code class="tiny faint">${command.name}</code></span>`;
  const button = html`<button class=${command.isGrave ? "danger" : command.looks ? "" : "primary"} disabled=${isBusy}>
    ${command.looks ? say("console-look") : say("console-run")}</button>`;
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

/** What would come of a command; of what goes with something, the server has counted it. */
async function announced(command, body, token) {
  if (!command.isAnnounced) return say(`console-about-${command.name}`);
  const [counts] = (await send(command.name, { ...body, preview: true }, token)).rows;
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  const things = found.map(([thing, count]) => say(`console-goes-${thing}`, { count })).join(", ");
  return things ? say("console-goes", { things }) : say(`console-about-${command.name}`);
}

const titleOf = ({ name }) => say(`console-do-${name}`);

/** What a command is for; a program is named where only that can do all of it. */
const aboutOf = ({ name }) => drawn(`console-about-${name}`, { command: html`<code>infoset ab submit</code>` });

const LONG_AGO_MS = 1e12; // less is no time of the clock, but a while
const isTime = (name, value) => name.endsWith("_ms") && value > LONG_AGO_MS;

/** What stands above a column: what the server calls it where there are no words for that, as of the names in a cross table. */
function headOf(name) {
  const key = name.replace(/_ms$/, "");
  if (isSaid(`console-column-${key}`)) return say(`console-column-${key}`);
  return isSaid(`tournaments-tie-${key}`) ? say(`tournaments-tie-${key}`) : key.replaceAll("_", " ");
}

/** What stands in a column, as one reads it: of `seen_ms` the date and the time of day. */
function cellOf(name, value) {
  if (isTime(name, value)) return new Date(value).toLocaleString(spoken.value);
  if (typeof value === "boolean") return value ? say("room-yes") : say("room-no");
  if (typeof value === "object") return value === null ? "" : JSON.stringify(value);
  if (SAID.has(name)) return valueWords(value);
  return shownName(String(value ?? ""), botNames.value);
}

const SAID = new Set(["role", "state", "status", "kind", "device"]); // columns of few values

/** `here muted`: each of several things that are so. */
const valueWords = (value) =>
  String(value ?? "")
    .split(" ")
    .map((one) => (isSaid(`console-value-${one}`) ? say(`console-value-${one}`) : one))
    .join(", ");

function Field({ field, value, onChange }) {
  const words = say(`console-field-${field.label}`, { example: field.example ?? "" });
  const label = html`<span>${words}</span>`;
  if (field.kind === "switch")
    return html`<label class="check"><input type="checkbox" checked=${Boolean(value)}
      onChange=${(event) => onChange(event.target.checked)} />${label}</label>`;
  if (field.kind === "choice")
    return html`<${Select} title=${words} name=${field.name} value=${value || field.choices[0]} onChange=${onChange}
      choices=${field.choices.map((one) => [one, valueWords(one)])} />`;
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
    ${answer.message && html`<p lang="en" dir="auto">${answer.message}</p>`}${answer.secret && html`<div class="hint">
      ${say("console-secret")} <code>${answer.secret}</code></div>`}
    ${answer.rows?.length > 0 && html`<${Scrolled} label=${title} isPanel=${false}>
      <table class="answer"><thead><tr>${columns.map((name) => html`<th>
      ${headOf(name)}</th>`)}</tr></thead><tbody>${answer.rows.slice(0, 200).map((row) => html`<tr>${columns.map((name) => html`
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
  return html`<div class="row"><button onClick=${save}>${say("console-save")}</button><span class="faint small">
    ${say("console-characters", { count: text.length })}</span></div>`;
}
