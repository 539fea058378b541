// Options of a game as a choice between the sets that it comes with.
import { html } from "../ui/ui.js";
import { Select } from "../ui/parts.js";
import { optionTitle, presetsOf, valueText } from "../games/rules.js";
import { say } from "../words/words.js";

const asText = (options) => JSON.stringify(Object.entries(options).sort());
const optionsWords = (game, options) =>
  Object.entries(options).map(([name, value]) => `${optionTitle(game, name)}: ${valueText(game, name, value)}`).join(", ");

/** `now` are the options that there are already, whether the game has such a set or not. */
export function RulesField({ game, now, form, set }) {
  const sets = { "": { options: {}, words: say("room-form-usual") }, ...presetsOf(game) };
  const nameOf = (options) => Object.keys(sets).find((name) => asText(sets[name].options) === asText(options));
  if (nameOf(now) === undefined) sets.now = { options: now, words: optionsWords(game, now) };
  return html`<${Select} title=${say("console-rules")} name="preset" value=${nameOf(form.options)}
    onChange=${(name) => set("options")(sets[name].options)} choices=${Object.entries(sets).map(([name, { words }]) => [name, words])} />`;
}
