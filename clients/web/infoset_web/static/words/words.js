// The page's words: what the catalogues of the language that is spoken say. Knows no view and no game.
import { FluentBundle, FluentResource } from "../vendor/fluent/index.js";
import { signal } from "../vendor/signals-core.js";
import { TRANSFORMS } from "./pseudo.js";

/** In Czech and Slovak no line ends with a preposition or conjunction of one letter. */
const unbroken = (text) => text.replace(/(?<![\p{L}\p{N}])([kosuvzai]) (?=\S|$)/giu, "$1\u00a0");
const TYPOGRAPHY = { cs: unbroken, sk: unbroken };

/** The language that is spoken; null before the first is. */
export const spoken = signal(null);
let bundle = null;

/** From now on words come from `source`: catalogues in Fluent's syntax, the first that has a message. */
export function speak(language, source) {
  bundle = bundleOf(language, source, false);
  if (say("frame-direction") !== "ltr") bundle = bundleOf(language, source, true); // a name may run the other way
  spoken.value = language;
}

function bundleOf(language, source, useIsolating) {
  const transform = TRANSFORMS[language] ?? TYPOGRAPHY[language];
  const made = new FluentBundle(language, { useIsolating, ...(transform && { transform }) });
  made.addResource(new FluentResource(source)); // it tells of messages that an earlier catalogue has, too
  return made;
}

/** The message `key`. One that is missing, or lacks an argument, is told to the console, and tests listen to that. */
export function say(key, args) {
  const pattern = bundle?.getMessage(key)?.value;
  if (!pattern) {
    console.error(`no words for ${key}`);
    return key;
  }
  const faults = [];
  const text = bundle.formatPattern(pattern, args, faults);
  if (faults.length) console.error(`words of ${key}: ${faults.join(", ")}`);
  return text;
}

/** Is there such a message? For words of what a server may name: errors, options, and the like. */
export const isSaid = (key) => Boolean(bundle?.hasMessage(key));

const PART = /\u{e000}(\d+)\u{e001}/u; // of the letters that mean nothing to anybody else

/** As `say`, where arguments may be what is drawn, such as a link: returns what a view draws. */
export function drawn(key, args) {
  const parts = [];
  const plain = Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      if (value === null || typeof value !== "object") return [name, value];
      parts.push(value);
      return [name, `\u{e000}${parts.length - 1}\u{e001}`];
    }),
  );
  return say(key, plain)
    .split(PART)
    .map((part, i) => (i % 2 ? parts[part] : part));
}

/** Several in one sentence: `a, b and c`. */
export const listed = (names) => new Intl.ListFormat(spoken.value, { type: "conjunction" }).format(names);
