// The trade dialog of Catan: what to give, what to get, with whom. Says nothing that the server has not allowed.
import { html, useEffect, useState } from "../../ui/ui.js";
import { Icon } from "../../ui/icons.js";
import { SeatName } from "../../ui/parts.js";
import { RESOURCES, cards, resourceName } from "./words.js";
import { say } from "../../words/words.js";

const NONE = [0, 0, 0, 0, 0];
const sum = (counts) => counts.reduce((all, one) => all + one, 0);

function Counts({ title, counts, most, onChange }) {
  return html`<div class="counts" role="group" aria-label=${title}><span class="eyebrow">${title}</span>
    <div class="row">${RESOURCES.map(
    (name, i) => html`<span class=${`counter r-${i} ${counts[i] ? "some" : ""}`} key=${name}>
    <button type="button" class="less" aria-label=${say("catan-one-less", { name: resourceName(i) })} disabled=${counts[i] === 0}
      onClick=${() => onChange(i, -1)}>−</button>
    <button type="button" class="more" aria-label=${say("catan-one-more", { name: resourceName(i), count: counts[i] })} title=${resourceName(i)}
      disabled=${counts[i] >= most[i]} onClick=${() => onChange(i, 1)}><${Icon} name=${`r-${i}`} />
      <b class="number">${counts[i]}</b><span aria-hidden="true">+</span></button></span>`,
  )}</div></div>`;
}

/** Two sides of a trade. `onSend(give, take, seats)`, `onChange` the same whenever it could be sent, without any when not;
 * `others` are seats one may address, empty for a counter-offer. */
export function TradeEditor({ hand, others = [], t, start, word, onSend, onChange, onClose }) {
  const [give, setGive] = useState(start?.give ?? NONE);
  const [take, setTake] = useState(start?.take ?? NONE);
  const [to, setTo] = useState(others);
  const step = (counts, set, other) => (i, by) => {
    set(counts.map((count, at) => (at === i ? count + by : count)));
    if (by > 0) other(i);
  };
  const clear = (set, counts) => (i) => set(counts.map((count, at) => (at === i ? 0 : count)));
  const isFair = sum(give) > 0 && sum(take) > 0;
  const isSent = isFair && (others.length === 0 || to.length > 0);
  useEffect(() => (isSent ? onChange(give, take, to) : onChange()), [give, take, to]);
  return html`<form class="trade" onSubmit=${(event) => {
    event.preventDefault();
    if (isSent) onSend(give, take, to);
  }}>
    <${Counts} title=${say("catan-give")} counts=${give} most=${hand} onChange=${step(give, setGive, clear(setTake, take))} />
    <${Counts} title=${say("catan-get")} counts=${take} most=${[19, 19, 19, 19, 19]}
      onChange=${step(take, setTake, clear(setGive, give))} />
    ${others.length > 1 && html`<div class="row trade-to"><span class="eyebrow">${say("catan-to")}</span>${others.map((seat) => html`
      <label class="check" key=${seat}><input type="checkbox" aria-label=${t.name(seat)} checked=${to.includes(seat)}
      onChange=${(event) => setTo(event.target.checked ? [...to, seat].sort() : to.filter((one) => one !== seat))} />
      <${SeatName} seat=${seat} name=${t.name(seat)} /></label>`)}</div>`}
    <div class="row trade-end"><button class="primary" disabled=${!isSent || t.isBusy}>
      ${word}</button><button type="button" class="quiet" onClick=${onClose}>${say("catan-cancel")}</button>
      ${isFair && html`<span class="muted small">${say("catan-for", { give: cards(give), take: cards(take) })}</span>`}</div>
  </form>`;
}
