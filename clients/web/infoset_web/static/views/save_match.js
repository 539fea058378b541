// Saves a match that is over as a file: for this page, or for everything else.
import { html, useState } from "../ui/ui.js";
import { Menu } from "../ui/menu.js";
import { replayEntries, toast } from "../net/app.js";
import { save } from "../net/saving.js";
import { wordsOf } from "../model/refusals.js";
import { filmText, viewsOf } from "../model/film.js";

const KINDS = [
  { value: "film", words: "For this page", about: "A film: any page of Infoset opens it, without this server" },
  { value: "record", words: "For the window, the terminal and programs", about: "The record: every step, as the rules have it" },
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
  return html`<${Menu} title="Save" label="Save this match" items=${KINDS} isSmall=${true} isBusy=${isBusy} onChoose=${choose} />`;
}
