// Small parts that every view is made of: marks of seats, dialogs, refusals beside what was asked.
import { html, useEffect, useLayoutEffect, useRef, useState } from "./ui.js";
import { wordsOf } from "../model/refusals.js";

const SHAPES = [
  html`<circle cx="12" cy="12" r="9" />`,
  html`<rect x="3.5" y="3.5" width="17" height="17" rx="2" />`,
  html`<path d="M12 2.5 22 20.5H2z" />`,
  html`<path d="M12 1.5 22.5 12 12 22.5 1.5 12z" />`,
];

export const SeatMark = ({ seat }) =>
  html`<svg class="seat-mark" viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">${SHAPES[seat % 4]}</svg>`;

export const SeatName = ({ seat, name }) =>
  html`<span class="seat-name seat-${seat % 4}"><${SeatMark} seat=${seat} /><span>${name}</span></span>`;

export const Problem = ({ problem }) => problem && html`<div class="problem" role="alert">${wordsOf(problem)}</div>`;

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
      <div class="row spread"><h2>${title}</h2><button class="quiet round" aria-label="Close"
        onClick=${() => ref.current.close()}>✕</button></div>
      ${children}
    </div>
  </dialog>`;
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

/** From the moment the view is there, a key does something, unless somebody types or a dialog is open. */
export function useKeys(onKey) {
  const ref = useRef(onKey);
  ref.current = onKey;
  useLayoutEffect(() => {
    const listen = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest?.("input, select, textarea, dialog[open]")) return;
      ref.current(event);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

export const Tabs = ({ tabs, chosen, onChoose, label }) =>
  html`<div class="tabs" role="tablist" aria-label=${label}>
    ${Object.entries(tabs).map(
      ([name, title]) =>
        html`<button key=${name} role="tab" aria-selected=${name === chosen} onClick=${() => onChoose(name)}>${title}
          </button>`,
    )}
  </div>`;
