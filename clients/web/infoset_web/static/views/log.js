// What happened, in words, newest first. The game finds the words; what is far down is drawn when somebody goes there.
import { html, useEffect, useRef, useState } from "../ui/ui.js";
import { SeatMark } from "../ui/parts.js";

const FEW_LINES = 40; // more of them are drawn where somebody scrolls down
const MORE_LINES = 200;
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
  const [most, setMost] = useState(FEW_LINES);
  const all = t.match.lines.value;
  const lines = all.slice(-most);
  const isLive = t.match.written !== undefined;
  const entries = new Map(
    lines.map((line) => [line, (isLive && drawn.current.get(line)) || entriesOf(line, t, view)]),
  );
  drawn.current = entries;
  return html`<ol class="log" aria-label="What happened">
    ${[...entries.values()].reverse().flat()}
    ${lines.length === 0 && html`<li class="faint">Nothing yet.</li>`}
    ${lines.length < all.length && html`<${Bottom} key="bottom" onSeen=${() => setMost(most + MORE_LINES)} />`}
  </ol>`;
}

/** Tells when somebody has scrolled down to it. */
function Bottom({ onSeen }) {
  const end = useRef();
  const tell = useRef();
  tell.current = onSeen;
  useEffect(() => {
    const watcher = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && tell.current());
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, []);
  return html`<li ref=${end} class="faint">Earlier …</li>`;
}
