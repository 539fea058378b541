// What happened, in words: a block for each turn, the newest last and in sight. The game finds the words.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../ui/ui.js";
import { SeatMark } from "../ui/parts.js";
import { botWords } from "../model/naming.js";
import { blocksOf } from "../model/turns.js";
import { drawn, say } from "../words/words.js";

const FEW_LINES = 40; // more of them are drawn where somebody scrolls up
const MORE_LINES = 200;
const NEAR_PX = 40; // so far from its end somebody still reads the newest
const UNDO_ENDS = ["declined", "lapsed"];

/** What one line of the log says: `{by?, text, big?, opens?, isNote?}`, perhaps several. */
export function wordsOfLine(line, t, view) {
  if (!line.note) return line.items.map((event) => commonWords(event) ?? view.words(event, t)).filter(Boolean);
  const { kind, seat, applied, words, bot } = line.note;
  if (kind === "only") return [{ isNote: true, text: say("match-log-only", { words }) }];
  const name = t.name(seat);
  if (UNDO_ENDS.includes(kind)) return [{ isNote: true, text: say(`match-log-undo-${kind}`, { name }) }];
  const isOwn = seat === t.seat && t.match.isPlayer;
  if (kind === "replaced")
    return [{ isNote: true, text: isOwn ? say("match-replaced", { bot: botWords(bot) }) : say("match-log-replaced", { name, bot: botWords(bot) }) }];
  if (kind === "returned") return [{ isNote: true, text: say("match-log-returned", { name }) }];
  const text = say(`match-log-late-${applied}`, { name });
  return [{ isNote: true, text: isOwn ? warned(t, line.note, text) : text }];
}

/** What is said of an event that every game has. */
function commonWords({ e, by }) {
  if (e === "undone") return { by, text: say("match-log-undone") };
  return e === "branched" ? { isNote: true, text: say("match-log-branched") } : null;
}

/** With what comes of being late again. */
function warned(t, { misses }, text) {
  const count = (t.match.start.max_timeouts ?? 3) - misses;
  return count > 0 ? say("match-log-warning", { text, count }) : text;
}

function Said({ t, said: { by, text, isNote } }) {
  if (isNote) return html`<span class="chip hot note">${text}</span>`;
  if (by === undefined) return html`<span>${text}</span>`;
  const line = drawn("match-log-line", { who: html`<b>${t.name(by)}</b>`, text });
  return html`<${SeatMark} seat=${by} /><span>${line}</span>`;
}

const classOf = ({ by, big }) => `${by === undefined ? "all" : `seat-${by % 4}`} ${big ? "big" : ""}`;

/** The words of a line as they are drawn, each with what it says. */
function entriesOf(line, t, view) {
  return wordsOfLine(line, t, view).map((said, i) => {
    const key = `${line.number ?? line.ver}.${i}`;
    return { key, said, item: html`<li key=${key} class=${classOf(said)}><${Said} t=${t} said=${said} /></li>` };
  });
}

export function Log({ t, view }) {
  const written = useRef(new Map()); // entries by line: what was written once does not change, in the words of one view
  const wording = useRef(view);
  const box = useRef();
  const [most, setMost] = useState(FEW_LINES);
  const all = t.match.lines.value;
  const lines = all.slice(-most);
  const isLive = t.match.written !== undefined && wording.current === view;
  wording.current = view;
  const entries = new Map(
    lines.map((line) => [line, (isLive && written.current.get(line)) || entriesOf(line, t, view)]),
  );
  written.current = entries;
  const [isAtEnd, goToEnd] = useEnd(box, all);
  return html`<ol class="log" aria-label=${say("match-log")} ref=${box}>
    ${lines.length < all.length && html`<${Top} key="top" onSeen=${() => setMost(most + MORE_LINES)} />`}
    ${blocksOf([...entries.values()].flat()).map(({ key, head, items }) => html`
      <li class="turn" key=${key}>${head && html`<div class=${`turn-head ${classOf(head.said)}`}>
      <${Said} t=${t} said=${head.said} /></div>`}<ol>${items.map(({ item }) => item)}</ol></li>`)}
    ${lines.length === 0 && html`<li class="faint">${say("match-log-nothing")}</li>`}
    ${!isAtEnd && html`<li class="to-end" key="end"><button class="small" onClick=${goToEnd}>${say("match-log-newest")}</button></li>`}
  </ol>`;
}

/** Keeps the end of what is scrolled in sight for as long as somebody reads there: `[isAtEnd, goToEnd]`. */
function useEnd(list, content) {
  const [isAtEnd, setAtEnd] = useState(true);
  const follows = useRef(true);
  const end = () => {
    const box = list.current?.parentElement;
    if (box) box.scrollTop = box.scrollHeight;
  };
  useLayoutEffect(() => {
    if (follows.current) end();
  }, [content]);
  useEffect(() => {
    const box = list.current.parentElement;
    const look = () => {
      follows.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
      setAtEnd(follows.current);
    };
    const resized = new ResizeObserver(() => follows.current && end());
    resized.observe(box);
    box.addEventListener("scroll", look, { passive: true });
    return () => {
      resized.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, []);
  return [isAtEnd, end];
}

/** Tells when somebody has scrolled up to it. */
function Top({ onSeen }) {
  const top = useRef();
  const tell = useRef();
  tell.current = onSeen;
  useEffect(() => {
    const watcher = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && tell.current());
    watcher.observe(top.current);
    return () => watcher.disconnect();
  }, []);
  return html`<li ref=${top} class="faint">${say("match-log-earlier")}</li>`;
}
