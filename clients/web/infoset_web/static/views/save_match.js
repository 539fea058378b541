// Saves a match that is over as a file: for this page, or for everything else.
import { html, useState } from "../ui/ui.js";
import { Menu } from "../ui/menu.js";
import { replayEntries, toast } from "../net/app.js";
import { save } from "../net/saving.js";
import { wordsOf } from "../model/refusals.js";
import { filmText, viewsOf } from "../model/film.js";
import { say } from "../words/words.js";

const kinds = () => [
  { value: "film", words: say("sharing-film"), about: say("sharing-film-about") },
  { value: "record", words: say("sharing-record"), about: say("sharing-record-about") },
];

/** A menu that saves a match that is over. */
export function SaveMatch({ id, players }) {
  const [isBusy, setBusy] = useState(false);
  const entries = (view, form) => replayEntries({ type: "replay", replay: id, view, form });
  const saveFilm = async () => {
    const views = {};
    for (const view of viewsOf(players)) views[view] = await entries(view, "frames");
    save(`${id}.film.json`, "application/json", filmText(id, views));
  };
  const saveRecord = async () => {
    const lines = await entries("all", "actions");
    save(`${id}.jsonl`, "application/jsonl", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  };
  const choose = async (kind) => {
    setBusy(true);
    await (kind === "film" ? saveFilm() : saveRecord()).catch((problem) => toast(wordsOf(problem), "bad"));
    setBusy(false);
  };
  return html`<${Menu} title=${say("sharing-save")} label=${say("sharing-save-about")} items=${kinds()} isSmall=${true} isBusy=${isBusy} onChoose=${choose} />`;
}
