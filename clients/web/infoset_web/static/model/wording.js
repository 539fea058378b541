// Sentences about somebody, who may be oneself. Knows no game.
import { say } from "../words/words.js";

/** `name` does something: `does("Ada", "rolls")`, and `You roll`. */
export const does = (name, text) => `${name} ${name === "You" ? text.replace(/^(\w+?)s\b/, "$1") : text}.`;

/** Somebody to whom something is done: oneself, within a sentence, is no capital letter. */
export const whom = (name) => (name === "You" ? "you" : name);

/** Who wins: one, or several at once. */
export const winWords = (names) => `${names.join(" and ")} ${names.length > 1 || names[0] === "You" ? "win" : "wins"}.`;

/** The paces at which others' moves are shown, and what they are called. */
export const paceWords = () => ({
  slow: say("frame-pace-slow"),
  normal: say("frame-pace-normal"),
  brisk: say("frame-pace-brisk"),
  instant: say("frame-pace-instant"),
});
