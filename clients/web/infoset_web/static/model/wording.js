// Sentences about somebody, who may be oneself. Knows no game.
import { listed, say } from "../words/words.js";

/** Who somebody is, as arguments of a message: by name, and `me` is `yes` for whoever looks. */
export const who = (name) => ({ name, me: name === say("match-you") ? "yes" : "no" });

/** Who wins: one, or several at once. */
export function winWords(names) {
  const isMe = names[0] === say("match-you");
  return isMe && names.length === 1
    ? say("match-you-win")
    : say("match-wins", { names: listed(names), count: names.length });
}

/** The paces at which others' moves are shown, and what they are called. */
export const paceWords = () => ({
  slow: say("frame-pace-slow"),
  normal: say("frame-pace-normal"),
  brisk: say("frame-pace-brisk"),
  instant: say("frame-pace-instant"),
});
