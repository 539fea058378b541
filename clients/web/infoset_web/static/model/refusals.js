// Refusals in words for the one who asked: what the server said, and what to do about it. Knows no view.
import { isSaid, say } from "../words/words.js";

const WATCH = "watch"; // the right that all have; what is refused for want of it is not open to somebody who plays, or yet

/** A sentence for a refused request, an `error` message, an exception, or a text. */
export function wordsOf(problem) {
  if (typeof problem === "string") return problem;
  if (problem.data?.why) return sentence(problem.data.why);
  if (problem.data?.want) return say("frame-error-field", { field: problem.data.path, want: problem.data.want });
  if (problem.code === "forbidden" && problem.data?.scope)
    return problem.data.scope === WATCH && problem.msg
      ? say("frame-error-not-here", { why: problem.msg })
      : say("frame-error-scope", { scope: problem.data.scope });
  if (isSaid(`frame-error-${problem.code}`)) return say(`frame-error-${problem.code}`);
  if (problem.status) return wordsOfStatus(problem);
  return sentence(problem.msg ?? problem.message ?? String(problem.code));
}

/** Of what was asked over HTTP: a status that says it all, else what the server writes. */
const wordsOfStatus = ({ status, message }) =>
  isSaid(`frame-refused-${status}`) ? say(`frame-refused-${status}`) : say("frame-refused", { reason: sentence(message) });

const SETTING = / \([a-z]+\.[a-z_.]+\)/; // for hosts, not for whoever plays

const sentence = (given) => {
  const text = given?.replace(SETTING, "");
  return text ? `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}` : say("frame-error-unknown");
};
