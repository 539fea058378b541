// Crossfire on the screen: the board, the side's units, and orders that are prepared before they are sent.
import { html, useEffect, useRef, useState } from "../../ui/ui.js";
import { Icon } from "../../ui/icons.js";
import { SeatName } from "../../ui/parts.js";
import { SeatState } from "../../ui/seat_state.js";
import { Field, sideOf } from "./board.js";
import { DIRECTIONS, warnings } from "./board_geometry.js";
import { choiceWords, deciders, endWords, orderWords, status, wayWords, words } from "./words.js";
import { known } from "./known.js";
import { sounds } from "./sounds.js";
import { drawn, say } from "../../words/words.js";

export { choiceWords, deciders, endWords, known, sounds, status, words };

const slotUnit = (slot) => Number(slot.slot.split(" ")[1]);
const ZOOMS = [1, 1.5, 2.2];
const POINTER_PX = 25; // across what is pressed with a mouse, at least
const FINGER_PX = 44;
const SIGNS = { up: "↑", right: "→", down: "↓", left: "←" };

const NONE = { slots: [], orders: {}, next: undefined };

/** The orders as they stand, sent or not: by unit; of those not sent, `next` is the unit that should have one next. */
function plansOf(t) {
  const asked = t.decision ?? t.sealed;
  if (asked?.kind !== "orders") return NONE;
  const slots = asked.legal.slots.map((slot) => ({ unit: slotUnit(slot), options: slot.options }));
  const picks = t.draft.picks ?? {};
  const orders = Object.fromEntries(
    slots.filter(({ unit }) => picks[unit] !== undefined).map(({ unit, options }) => [unit, options[picks[unit]]]),
  );
  if (!t.decision) return { ...NONE, orders };
  const waiting = slots.find(({ unit }) => picks[unit] === undefined)?.unit;
  return { slots, orders, picks, next: t.draft.chosen ?? waiting };
}

const order = (t, plans, unit, pick) => t.prepare({ picks: { ...plans.picks, [unit]: pick }, chosen: undefined });

function setupOf(t) {
  const numbers = t.draft.numbers ?? [...t.obs.recharge];
  return { numbers, king: t.draft.king ?? 0 };
}

export function Board({ t }) {
  const [zoom, setZoom] = useState(0);
  const [paper, perPx] = useScale(sideOf(t.obs));
  const isTouched = matchMedia("(pointer: coarse)").matches; // fingers have the keys below the board
  const plans = plansOf(t);
  const isLive = t.match.clocks !== undefined; // no replay
  const isSetup = (t.decision ?? t.sealed)?.kind === "setup";
  const options = plans.slots.find(({ unit }) => unit === plans.next)?.options ?? [];
  const choose = (unit) => t.prepare(isSetup ? { king: unit } : { chosen: unit });
  return html`<div class="crossfire">
    <div class="strip">
      <span class="fact"><span class="eyebrow">${say("crossfire-rounds")}</span><b class="number">${t.obs.round}
        <small class="faint"> / ${t.consts.last_round}</small></b></span>
      <${Shrinks} t=${t} />
      <span class="fact"><span class="eyebrow">${say("crossfire-recharge-times")}</span><b class="number">${t.obs.recharge.join(" ")}</b>
        </span>
      <span class="grow"></span>
      ${t.seats.map((_, seat) => html`<span class="row side-state" key=${seat}>
        <${SeatName} seat=${seat} name=${t.name(seat)} /><${SeatState} t=${t} seat=${seat} /></span>`)}
      <button class="small" aria-label=${say("crossfire-zoom", { factor: ZOOMS[zoom] })} onClick=${() => setZoom((zoom + 1) % ZOOMS.length)}>
        ${ZOOMS[zoom]}×</button>
    </div>
    ${t.obs.seat < 0 && !t.obs.reveal.length && html`<p class="hint">
      ${isLive ? say("crossfire-secret-ask", { secret: say("crossfire-secret") }) : say("crossfire-secret")}</p>`}
    <div class="field-box"><div class="field-pan"><div class="field-scale" ref=${paper} style=${{ "--zoom": ZOOMS[zoom] }}>
      <${Field} t=${t} orders=${plans.orders} chosen=${plans.next} options=${isTouched ? [] : options}
        reach=${((isTouched ? FINGER_PX : POINTER_PX) / 2) * perPx}
        king=${isSetup ? setupOf(t).king : undefined}
        onUnit=${t.decision ? choose : undefined}
        onOrder=${(pick) => order(t, plans, plans.next, pick)} /></div></div></div>
  </div>`;
}

