// What the forms of a new ladder of a class and of one that changes have in common.
import { html, useEffect, useState } from "../ui/ui.js";
import { Select } from "../ui/parts.js";
import { bots } from "../net/app.js";
import { post } from "../net/web.js";
import { SEASONS, SEASON_DAYS, TIMES } from "../model/class_ladder.js";
import { talkWords } from "../model/options.js";
import { botWords } from "../model/naming.js";
import { byStrength, strengthOf } from "../model/strengths.js";
import { say } from "../words/words.js";

/** The choices with the one that is made already. */
const including = (choices, made) => [...new Set([...choices, Number(made)])].sort((one, other) => one - other);

export const TimeField = ({ form, set }) =>
  html`<${Select} title=${say("console-time")} name="time" value=${form.time} onChange=${set("time")}
    choices=${including(TIMES, form.time).map((ms) => [ms, say("room-seconds", { count: ms / 1000 })])} />`;

export const TalkField = ({ form, set }) =>
  html`<${Select} title=${say("console-talk")} name="talk" value=${form.talk} onChange=${set("talk")} choices=${Object.entries(talkWords())} />`;

export const CopiesField = ({ form, set }) =>
  html`<${Select} title=${say("console-copies")} name="copies" value=${form.copies}
    onChange=${set("copies")} choices=${[1, 2, 3, 4].map((count) => [count, count])} />`;

export const SeasonFields = ({ form, set }) =>
  html`<${Select} title=${say("ladder-tab-seasons")} name="seasons" value=${form.seasons} onChange=${set("seasons")}
      choices=${SEASONS.map((kind) => [kind, say(`console-seasons-${kind}`)])} />
    ${form.seasons !== "off" && html`<${Select} title=${say("console-season-ends")} name="days" value=${form.days} onChange=${set("days")}
      choices=${including(SEASON_DAYS, form.days).map((count) => [count, count ? say("console-season-days", { count }) : say("console-season-by-you")])} />`}`;

/** The names of the bots that the asker has uploaded, and that play a game; none where the server takes none. */
function useOwnBots(game, token) {
  const [rows, setRows] = useState([]);
  useEffect(() => {
    post("bots/list", {}, token).then((answer) => setRows(answer.rows ?? []), () => setRows([]));
  }, [token]);
  const plays = ({ current, state, games }) => current && state === "ready" && (games === null || games.includes(game));
  return rows.filter(plays).map((row) => row.bot);
}

/** Who plays besides the class itself. */
export function BotFields({ game, form, set, token }) {
  const own = useOwnBots(game, token);
  const offered = byStrength(bots.value, game);
  const names = [...new Set([...offered.map((one) => one.bot), ...own, ...form.hosted])]; // one that is gone meanwhile can be left out
  const seat = (bot, isOn) => set("hosted")(names.filter((one) => (one === bot ? isOn : form.hosted.includes(one))));
  const levelOf = (bot) => strengthOf(offered.find((one) => one.bot === bot) ?? {}, game)?.level;
  return html`<fieldset class="choice"><legend>${say("console-hosted")}</legend><div class="option-grid">
      ${names.map((bot) => html`<label key=${bot} class="check"><input type="checkbox" name=${bot}
        checked=${form.hosted.includes(bot)} onChange=${(event) => seat(bot, event.target.checked)} /><span>
        ${botWords(bot)} <span class="small muted">${own.includes(bot) ? say("console-hosted-yours") : levelOf(bot)}</span></span></label>`)}
      </div></fieldset>
    <label class="check"><input type="checkbox" name="uploads" checked=${form.uploads}
      onChange=${(event) => set("uploads")(event.target.checked)} /><span>${say("console-uploads")}</span></label>`;
}
