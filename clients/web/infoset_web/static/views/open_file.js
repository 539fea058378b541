// Opens a match from a file: a film at once, a record where the server has its match.
import { html, signal, useRef } from "../ui/ui.js";
import { Problem, useAction } from "../ui/parts.js";
import { go, replayEntries } from "../net/app.js";
import { MOST_BYTES, matchOfRecord, readFilm } from "../model/film.js";
import { say } from "../words/words.js";

export const opened = signal(null); // what was read from a file: {replay, tapes, number}, the number another for each

/** Opens a film, or the match of a record where this server has it. Throws an Error that says what is wrong. */
async function open(file) {
  if (file.size > MOST_BYTES) throw new Error(say("sharing-too-large", { size: MOST_BYTES / 1024 / 1024 }));
  const text = await file.text();
  const match = matchOfRecord(text);
  if (match === undefined) {
    try {
      opened.value = { ...readFilm(text), number: (opened.value?.number ?? 0) + 1 };
    } catch (problem) {
      throw new Error(say("sharing-not-opened", { why: problem.message }));
    }
    go("film");
    return;
  }
  try {
    await replayEntries({ type: "replay", replay: match, view: "public", form: "events", last: 0 });
  } catch {
    throw new Error(say("sharing-is-record"));
  }
  go("replay", match);
}

/** A button that opens a file. */
export function OpenFile() {
  const field = useRef();
  const [read, isBusy, problem] = useAction(async () => {
    const [file] = field.current.files;
    field.current.value = ""; // the same file can be chosen again
    await open(file);
  });
  return html`<button disabled=${isBusy} onClick=${() => field.current.click()}>${say("sharing-open")}</button>
    <input type="file" accept=".json,.jsonl" hidden aria-label=${say("sharing-saved")} ref=${field}
      onChange=${() => field.current.files[0] && read()} /><${Problem} problem=${problem} />`;
}
