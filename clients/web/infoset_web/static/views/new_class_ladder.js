// A new ladder of a class as a form: what is played, against which bots of the server besides, how quickly.
import { html, useState } from "../ui/ui.js";
import { Problem, Select, useAction } from "../ui/parts.js";
import { bots, games } from "../net/app.js";
import { command } from "../net/web.js";
import { SEASONS, SEASON_DAYS, TIMES, writeClassLadder } from "../model/class_ladder.js";
import { talkWords } from "../model/options.js";
import { botWords } from "../model/naming.js";
import { byStrength, strengthOf } from "../model/strengths.js";
import { faceOf } from "../games/faces.js";
import { presetsOf } from "../games/rules.js";
import { say } from "../words/words.js";

/** `onDone` is told what the server answers. */
export function NewClassLadder({ token, onDone }) {
  const [form, setForm] = useState({
    ...{ title: "", classroom: "", game: [...games.value.keys()][0], preset: "", time: "20000", talk: "people", hosted: [], copies: 1 },
    ...{ seasons: "off", days: 0, uploads: false },
  });
  const set = (name) => (value) => setForm({ ...form, [name]: value });
  const offered = byStrength(bots.value, form.game);
  const options = presetsOf(form.game)[form.preset]?.options ?? {};
  const [create, isBusy, problem] = useAction(async () =>
    onDone(await command("class-ladder", writeClassLadder({ ...form, options }), token)),
  );
  const seat = (bot, isOn) =>
    set("hosted")(offered.map((one) => one.bot).filter((one) => (one === bot ? isOn : form.hosted.includes(one))));
  return html`<form class="panel flat command" onSubmit=${(event) => {
    event.preventDefault();
    create();
  }}><details><summary><b>${say("console-new-ladder")}</b> <span class="small muted">${say("console-new-ladder-about")}</span></summary>
    <div class="stack"><div class="option-grid">
      <label class="field"><span>${say("console-class")}</span><input name="classroom" required value=${form.classroom}
        onInput=${(event) => set("classroom")(event.target.value)} /></label>
      <label class="field"><span>${say("room-form-title")}</span><input name="title" required maxlength="48" value=${form.title}
        onInput=${(event) => set("title")(event.target.value)} /></label>
      <${Select} title=${say("lobby-game")} name="game" value=${form.game} onChange=${(game) => setForm({ ...form, game, preset: "", hosted: [] })}
        choices=${[...games.value.keys()].map((game) => [game, faceOf(game).title])} />
      <${Select} title=${say("console-rules")} name="preset" value=${form.preset} onChange=${set("preset")}
        choices=${[["", say("room-form-usual")], ...Object.entries(presetsOf(form.game)).map(([name, { words }]) => [name, words])]} />
      <${Select} title=${say("console-time")} name="time" value=${form.time} onChange=${set("time")} choices=${TIMES.map((ms) => [ms, say("room-seconds", { count: ms / 1000 })])} />
      <${Select} title=${say("console-talk")} name="talk" value=${form.talk} onChange=${set("talk")} choices=${Object.entries(talkWords())} />
      <${Select} title=${say("console-copies")} name="copies" value=${form.copies}
        onChange=${set("copies")} choices=${[1, 2, 3, 4].map((count) => [count, count])} />
      <${Select} title=${say("ladder-tab-seasons")} name="seasons" value=${form.seasons} onChange=${set("seasons")}
        choices=${SEASONS.map((kind) => [kind, say(`console-seasons-${kind}`)])} />
      ${form.seasons !== "off" && html`<${Select} title=${say("console-season-ends")} name="days" value=${form.days} onChange=${set("days")}
        choices=${SEASON_DAYS.map((count) => [count, count ? say("console-season-days", { count }) : say("console-season-by-you")])} />`}
    </div>
    <fieldset class="choice"><legend>${say("console-hosted")}</legend><div class="option-grid">
      ${offered.map(({ bot, ...about }) => html`<label key=${bot} class="check"><input type="checkbox" name=${bot}
        checked=${form.hosted.includes(bot)} onChange=${(event) => seat(bot, event.target.checked)} /><span>
        ${botWords(bot)} <span class="small muted">${strengthOf(about, form.game)?.level}</span></span></label>`)}
      </div></fieldset>
    <label class="check"><input type="checkbox" name="uploads" checked=${form.uploads}
      onChange=${(event) => set("uploads")(event.target.checked)} /><span>${say("console-uploads")}</span></label>
    <div><button class="primary" disabled=${isBusy || !form.title.trim() || !form.classroom.trim()}>${say("console-make")}</button></div></div></details>
    <${Problem} problem=${problem} /></form>`;
}
