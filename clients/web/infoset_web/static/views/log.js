// What happened, in words, newest first. The game finds the words; of a long match only the newest lines are drawn.
import { html, useRef } from "../ui/ui.js";
import { SeatMark } from "../ui/parts.js";

const MOST_LINES = 120;
const MISSED = {
  fallback: "a harmless move was made instead",
  random: "a random move was made instead",
  forfeit: "the seat forfeits",
};

/** What one line of the log says: `{by?, text, big?, isNote?}`, perhaps several. */
export function wordsOfLine(line, t, view) {
  if (!line.note) {
    const isEnd = (event) => event.e === "over";
    const items = [...line.items.filter(isEnd), ...line.items.filter((event) => !isEnd(event))]; // newest first
    return items.map((event) => view.words(event, t)).filter(Boolean);
  }
  const { seat, applied } = line.note;
  return [{ isNote: true, text: `${t.name(seat)} ran out of time: ${MISSED[applied] ?? applied}` }];
}

function entriesOf(line, t, view) {
  return wordsOfLine(line, t, view).map((said, i) => {
    const key = `${line.number ?? line.ver}.${i}`;
    if (said.isNote) return html`<li key=${key}><span class="chip hot">${said.text}</span></li>`;
    const { by, text, big } = said;
    const who = by !== undefined && html`<b>${t.name(by)}</b> `;
    return html`<li key=${key} class=${`${by === undefined ? "all" : `seat-${by % 4}`} ${big ? "big" : ""}`}>
      ${by !== undefined && html`<${SeatMark} seat=${by} />`}<span>${who}${text}</span></li>`;
  });
}

export function Log({ t, view }) {
  const drawn = useRef(new Map()); // entries by line: what was written once does not change
  const lines = t.match.lines.value.slice(-MOST_LINES);
  const isLive = t.match.written !== undefined;
  const entries = new Map(
    lines.map((line) => [line, (isLive && drawn.current.get(line)) || entriesOf(line, t, view)]),
  );
  drawn.current = entries;
  return html`<ol class="log" aria-label="What happened">
    ${[...entries.values()].reverse().flat()}
    ${lines.length === 0 && html`<li class="faint">Nothing yet.</li>`}
  </ol>`;
}
