// Which languages the page has, which of them somebody wants, and their words.
import { TRANSFORMS } from "../words/pseudo.js";
import { root } from "../ui/root.js";

export const AUTO = "auto"; // the browser's
export const ENGLISH = "en";

/** The languages that the server has, as in `<html data-languages>`. */
export const languages = () => (globalThis.document?.documentElement.dataset.languages ?? ENGLISH).split(" ");

/** What a language is called by those who speak it. */
export function nameOf(language) {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language);
  return name[0].toLocaleUpperCase(language) + name.slice(1);
}

/** The one to speak: `chosen`, or the first of `wanted` that there is; otherwise English. */
export function languageFor(chosen, wanted = globalThis.navigator?.languages ?? [], all = languages()) {
  if (all.includes(chosen) || chosen in TRANSFORMS) return chosen;
  const found = wanted.map((one) => one.toLowerCase().split("-")[0]).find((one) => all.includes(one));
  return found ?? ENGLISH;
}

/** The catalogues of a language, with those of English behind them. Raises an Error where they do not come. */
export async function wordsOfLanguage(language) {
  const name = language in TRANSFORMS ? ENGLISH : language;
  const answer = await fetch(`${root}/built/words/${name}.ftl`);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer.text();
}
