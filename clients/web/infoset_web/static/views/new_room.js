// Sets up a room, or changes one: game, options of any game, clock, who may watch. Knows no game.
import { html, useState } from "../ui/ui.js";
import { Dialog, Problem, useAction } from "../ui/parts.js";
import { ask, games, go } from "../net/app.js";
import { CLOCKS, changed, paceName, clockChoice, fieldOfRefusal, fieldsOf, talkWords } from "../model/options.js";
import { faceOf } from "../games/faces.js";
import { choiceText, isOften, isOwnTitle, optionAbout, optionTitle, presetsOf } from "../games/rules.js";
import { say } from "../words/words.js";

const WATCH = ["public", "delayed", "off"];

/** With `room` it changes that room, else it opens a new one. */
export function NewRoom({ game: first, room, onClose }) {
  const [game, setGame] = useState(room?.game ?? first);
  const about = games.value.get(game);
  const [values, setValues] = useState(room?.options ?? {});
  const [terms, setTerms] = useState({
    title: room?.title ?? "",
    clock: room ? "same" : "none",
    pace: room?.pace ?? "",
    watch: room?.watch ?? "public",
    talk: room?.talk ?? "people",
    undo: room?.undo ?? true,
    unlisted: room?.unlisted ?? false,
    compute: room?.compute ?? true,
    best_of: room?.series?.best_of ?? 1,
  });
  const [save, isBusy, problem] = useAction(async () => {
    const asked = { ...settingsOf(terms), options: changed(about.options, values) };
    const reply = room
      ? await ask({ type: "configure", room: room.room, changes: asked })
      : await ask({ type: "create_room", game, ...asked, title: terms.title || faceOf(game).title });
    if (!room) {
      await ask({ type: "sit", room: reply.room.room, seat: 0 });
      go("room", reply.room.room);
    }
    onClose();
  });
  const set = (name, value) => setTerms({ ...terms, [name]: value });
  const wrong = fieldOfRefusal(problem);
  const fields = fieldsOf(about.options);
  const rare = fields.filter(({ name }) => !isOften(game, name));
  const entry = { values, wrong, problem, onChange: (name, value) => setValues({ ...values, [name]: value }) };
  return html`<${Dialog} title=${room ? say("room-form-change") : say("room-form-new")} onClose=${onClose}>
    <form class="stack" onSubmit=${(event) => {
      event.preventDefault();
      save();
    }}>
      <div class="option-grid">
        ${
          !room &&
          html`<label class="field"><span>${say("lobby-game")}</span><select name="game" value=${game} onChange=${(event) => {
            setGame(event.target.value);
            setValues({});
          }}>
          ${[...games.value.keys()].map((name) => html`<option value=${name}>${faceOf(name).title}</option>`)}</select>
            </label>`
        }
        <label class="field"><span>${say("room-form-title")}</span><input name="title" maxlength="64" value=${terms.title}
          placeholder=${faceOf(game).title} onInput=${(event) => set("title", event.target.value)} /></label>
        ${about.paces?.length > 0 && html`<label class="field"><span>${say("room-form-pace")}</span>
          <select value=${terms.pace} onChange=${(event) => set("pace", event.target.value)}>
          <option value="">${say("room-form-pace-clock")}</option>${about.paces.map((pace) => html`<option value=${pace}>${paceName(pace)}
          </option>`)}</select></label>`}
        ${
          !terms.pace &&
          html`<label class="field"><span>${say("room-clock")}</span><select name="clock" value=${terms.clock}
            onChange=${(event) => set("clock", event.target.value)}>
          ${room && html`<option
            value="same">${say("room-form-same")}</option>`}${Object.keys(CLOCKS).map((name) => html`
            <option value=${name}>${clockChoice(name)}</option>`)}</select></label>`
        }
        <label class="field"><span>${say("room-form-watch")}</span><select value=${terms.watch}
          onChange=${(event) => set("watch", event.target.value)}>${WATCH.map((name) => html`
          <option value=${name}>${say(`room-form-watch-${name}`)}</option>`)}</select></label>
        <label class="field"><span>${say("room-form-talk")}</span><select name="talk" value=${terms.talk}
          onChange=${(event) => set("talk", event.target.value)}>${Object.entries(talkWords()).map(([name, words]) => html`
          <option value=${name}>${words}</option>`)}</select></label>
        ${about.seats[1] === 2 && html`<label class="field"><span>${say("room-form-series")}</span>
          <input type="number" min="1" max="99" value=${terms.best_of}
          onInput=${(event) => set("best_of", Number(event.target.value))} /></label>`}
      </div>
      <label class="check"><input type="checkbox" checked=${terms.unlisted}
        onChange=${(event) => set("unlisted", event.target.checked)} />${say("room-form-unlisted")}</label>
      <label class="check"><input type="checkbox" name="undo" checked=${terms.undo}
        onChange=${(event) => set("undo", event.target.checked)} />${say("room-form-undo")}</label>
      <label class="check"><input type="checkbox" name="compute" checked=${terms.compute}
        onChange=${(event) => set("compute", event.target.checked)} />${say("room-form-aids")}</label>
      ${Object.keys(about.options).length > 0 && html`<h3>${say("room-form-rules", { game: faceOf(game).title })}</h3>`}
      <${Presets} game=${game} chosen=${changed(about.options, values)} onChange=${setValues} />
      <${Options} game=${game} fields=${fields.filter(({ name }) => isOften(game, name))} ...${entry} />
      ${rare.length > 0 && html`<details open=${rare.some(({ name }) => name === wrong)}><summary>${say("room-form-more")}</summary>
        <${Options} game=${game} fields=${rare} ...${entry} /></details>`}
      ${problem && !about.options[wrong] && html`<${Problem} problem=${problem} />`}
      <div class="row dialog-end"><button class="primary" disabled=${isBusy}>${room ? say("room-form-save") : say("room-form-open")}</button>
        <button type="button" class="quiet" onClick=${onClose}>${say("room-form-cancel")}</button></div>
    </form>
  <//>`;
}

