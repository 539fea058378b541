// Counts results over many matches and says them in words. Pure.

/** @typedef {import("./turn.js").Match} Match */
/** @typedef {import("./turn.js").MatchResult} MatchResult */

/** What came out of the matches so far. */
export class Tally {
  matches = 0;
  lostSight = 0;
  aborted = 0;
  /** @type {number[]} */
  places = [];

  /** Counts one match; null is one whose end was not seen. @param {MatchResult | null} result */
  add(result) {
    this.matches += 1;
    if (result === null) this.lostSight += 1;
    else if (result.place === undefined || ["aborted", "error"].includes(result.reason)) this.aborted += 1;
    else this.places.push(result.place);
  }

  /** `played 10 matches: 4 first places, average place 1.90`. */
  text() {
    const details = [];
    if (this.places.length > 0) {
      const average = this.places.reduce((sum, place) => sum + place, 0) / this.places.length;
      const firsts = this.places.filter((place) => place === 1).length;
      details.push(`${countText(firsts, "first place")}, average place ${average.toFixed(2)}`);
    }
    if (this.aborted) details.push(`${this.aborted} without a result`);
    if (this.lostSight) details.push(`${this.lostSight} went on without us`);
    const text = `played ${countText(this.matches, "match", "matches")}`;
    return details.length > 0 ? `${text}: ${details.join(", ")}` : text;
  }
}

/**
 * One match in a line: `colonizers g_5xT2 seat 2: place 1 of 4, score 38 (finished)`.
 * @param {Match} match
 * @param {MatchResult | null} result
 */
export function resultText(match, result) {
  if (result === null) return `${match}: went on without us`;
  if (result.place === undefined) return `${match}: no result (${result.reason})`;
  return `${match}: place ${result.place} of ${result.places.length}, score ${result.score} (${result.reason})`;
}

/**
 * `; 3 exceptions, 1 wrong answer`, nothing if all went well.
 * @param {import("./botseat.js").Faults} faults
 */
export function faultsText({ exceptions, wrongAnswers, missed }) {
  const parts = [
    exceptions && countText(exceptions, "exception"),
    wrongAnswers && countText(wrongAnswers, "wrong answer"),
    missed && countText(missed, "missed decision"),
  ].filter(Boolean);
  return parts.length > 0 ? `; ${parts.join(", ")}` : "";
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
function countText(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}
