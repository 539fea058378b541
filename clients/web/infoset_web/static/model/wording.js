// Sentences about somebody, who may be oneself. Knows no game.

/** `name` does something: `does("Ada", "rolls")`, and `You roll`. */
export const does = (name, text) => `${name} ${name === "You" ? text.replace(/^(\w+?)s\b/, "$1") : text}.`;

/** Somebody to whom something is done: oneself, within a sentence, is no capital letter. */
export const whom = (name) => (name === "You" ? "you" : name);

/** Who wins: one, or several at once. */
export const winWords = (names) => `${names.join(" and ")} ${names.length > 1 || names[0] === "You" ? "win" : "wins"}.`;

/** The paces at which others' moves are shown, and what they are called. */
export const PACE_WORDS = { slow: "slow", normal: "normal", brisk: "brisk", instant: "at once" };