/** `[ref, units]`: how many units of a square drawing, whose side has so many, are a pixel of the box at `ref`. */
function useScale(side) {
  const box = useRef();
  const [px, setPx] = useState(side);
  useEffect(() => {
    const watcher = new ResizeObserver(([{ contentRect: { width, height } }]) => setPx(Math.min(width, height) || side));
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  return [box, side / px];
}

function Shrinks({ t }) {
  if (t.over || t.obs.phase === "setup") return null;
  const left = t.obs.reduction_in;
  return html`<span class=${`fact ${left <= 2 ? "warn" : ""}`}><span class="eyebrow">${say("crossfire-ring-falls")}</span>
    <b class="number">${left === 1 ? say("crossfire-ring-now") : say("crossfire-ring-in", { count: left })}</b></span>`;
}

export function Actions({ t }) {
  return t.decision.kind === "setup" ? html`<${Setup} t=${t} />` : html`<${Orders} t=${t} />`;
}

function Setup({ t }) {
  const { numbers, king } = setupOf(t);
  const give = (unit, number) => {
    const other = numbers.findIndex((one, i) => one === number && i !== unit);
    t.prepare({ numbers: numbers.map((one, i) => (i === unit ? number : i === other ? numbers[unit] : one)) });
  };
  return html`<div class="ask"><h2 class="h3">${status(t)}</h2><div class="choices">
    ${numbers.map(
      (number, unit) => html`<div class=${`unit-card ${king === unit ? "king" : ""}`} key=${unit}>
      <b><span class="roomy">${say("crossfire-unit")} </span>${unit + 1}</b>
      <label class="row small" title=${say("crossfire-until-fire")}><${Icon} name="bolt" />
        <select aria-label=${say("crossfire-recharge-of", { unit: unit + 1 })} value=${number}
        onChange=${(event) => give(unit, Number(event.target.value))}>${[...new Set(t.obs.recharge)].map((one) => html`
        <option value=${one}>${one}</option>`)}</select></label>
      <label class="check"><input type="radio" name="king" checked=${king === unit}
        onChange=${() => t.prepare({ king: unit })} /><${Icon} name="crown" /><span class="roomy">${say("crossfire-king")}</span></label></div>`,
    )}
    <button class="primary" disabled=${t.isBusy}
      onClick=${() => t.send({ action: ["setup", numbers, king] })}>${say("crossfire-set-up")} <kbd>Enter</kbd></button></div></div>`;
}

function Orders({ t }) {
  const plans = plansOf(t);
  const isComplete = plans.slots.every(({ unit }) => plans.picks[unit] !== undefined);
  const current = plans.slots.find(({ unit }) => unit === plans.next);
  const said = warnings(t.obs, t.consts, plans.orders);
  return html`<div class="ask"><h2 class="h3">${status(t)}</h2><div class="choices">
    <div class="unit-orders">${plans.slots.map(({ unit, options }) => html`<button key=${unit}
      class=${`unit-order ${unit === plans.next ? "chosen" : ""}`} aria-pressed=${unit === plans.next}
      onClick=${() => t.prepare({ chosen: unit })}><b>${unit + 1}</b>${t.obs.king === unit && html`
      <${Icon} name="crown" label=${say("crossfire-king")} />`}<${Order} order=${plans.orders[unit]} />
      ${options.length > 4 && html`<${Icon} name="bolt" label=${say("crossfire-charged")} />`}</button>`)}</div>
    ${current && html`<${Pad} t=${t} plans=${plans} current=${current} />`}
    <button class="primary" disabled=${!isComplete || t.isBusy}
      onClick=${() => send(t, plans)}><span class="roomy">${say("crossfire-send-orders")}</span>
      <span class="tight">${say("crossfire-send")}</span> <kbd>Enter</kbd></button>
    ${Object.keys(plans.orders).length > 0 && html`<button class="quiet"
      onClick=${() => t.prepare({ picks: {}, chosen: undefined })}>${say("crossfire-begin-again")}</button>`}</div>
    <div class="hints">${said.map((warning) => html`<div class="hint" key=${warning}>${warning}</div>`)}
      ${t.obs.reduction_in === 1 && html`<div
        class="hint">${say("crossfire-ring-warning")}</div>`}</div></div>`;
}

const send = (t, plans) => t.send({ picks: plans.slots.map(({ unit }) => plans.picks[unit]) });

/** What is prepared and not sent, as an answer with what to tell of it; units without an order do the first they can. */
export function completed(t) {
  if (t.decision?.kind === "setup") {
    const { numbers, king } = setupOf(t);
    const isPrepared = t.draft.king !== undefined || t.draft.numbers !== undefined;
    return isPrepared ? { choice: { action: ["setup", numbers, king] }, told: say("crossfire-sent-setup") } : null;
  }
  const { slots, picks = {} } = plansOf(t);
  const [given, missing] = [true, false].map((has) =>
    slots.filter(({ unit }) => (picks[unit] !== undefined) === has).map(({ unit }) => unit + 1),
  );
  if (!given.length) return null;
  const units = given.join(", ");
  return {
    choice: { picks: slots.map(({ unit }) => picks[unit] ?? 0) },
    told: missing.length
      ? say("crossfire-sent-some", { units, missing: missing.join(", ") })
      : say("crossfire-sent-orders", { units }),
  };
}

/** What a unit is to do: in words, and as a sign where there is little room. */
const Order = ({ order: [verb, way] = [] }) =>
  html`<span class="roomy">${verb ? orderWords([verb, way]) : say("crossfire-no-order")}</span><span class="tight" aria-hidden="true">${
    verb === "fire" ? html`<${Icon} name="bolt" size="0.9em" />` : ""
  }${SIGNS[way] ?? "–"}</span>`;

/** Eight keys for fingers: what the compass on the board does. */
const Pad = ({
  t,
  plans,
  current,
}) => html`<div class="pad" role="group" aria-label=${say("crossfire-order-for", { unit: current.unit + 1 })}>
  ${current.options.map(([verb, word], pick) => html`<button key=${pick} class=${verb} aria-label=${orderWords([verb, word])}
    title=${orderWords([verb, word])} onClick=${() => order(t, plans, current.unit, pick)}>${verb === "fire" && html`
    <${Icon} name="bolt" size="0.9em" />`}${SIGNS[word]}</button>`)}</div>`;

const ARROWS = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" };

/** Arrows move, with shift they fire; digits choose a unit; Enter sends; Backspace begins again. */
export function keys(event, t) {
  if (!t.decision || t.isBusy) return false;
  if (t.decision.kind === "setup") {
    const { numbers, king } = setupOf(t);
    if (event.key === "Enter") {
      const isPrepared = t.draft.king !== undefined || t.draft.numbers !== undefined;
      (isPrepared ? t.send : t.act)({ action: ["setup", numbers, king] });
      return true;
    }
    const unit = Number(event.key) - 1;
    return unit >= 0 && unit < numbers.length ? t.prepare({ king: unit }) || true : false;
  }
  const plans = plansOf(t);
  const current = plans.slots.find(({ unit }) => unit === plans.next);
  if (ARROWS[event.key] && current) {
    const pick = current.options.findIndex(
      ([verb, word]) => verb === (event.shiftKey ? "fire" : "move") && word === ARROWS[event.key],
    );
    if (pick >= 0) order(t, plans, current.unit, pick);
    event.preventDefault();
    return true;
  }
  if (event.key === "Backspace") return t.prepare({ picks: {}, chosen: undefined }) || true;
  if (event.key === "Enter" && plans.slots.every(({ unit }) => plans.picks[unit] !== undefined))
    return send(t, plans) || true;
  const unit = Number(event.key) - 1;
  return plans.slots.some((slot) => slot.unit === unit) ? t.prepare({ chosen: unit }) || true : false;
}

function stateWords(motion, wait, alive) {
  if (!alive) return say("crossfire-destroyed");
  if (motion >= 0) return say("crossfire-sliding", { way: wayWords(DIRECTIONS[motion]) });
  return wait ? say("crossfire-fires-in", { count: wait }) : say("crossfire-charged");
}

export function Aside({ t }) {
  const { obs } = t;
  return html`<div class="stack small">
    <h2 class="h3">${say("crossfire-your-units")}</h2>
    ${obs.units.length > 0 && html`<table><thead><tr><th>${say("crossfire-unit")}</th>
      <th class="n">${say("crossfire-recharge")}</th><th>${say("crossfire-state")}</th></tr></thead>
      <tbody>${obs.units.map(([, motion, wait, alive], unit) => html`<tr><td>
      ${obs.king === unit ? say("crossfire-unit-king", { unit: unit + 1 }) : unit + 1}</td><td class="n">${obs.numbers[unit]}</td><td>
      ${stateWords(motion, wait, alive)}
      </td></tr>`)}</tbody></table>`}
    <h2 class="h3">${say("crossfire-reading")}</h2>
    <ul class="legend-list"><li><i class="swatch t-M"></i>${say("crossfire-legend-mountain")}</li><li>
      <i class="swatch t-W"></i>${t.consts.laser_stop === "mountain" ? say("crossfire-legend-water") : say("crossfire-legend-water-beams")}</li><li>
      <i class="swatch t-F"></i>${say("crossfire-legend-forest")}</li><li><i class="swatch t-D">
      </i>${say("crossfire-legend-desert")}</li><li><i class="swatch t-G"></i>${say("crossfire-legend-ground")}</li></ul>
    <p>${say("crossfire-legend-fog")}</p>
    <p>${drawn("crossfire-legend-keys", {
      up: html`<kbd>↑</kbd>`,
      shift: html`<kbd>Shift</kbd>`,
      one: html`<kbd>1</kbd>`,
      enter: html`<kbd>Enter</kbd>`,
    })}</p>
      </div>`;
}
