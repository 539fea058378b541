// Lets the page's modules speak English in Node. Loaded before the tests.
import { readFileSync, readdirSync } from "node:fs";
import { speak } from "../../../clients/web/infoset_web/static/words/words.js";

const TREE = new URL("../../../", import.meta.url);

/** The catalogues of a language: those of the page, and those of the games that lie here. */
export function sourceOf(language) {
  const page = new URL(`clients/web/infoset_web/static/words/${language}/`, TREE);
  const games = ["catan", "colonizers", "crossfire"].map((game) => new URL(`games/infoset_games/${game}/words/${language}.ftl`, TREE));
  const files = [...readdirSync(page).map((name) => new URL(name, page)), ...games];
  return files.map((file) => readFileSync(file, "utf8")).join("\n");
}

speak("en", sourceOf("en"));
