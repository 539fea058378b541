// Deciding: what is sent at once, what is asked back before it is final, what is sent one after the other, or by itself. Knows no game.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../ui/ui.js";
import { useAction } from "../ui/parts.js";
import { ask, settings } from "../net/app.js";
import { choices, onlyChoice } from "../model/legal.js";
import { say } from "../words/words.js";

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The ways to answer the open decision of `match`. A choice that may have been a slip, made with one key or one tap, is held
 * until it is confirmed, if the settings say so. `hands` are listeners of the table, which tell slips
 * from what was meant.
 */
export function useDeciding(match) {
  const asked = useRef(); // the decision that was answered last: what was refused of it, is said beside it only
  const [answer, isBusy, refused] = useAction((decision, choice) => {
    asked.current = decision;
    return ask({ type: "act", match_id: match.id, decision, ...choice, ...(match.isReopened && { replace: true }) });
  });
  const [held, hold] = useState(null); // {decision, choice}
  const [byHand, setByHand] = useState(null); // the decision whose only answer is not to be sent by itself
  const [row, setRow] = useState(null); // {kind, choices}: what is still to be sent, a decision each
  const pointer = useRef(""); // what the newest click was made with, if it was one
  // What is clicked answers this one, whatever is asked by then.
  const number = (match.decision.value ?? match.sealed.value)?.decision;
  const open = match.decision.value?.decision;
  const heldNow = held?.decision === open ? held?.choice : undefined;
  const sendsOnly = settings.value.only === "send" && open !== undefined && byHand !== open && !match.isReopened;

  const send = (choice) => {
    hold(null);
    if (open !== undefined && !match.isReopened) match.thought();
    return answer(number, choice);
  };
  const press = (choice) =>
    settings.value.confirm === "never" ? send(choice) : hold({ decision: number, choice });
  const act = (choice) => {
    const asks = { never: false, always: true }[settings.value.confirm] ?? pointer.current === "touch";
    return asks && !isSame(heldNow, choice) ? press(choice) : send(choice);
  };
  /** Answers decisions of this kind with one after the other of `list`. */
  const sendAll = (list) => setRow({ kind: match.decision.value.kind, choices: list });

  useEffect(() => {
    if (!row || isBusy || open === undefined) return;
    const goesOn = row.choices.length > 0 && match.decision.value.kind === row.kind && !match.isReopened;
    setRow(goesOn && !(refused && asked.current === open) ? { ...row, choices: row.choices.slice(1) } : null);
    if (goesOn) send(row.choices[0]);
  }, [row !== null, open, isBusy]);

  return {
    act,
    send,
    press,
    sendAll,
    confirm: () => send(heldNow),
    release: () => hold(null),
    held: heldNow,
    only: sendsOnly ? onlyChoice(match.decision.value) : null,
    sendOnly: (choice) => answer(number, choice),
    answerByHand: () => setByHand(open),
    number,
    isBusy: isBusy || (row?.choices.length > 0 && row.kind === match.decision.value?.kind),
    problem: asked.current === open ? refused : null,
    hands: {
      onPointerDownCapture: (event) => (pointer.current = event.pointerType),
      onKeyDownCapture: () => (pointer.current = ""),
      // A button that was clicked keeps no focus: Enter means what stands there, not that button again.
      onClick: (event) => pointer.current && event.target.closest?.("button")?.blur(),
    },
  };
}

function wordsOf({ t, view, choice }) {
  const { index, action } = choice;
  const meant = action ?? t.decision.legal.actions[index];
  return view.choiceWords?.(meant, t) ?? say("match-choice", { number: choices(t.decision).findIndex((one) => one.index === index) + 1 });
}

/** Asks back whether the choice that is held is meant. */
export function Confirm({ t, view }) {
  const box = useRef();
  useLayoutEffect(() => box.current.focus({ preventScroll: true }), []);
  return html`<div class="ask confirm" role="group" aria-label=${say("match-meant")} tabindex="-1" ref=${box}>
    <div role="status"><h2 class="h3">${say("match-question", { words: wordsOf({ t, view, choice: t.held }) })}</h2></div>
    <div class="choices"><button class="primary" disabled=${t.isBusy} onClick=${t.confirm}>${say("match-do-it")} <kbd>Enter</kbd>
      </button><button onClick=${t.release}>${say("match-not-yet")} <kbd>Esc</kbd></button></div></div>`;
}

/** The only answer there is, on its way by itself: not sooner than somebody with a choice might answer. */
export function Only({ t, view }) {
  const words = wordsOf({ t, view, choice: t.only });
  const send = () => {
    t.match.write({ note: { kind: "only", words } });
    t.sendOnly(t.only);
  };
  useEffect(() => {
    const timer = setTimeout(send, t.match.pretence);
    return () => clearTimeout(timer);
  }, [t.number]);
  return html`<div class="ask confirm" role="group" aria-label=${say("match-one-answer")}><div role="status"><h2 class="h3">${words}</h2></div>
    <p class="muted small">${say("match-only-about")}</p>
    <div class="choices"><button disabled=${t.isBusy} onClick=${t.answerByHand}>${say("match-let-me")}</button></div></div>`;
}
