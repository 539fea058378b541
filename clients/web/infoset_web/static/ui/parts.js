// Small parts that every view is made of: marks of seats, dialogs, refusals beside what was asked.
import { html, useComputed, useEffect, useLayoutEffect, useRef, useSignal, useState } from "./ui.js";
import { wordsOf } from "../model/refusals.js";
import { URGENT_MS, left, untilOther } from "../model/time.js";
import { say } from "../words/words.js";

const SHAPES = [
  html`<circle cx="12" cy="12" r="9" />`,
  html`<rect x="3.5" y="3.5" width="17" height="17" rx="2" />`,
  html`<path d="M12 2.5 22 20.5H2z" />`,
  html`<path d="M12 1.5 22.5 12 12 22.5 1.5 12z" />`,
];

export const SeatMark = ({ seat }) =>
  html`<svg class="seat-mark" viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">${SHAPES[seat % 4]}</svg>`;

/** Who sits there. Where a name is cut, the number at its end stays: it tells several bots apart. */
export function SeatName({ seat, name }) {
  const [, start, tail] = /^(.*\S)( \d+)$/.exec(name) ?? ["", name, ""];
  return html`<span class="seat-name seat-${seat % 4}"><${SeatMark} seat=${seat} /><span class="words" dir="auto"><span>${start}</span>
    ${tail && html`<span class="tail">${tail}</span>`}</span></span>`;
}

export const Problem = ({ problem }) => problem && html`<div class="problem" role="alert">${wordsOf(problem)}</div>`;

/** What may be wider than the window, with a table that fills it: it is scrolled by fingers, a wheel or arrows. */
export const Scrolled = ({ label, isPanel = true, children }) =>
  html`<div class=${isPanel ? "panel scrolled" : "scrolled"} role="region" aria-label=${label} tabindex="0">${children}
    </div>`;

/** A field with a list to choose from; `choices` are pairs of a value and its words. */
export const Select = ({ title, name, value, choices, onChange }) =>
  html`<label class="field"><span>${title}</span><select name=${name} value=${value}
    onChange=${(event) => onChange(event.target.value)}>${choices.map(([key, words]) => html`
    <option value=${key}>${words}</option>`)}</select></label>`;

/** Something to do that may be refused: `[run, isBusy, problem]`. */
export function useAction(action) {
  const [state, setState] = useState({ isBusy: false, problem: null });
  const run = async (...args) => {
    setState({ isBusy: true, problem: null });
    try {
      const result = await action(...args);
      setState({ isBusy: false, problem: null });
      return result;
    } catch (problem) {
      setState({ isBusy: false, problem });
      return undefined;
    }
  };
  return [run, state.isBusy, state.problem];
}

export function Dialog({ title, onClose, children, label }) {
  const ref = useRef();
  useLayoutEffect(() => {
    ref.current.showModal();
  }, []);
  return html`<dialog ref=${ref} aria-label=${label ?? title} onClose=${onClose}
    onClick=${(event) => event.target === ref.current && ref.current.close()}>
    <div class="stack">
      <div class="row spread"><h2>${title}</h2><button class="quiet round" aria-label=${say("frame-close")}
        onClick=${() => ref.current.close()}>✕</button></div>
      ${children}
    </div>
  </dialog>`;
}

/**
 * What is to be in view as soon as it is opened: on a phone, what stands beside the board lies below it. With `isWanted` also where it
 * is open from the beginning.
 */
export function useInView(isOpen, isWanted = false) {
  const box = useRef();
  const wasOpen = useRef(isOpen && !isWanted);
  useEffect(() => {
    if (isOpen && !wasOpen.current) box.current.scrollIntoView({ block: "start" });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return box;
}

/** Draws again every `ms` while mounted. */
export function useTicks(ms, isOn = true) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), ms);
    return () => clearInterval(timer);
  }, [ms, isOn]);
}

/**
 * What is left of `remaining()` milliseconds: `{words, isUrgent}`. `words` is a signal: as text it becomes another by itself, and
 * nothing is drawn around it, as a frame of a large board costs, however little is new. It stands still unless `isOn`.
 */
export function useCountdown(remaining, isOn = true) {
  const ms = useSignal(0);
  ms.value = remaining();
  useEffect(() => {
    let timer;
    const tick = () => {
      ms.value = remaining();
      const wait = untilOther(ms.value);
      if (isOn && wait < Infinity) timer = setTimeout(tick, Math.ceil(wait));
    };
    tick();
    return () => clearTimeout(timer);
  });
  return { words: useComputed(() => left(ms.value)), isUrgent: useComputed(() => ms.value < URGENT_MS).value };
}

const REPEATS = /^(Arrow|Page)/;
const isOfButton = ({ key, target }) => (key === "Enter" || key === " ") && target.closest?.("button, a, [role=button]");

/** From the moment the view is there, a key does something, unless somebody types, holds it down, or a dialog is open. */
export function useKeys(onKey) {
  const ref = useRef(onKey);
  ref.current = onKey;
  useLayoutEffect(() => {
    const listen = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.repeat && !REPEATS.test(event.key)) || isOfButton(event)) return;
      if (event.target.closest?.("input, select, textarea, dialog[open]")) return;
      ref.current(event);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

/** A list that is wider than its window stands so that what is chosen in it is seen. */
export function useChosenSeen(list, chosen) {
  useLayoutEffect(() => {
    const box = list.current;
    const one = box.querySelector("[aria-current], [aria-selected=true]");
    if (one) box.scrollLeft = one.offsetLeft - box.offsetLeft - (box.clientWidth - one.offsetWidth) / 2;
  }, [chosen]);
}

/** One of several views is chosen; with the keyboard by arrows, as in any list of tabs. */
export function Tabs({ tabs, chosen, onChoose, label }) {
  const names = Object.keys(tabs);
  const list = useRef();
  useChosenSeen(list, chosen);
  const move = (event) => {
    const at = names.indexOf(chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // arrows mean other things elsewhere
    onChoose(names.at(to % names.length));
    list.current.children[(to + names.length) % names.length].focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} ref=${list} onKeyDown=${move}>
    ${names.map(
      (name) =>
        html`<button key=${name} role="tab" aria-selected=${name === chosen} tabindex=${name === chosen ? 0 : -1}
          onClick=${() => onChoose(name)}>${tabs[name]}</button>`,
    )}
  </div>`;
}
