// A new ladder of a class as a form: what is played, against which bots of the server besides, how quickly.
import { html, useState } from "../ui/ui.js";
import { Problem, Select, useAction } from "../ui/parts.js";
import { games } from "../net/app.js";
import { command } from "../net/web.js";
import { writeClassLadder } from "../model/class_ladder.js";
import { BotFields, CopiesField, SeasonFields, TalkField, TimeField } from "./class_ladder_fields.js";
import { RulesField } from "./rules_field.js";
import { faceOf } from "../games/faces.js";
import { say } from "../words/words.js";

/** `onDone` is told what the server answers. */
export function NewClassLadder({ token, onDone }) {
  const [form, setForm] = useState({
    ...{ title: "", classroom: "", game: [...games.value.keys()][0], options: {}, time: "20000", talk: "people", hosted: [], copies: 1 },
    ...{ seasons: "off", days: 0, uploads: false },
  });
  const set = (name) => (value) => setForm({ ...form, [name]: value });
  const [create, isBusy, problem] = useAction(async () =>
    onDone(await command("class-ladder", writeClassLadder(form), token)),
  );
  return html`<form class="panel flat command" onSubmit=${(event) => {
    event.preventDefault();
    create();
  }}><details><summary><b>${say("console-new-ladder")}</b> <span class="small muted">${say("console-new-ladder-about")}</span></summary>
    <div class="stack"><div class="option-grid">
      <label class="field"><span>${say("console-class")}</span><input name="classroom" required value=${form.classroom}
        onInput=${(event) => set("classroom")(event.target.value)} /></label>
      <label class="field"><span>${say("room-form-title")}</span><input name="title" required maxlength="48" value=${form.title}
        onInput=${(event) => set("title")(event.target.value)} /></label>
      <${Select} title=${say("lobby-game")} name="game" value=${form.game} onChange=${(game) => setForm({ ...form, game, options: {}, hosted: [] })}
        choices=${[...games.value.keys()].map((game) => [game, faceOf(game).title])} />
      <${RulesField} game=${form.game} now=${{}} form=${form} set=${set} />
      <${TimeField} form=${form} set=${set} />
      <${TalkField} form=${form} set=${set} />
      <${CopiesField} form=${form} set=${set} />
      <${SeasonFields} form=${form} set=${set} />
    </div>
    <${BotFields} game=${form.game} form=${form} set=${set} token=${token} />
    <div><button class="primary" disabled=${isBusy || !form.title.trim() || !form.classroom.trim()}>${say("console-make")}</button></div></div></details>
    <${Problem} problem=${problem} /></form>`;
}