function settingsOf({ title, clock, pace, watch, talk, undo, unlisted, compute, best_of: bestOf }) {
  return {
    ...(title && { title }),
    ...(pace ? { pace } : clock !== "same" && { clock: CLOCKS[clock] }),
    ...(bestOf > 1 && { best_of: bestOf }),
    watch,
    talk,
    undo,
    unlisted,
    compute,
  };
}

/** Sets of rules that are often wanted, one click each; what they say can be changed afterwards. */
function Presets({ game, chosen, onChange }) {
  const presets = Object.entries(presetsOf(game));
  const isChosen = (options) => isSame(options, chosen);
  return (
    presets.length > 0 &&
    html`<div class="row" role="group" aria-label=${say("room-form-sets")}>
    ${[["usual", { words: say("room-form-usual"), options: {} }], ...presets].map(([name, { words, options }]) => html`
      <button type="button" key=${name} class=${`small ${isChosen(options) ? "chosen" : ""}`}
        aria-pressed=${isChosen(options)} onClick=${() => onChange(options)}>${words}</button>`)}</div>`
  );
}

const isSame = (one, other) =>
  Object.keys({ ...one, ...other }).every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));

const Options = ({ game, fields, values, wrong, problem, onChange }) =>
  html`<div class="option-grid">${fields.map(
    (field) => html`<${Option} key=${field.name} game=${game} field=${field} value=${values[field.name] ?? field.default}
      isWrong=${wrong === field.name} problem=${problem} onChange=${(value) => onChange(field.name, value)} />`,
  )}</div>`;

function Option({ game, field, value, onChange, isWrong, problem }) {
  const title = optionTitle(game, field.name);
  const about = optionAbout(game, field);
  const refusal = isWrong && html`<${Problem} problem=${say("room-form-expected", { want: problem.data.want })} />`;
  if (field.kind === "switch") {
    return html`<div class="field"><label class="check">
      <input type="checkbox" name=${field.name} checked=${value}
      onChange=${(event) => onChange(event.target.checked)} /><span><b>${title}</b><br /><span class="about">
      ${about}</span></span></label>${refusal}</div>`;
  }
  if (field.kind === "counts") {
    return html`<details class="field" style="grid-column:1/-1"><summary><b>${title}</b> <span class="about">
      ${about}</span></summary>
      <div class="count-grid">${field.default.map((_, i) => html`<label>${i + 1}
        <input type="number" min=${field.items?.minimum} max=${field.items?.maximum} value=${value[i]}
        onInput=${(event) => onChange(value.map((old, at) => (at === i ? Number(event.target.value) : old)))} />
        </label>`)}</div>${refusal}</details>`;
  }
  const input =
    field.kind === "choice"
      ? html`<select name=${field.name} value=${value} onChange=${(event) => onChange(event.target.value)}>
        ${field.enum.map((one) => html`<option value=${one}>${choiceText(game, field.name, one)}</option>`)}</select>`
      : field.kind === "number"
        ? html`<input type="number" name=${field.name} min=${field.minimum} max=${field.maximum} value=${value}
          onInput=${(event) => onChange(Number(event.target.value))} />`
        : html`<textarea name=${field.name} rows="2" value=${value} onInput=${(event) => onChange(event.target.value)}>
          </textarea>`;
  const needsAbout = isOwnTitle(game, field.name) || !isOften(game, field.name);
  return html`<label class="field"><span>${title}</span>${input}${needsAbout && html`<span class="about">${about}</span>`}
    ${refusal}</label>`;
}
