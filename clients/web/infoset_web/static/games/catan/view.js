// Catan on the screen: the island, who has what, one's own hand, and everything one can do in a turn.
import { html, remembered } from "../../ui/ui.js";
import { Icon } from "../../ui/icons.js";
import { Menu } from "../../ui/menu.js";
import { SeatName } from "../../ui/parts.js";
import { Absence, SeatClock } from "../../ui/seat_state.js";
import { allowsParam, choices, indexOf, targets, verbs } from "../../model/legal.js";
import { Island } from "./board.js";
import { bankWords, choiceWords, plentyWords } from "./choice_words.js";
import { TradeEditor } from "./trade.js";
import { RESOURCES, cards, chanceName, chanceWords, deciders, devAbout, devName, endWords, resourceName, status, words } from "./words.js";
import { known } from "./known.js";
import { sounds } from "./sounds.js";
import { drawn, say } from "../../words/words.js";

export { chanceName, chanceWords, choiceWords, deciders, endWords, known, sounds, status, words };

const BUILDS = { road: "edge", settlement: "vertex", city: "vertex" };
const PRICED = ["road", "settlement", "city", "dev"];
const PLACES = { place_settlement: "vertex", place_road: "edge", free_road: "edge", move_robber: "hex" };
const NO_CARDS = [0, 0, 0, 0, 0];
const KEYS = { r: "road", s: "settlement", c: "city" };

/** Which places can be chosen now: those of the decision, or of what was chosen to be built. */
function openPlaces(t) {
  const found = { hex: new Map(), vertex: new Map(), edge: new Map() };
  const offer = (verb, where) => targets(t.decision, verb).forEach((index, at) => found[where].set(at, index));
  Object.entries(PLACES).forEach(([verb, where]) => offer(verb, where));
  if (t.draft.build) offer(t.draft.build, BUILDS[t.draft.build]);
  return found;
}

export function Board({ t }) {
  return html`<div class="catan">
    <div class="catan-players">${t.obs.players.map((player, seat) => html`
      <${Player} key=${seat} t=${t} player=${player} seat=${seat} />`)}<${Bank} obs=${t.obs} /></div>
    <div class="catan-board"><${Island} t=${t} targets=${openPlaces(t)}
      piece=${t.draft.build === "city" ? "city" : "settlement"} /><${Dice} obs=${t.obs} /></div>
    ${t.seat >= 0 && html`<${OwnHand} t=${t} />`}
  </div>`;
}

/** What all see; at the end with the cards that were hidden. */
const pointsOf = (t, seat) => t.over?.scores?.[seat] ?? t.obs.players[seat].points;

const Player = remembered(
  function Player({ t, player, seat }) {
    const { obs } = t;
    const certain = player.hand.length > 0;
    const points = pointsOf(t, seat);
    return html`<section class=${`catan-player seat-${seat} ${obs.turn === seat && !t.over ? "turn" : ""}`}
      data-home=${`seat${seat}`} aria-label=${say("catan-player", { name: t.name(seat), count: points })}>
      <header class="row"><${SeatName} seat=${seat} name=${t.name(seat)} />
        <span class="grow"></span><${SeatClock} t=${t} seat=${seat} /><span class="figure" title=${t.over ? say("catan-points") : say("catan-points-public")}><${Icon} name="star" label=${say("catan-points")} /><b class="number">
        ${points}</b></span></header>
      <div class="row seat-state"><${Absence} t=${t} seat=${seat} /></div>
      <div class="row facts">
        <span class="figure" title=${certain ? cards(player.hand) : say("catan-hand-cards")}>
          <${Icon} name="cards" label=${say("catan-cards")} /><b class="number">${player.cards}</b></span>
        <span class="figure" title=${say("catan-devs")}><${Icon} name="d-2" label=${say("catan-devs")} /><b class="number">
          ${player.devs}</b></span>
        <span class=${`figure ${obs.army === seat ? "holds" : ""}`}
          title=${obs.army === seat ? say("catan-army") : say("catan-knights-played")}><${Icon} name="army" label=${say("catan-knights")} />
          <b class="number">${player.played[0]}</b></span>
        <span class=${`figure ${obs.longest === seat ? "holds" : ""}`}
          title=${obs.longest === seat ? say("catan-longest") : say("catan-trail")}><${Icon} name="road" label=${say("catan-road")} />
          <b class="number">${player.road}</b></span>
      </div>
      ${seat !== t.seat && html`
        <div class="row known-hand" title=${say("catan-known-hand")}>
        ${certain && player.hand.map((count, i) => count > 0 && html`<span class=${`mini r-${i}`}>
        <${Icon} name=${`r-${i}`} size="1em" label=${resourceName(i)} /><span class="number">${count}</span></span>`)}
        </div>`}
      ${obs.answers[seat]?.length > 0 && obs.offer?.length > 0 && html`
        <span class=${`chip answer ${ANSWER_LOOKS[obs.answers[seat][0]]}`}>${answerWords(obs.answers[seat])}</span>`}
    </section>`;
  },
  ({ t, player, seat }) => [
    player,
    t.obs.turn === seat && !t.over,
    pointsOf(t, seat),
    t.obs.army === seat,
    t.obs.longest === seat,
    t.obs.offer,
    t.obs.answers[seat],
    t.seats,
  ],
);

const ANSWER_LOOKS = { accept: "live", reject: "no", counter: "accent", waiting: "" };
const answerWords = ([kind, give, take]) =>
  kind === "counter"
    ? say("catan-answer-counter", { give: cards(give), take: cards(take) })
    : say(`catan-answer-${kind}`);

const SPOTS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

const Die = ({ value }) =>
  html`<svg class="die" viewBox="-20 -20 40 40" aria-hidden="true">
    <rect x="-18" y="-18" width="36" height="36" rx="8" />${SPOTS[value].map(([x, y]) => html`
    <circle cx=${x * 9.5} cy=${y * 9.5} r="3.600" />`)}</svg>`;

const Dice = remembered(
  function Dice({ obs }) {
    if (!obs.dice || obs.dice.length < 2 || !obs.dice[0]) return null;
    const [a, b] = obs.dice;
    return html`<div class=${`dice ${obs.rolled ? "" : "old"}`} role="img" aria-label=${say("catan-dice", { first: a, second: b })}>
      <${Die} key=${`a${a}`} value=${a} /><${Die} key=${`b${b}`} value=${b} /><b class="number">${a + b}</b></div>`;
  },
  ({ obs }) => [obs.dice, obs.rolled],
);

const Bank = remembered(
  ({ obs }) =>
    html`<div class="bank" role="group" aria-label=${say("catan-bank")}><span class="eyebrow">${say("catan-bank")}</span>${obs.bank.map((count, i) => html`
      <span class=${`mini r-${i}`} title=${resourceName(i)}><${Icon} name=${`r-${i}`} size="1em" label=${resourceName(i)} />
      <span class="number">${Array.isArray(count) ? count.join("–") : count}</span></span>`)}
      <span class="mini" title=${say("catan-devs")}><${Icon} name="d-2" size="1em" label=${say("catan-devs")} />
      <span class="number">${obs.deck_n}</span></span></div>`,
  ({ obs }) => [obs.bank, obs.deck_n],
);

/** Of a large hand that is halved: what is to be put aside as it stands, not sent before it is all. */
function halvingOf(t) {
  if (t.decision?.kind !== "discard") return null;
  const mine = t.obs.players[t.seat];
  const aside = t.draft.aside ?? NO_CARDS;
  const left = mine.due - aside.reduce((sum, count) => sum + count, 0);
  const stock = mine.hand.map((count, i) => count - t.obs.pending[i] - aside[i]);
  return { aside, left, stock };
}

/** Sets one card more aside, if there is one and it is due. */
function setAside(t, resource) {
  const { aside, left, stock } = halvingOf(t);
  if (left > 0 && stock[resource] > 0)
    t.prepare({ aside: aside.map((count, i) => (i === resource ? count + 1 : count)) });
}

const discard = (t) =>
  t.sendAll(halvingOf(t).aside.flatMap((count, i) => Array(count).fill({ action: ["discard", i] })));

function OwnHand({ t }) {
  const mine = t.obs.players[t.seat];
  const halving = halvingOf(t);
  return html`<div class="own-hand" role="group" aria-label=${say("catan-own-hand")}>
    ${RESOURCES.map((_, i) => {
      const name = resourceName(i);
      const count = halving ? halving.stock[i] : (mine.hand[i] ?? 0);
      const face = html`<${Icon} name=${`r-${i}`} size="1.7em" /><b class="number">${count}</b> <span>${name}</span>`;
      return halving
        ? html`<button key=${name} class=${`resource r-${i}`} aria-label=${say("catan-set-aside", { cards: say("catan-count", { count, name }) })}
          disabled=${t.isBusy || !halving.left || !count} onClick=${() => setAside(t, i)}>${face}<kbd>${i + 1}</kbd>
          </button>`
        : html`<span key=${name} class=${`resource r-${i} ${count ? "" : "none"}`} title=${name}>${face}</span>`;
    })}
    ${devCards(t, mine).map(({ kind, count, isFresh }) => html`
      <span class=${`dev ${isFresh ? "fresh" : ""}`}
      title=${isFresh ? say("catan-dev-fresh", { about: devAbout(kind) }) : devAbout(kind)}>
      <${Icon} name=${`d-${kind}`} size="1.5em" /><span>${devName(kind)}${count > 1 ? ` ×${count}` : ""}</span>
      </span>`)}
  </div>`;
}

function Halving({ t }) {
  const { aside, left } = halvingOf(t);
  return html`<div class="choices"><button class="primary" disabled=${t.isBusy || left > 0} onClick=${() => discard(t)}>
      ${left ? say("catan-discard-more", { count: left }) : say("catan-discard-these", { cards: cards(aside) })} <kbd>Enter</kbd></button>
    <button class="quiet" disabled=${t.isBusy} onClick=${() => t.prepare({ aside: NO_CARDS })}>${say("catan-begin-again")}</button>
    ${left > 0 && html`<span class="muted">${say("catan-chosen", { cards: cards(aside) })}</span>`}</div>`;
}

function devCards(t, mine) {
  const list = (counts, isFresh) =>
    (counts ?? []).map((count, kind) => ({ kind, count, isFresh })).filter(({ count }) => count > 0);
  return [...list(mine.usable, false), ...list(t.obs.fresh, true)];
}

export function Actions({ t }) {
  const { kind } = t.decision;
  if (t.draft.trade)
    return html`<div class="ask"><h2 class="h3">${kind === "answer" ? say("catan-counter-offer") : say("catan-an-offer")}</h2><${Trade} t=${t} />
      </div>`;
  const Bar = { main: Main, roll: Main, answer: Answer, deal: Deal, victim: Victim, discard: Halving }[kind];
  return html`<div class="ask"><h2 class="h3">${status(t)}</h2>${Bar && html`<${Bar} t=${t} />`}</div>`;
}

/** What something costs: how many of each resource, also for those who hear it. */
const Price = ({ counts }) =>
  html`<span class="price" title=${cards(counts)}><span class="hidden-text">${say("catan-costs", { cards: cards(counts) })}</span>
    ${counts.map((count, i) => count > 0 && html`<span key=${i} class=${`cost r-${i}`} aria-hidden="true">
    <${Icon} name=${`r-${i}`} size="1.05em" />${count > 1 && html`<b class="number">${count}</b>`}</span>`)}</span>`;

/** The same in few words where there is little room. */
const Words = ({ long, short }) => html`<span class="long">${long}</span><span class="short">${short}</span>`;

function Main({ t }) {
  const offered = verbs(t.decision);
  const { prepare, draft } = t;
  const one = (verb, words, icon, kind = "") =>
    offered.has(verb) &&
    html`<button class=${kind} disabled=${t.isBusy} onClick=${() => t.act({ index: indexOf(t.decision, verb) })}>
      ${icon && html`<${Icon} name=${icon} />`}${words}</button>`;
  return html`<div class="choices">
    ${one("roll", html`${say("catan-do-roll")} <kbd>D</kbd>`, "dice", "primary")}
    ${Object.keys(BUILDS).map((verb) => t.decision.kind === "main" && html`
      <button key=${verb} aria-pressed=${draft.build === verb} class=${draft.build === verb ? "chosen" : ""}
      disabled=${!offered.has(verb)} onClick=${() => prepare({ build: draft.build === verb ? null : verb })}>
      ${say(`catan-build-${verb}`)}<${Price} counts=${t.consts.prices[verb]} /><kbd>${verb[0].toUpperCase()}</kbd></button>`)}
    ${t.decision.kind === "main" && html`<button disabled=${!offered.has("buy_dev") || t.isBusy}
      onClick=${() => t.act({ index: indexOf(t.decision, "buy_dev") })}>
      <${Words} long=${say("catan-build-dev")} short=${say("catan-build-dev-short")} /><${Price} counts=${t.consts.prices.dev} /><kbd>B</kbd></button>`}
    ${one("play_knight", say("catan-do-play_knight"), "d-0")} ${one("play_road_building", devName(1), "d-1")}
    ${offered.has("play_plenty") && html`<${Pick} t=${t} verb="play_plenty" title=${devName(2)}
      name=${([, ...resources]) => plentyWords(resources)} />`}
    ${offered.has("play_monopoly") && html`<${Pick} t=${t} verb="play_monopoly" title=${devName(3)}
      name=${([, a]) => resourceName(a)} />`}
    ${offered.has("bank") && html`<${Pick} t=${t} verb="bank" title=${say("catan-trade-bank")} short=${say("catan-bank")}
      name=${([, give, take]) => bankWords(t, give, take)} />`}
    ${allowsParam(t.decision, "offer") && html`<button disabled=${t.isBusy}
      onClick=${() => prepare({ trade: {} })}><${Words} long=${say("catan-offer-trade")} short=${say("catan-offer-short")} /> <kbd>T</kbd></button>`}
    ${one("end_turn", html`${say("catan-do-end")} <kbd>E</kbd>`, "", "primary")}
  </div>`;
}

/** One of several actions with the same verb, in a list that opens. */
const Pick = ({ t, verb, title, short = title, name }) =>
  html`<${Menu} title=${html`<${Words} long=${say("catan-opens", { title })} short=${say("catan-opens", { title: short })} />`} label=${title} isBusy=${t.isBusy} onChoose=${(index) => t.send({ index })}
    items=${choices(t.decision)
      .filter(({ action }) => action[0] === verb)
      .map(({ action, index }) => ({ value: index, words: name(action) }))} />`;

function Trade({ t }) {
  const isAnswer = t.decision.kind === "answer";
  const others = isAnswer ? [] : t.obs.players.map((_, seat) => seat).filter((seat) => seat !== t.seat);
  const close = () => t.prepare({ trade: null });
  const actionOf = (give, take, seats) => {
    if (isAnswer) return ["counter", give, take];
    return seats.length === others.length ? ["offer", give, take] : ["offer", give, take, seats];
  };
  const send = (...sides) => t.send({ action: actionOf(...sides) });
  const change = (...sides) => t.prepare({ trade: { ...t.draft.trade, action: sides.length > 0 ? actionOf(...sides) : undefined } });
  return html`<${TradeEditor} t=${t} hand=${t.obs.players[t.seat].hand} others=${others}
    start=${t.draft.trade.give && t.draft.trade} word=${isAnswer ? say("catan-say-so") : say("catan-offer")} onSend=${send}
    onChange=${change} onClose=${close} />`;
}

/** The offer that is being made, as an action that could be taken: its chances can be estimated, too. */
export const prepared = (t) => (t.draft.trade?.action ? [{ action: t.draft.trade.action }] : []);

function Answer({ t }) {
  const [give, take] = t.obs.offer;
  const offered = verbs(t.decision);
  const act = (verb) => () => t.act({ index: indexOf(t.decision, verb) });
  const { hand } = t.obs.players[t.seat];
  const oppose = () =>
    t.prepare({ trade: { give: take.map((count, i) => Math.min(count, hand[i])), take: give } });
  return html`<p>${drawn("catan-wants", {
      name: html`<b>${t.name(t.obs.turn)}</b>`,
      give: html`<b>${cards(give)}</b>`,
      take: html`<b>${cards(take)}</b>`,
    })}</p>
    <div class="choices">
    <button class="primary" disabled=${t.isBusy || !offered.has("accept")} onClick=${act("accept")}>${say("catan-agree")} <kbd>Y</kbd>
      </button>
    <button disabled=${t.isBusy} onClick=${act("reject")}>${say("catan-decline")} <kbd>N</kbd></button>
    ${allowsParam(t.decision, "counter") && html`<button
      onClick=${oppose}>${say("catan-else")}</button>`}
    ${!offered.has("accept") && html`<span class="hint">${say("catan-lacking")}</span>`}</div>`;
}

function Deal({ t }) {
  return html`<div class="choices">${choices(t.decision).map(({ action: [verb, seat], index }) =>
    verb === "confirm"
      ? html`<button class="primary" disabled=${t.isBusy}
        onClick=${() => t.act({ index })}>${say("catan-trade-with", { name: t.name(seat), answer: answerWords(t.obs.answers[seat]) })}</button>`
      : html`<button disabled=${t.isBusy} onClick=${() => t.act({ index })}>${say("catan-do-withdraw")}</button>`,
  )}</div>`;
}

const Victim = ({ t }) =>
  html`<div class="choices">${choices(t.decision).map(({ action: [, seat], index }, i) => html`
    <button class=${`seat-${seat}`} disabled=${t.isBusy} onClick=${() => t.act({ index })}>
    <${SeatName} seat=${seat} name=${t.name(seat)} /><span class="muted">${say("catan-cards-of", { count: t.obs.players[seat].cards })}</span><kbd>
    ${i + 1}</kbd></button>`)}</div>`;

/** Keys of the game's own; true where one was meant. */
export function keys(event, t) {
  if (!t.decision || t.isBusy) return false;
  if (event.key.startsWith("Arrow")) return enterBoard(event);
  const key = event.key.toLowerCase();
  const does = (verb) => {
    const index = indexOf(t.decision, verb);
    if (index >= 0) t.act({ index });
    return index >= 0;
  };
  if (t.decision.kind === "main" || t.decision.kind === "roll") {
    if (KEYS[key] && verbs(t.decision).has(KEYS[key]))
      return t.prepare({ build: t.draft.build === KEYS[key] ? null : KEYS[key] }) || true;
    if (key === "t" && allowsParam(t.decision, "offer")) return t.prepare({ trade: {} }) || true;
    if (key === "b") return does("buy_dev");
    if (key === "e") return does("end_turn");
    if (key === "d" || key === "enter") return does("roll");
    return /^[0-9]$/.test(key);
  }
  if (t.decision.kind === "answer")
    return key === "y" ? does("accept") : key === "n" ? does("reject") : /^[0-9]$/.test(key);
  if (t.decision.kind === "discard") {
    if (/^[1-5]$/.test(key)) setAside(t, Number(key) - 1);
    if (key === "backspace") t.prepare({ aside: NO_CARDS });
    if (key === "enter" && !halvingOf(t).left) discard(t);
    return true;
  }
  return PLACES[t.decision.kind] !== undefined && /^[0-9]$/.test(key);
}

/** From anywhere an arrow leads to the places that can be chosen. */
function enterBoard(event) {
  const place = document.querySelector(".target[tabindex='0']");
  if (place) event.preventDefault();
  place?.focus();
  return Boolean(place);
}

/** What can be concluded: deals the others may hold, and how the dice fell. */
export function Aside({ t }) {
  const { obs } = t;
  const rolls = t.match.lines.value
    .flatMap((line) => line.items ?? [])
    .filter((event) => event.e === "dice")
    .map((event) => event.dice[0] + event.dice[1]);
  const most = Math.max(1, ...[...Array(11)].map((_, i) => rolls.filter((roll) => roll === i + 2).length));
  return html`<div class="stack">
    ${
      obs.unsure?.length > 0 &&
      html`<h2 class="h3">${say("catan-may-hold")}</h2><p
        class="small muted">${say("catan-unsure", { count: obs.deals.length })}</p>
      <ul class="small stack">${likeliest(obs).map(({ chance, hands }) => html`<li><b class="number">
        ${Math.round(chance * 100)} %</b> ${hands.map((hand, i) => `${t.name(obs.unsure[i])}: ${cards(hand)}`).join("; ")}
        </li>`)}</ul>`
    }
    <${Bank} obs=${obs} />
    <h2 class="h3">${say("catan-dice-so-far")}</h2>
    <div class="dice-plot" role="img" aria-label=${say("catan-dice-plot")}>${[...Array(11)].map((_, i) => {
      const count = rolls.filter((roll) => roll === i + 2).length;
      return html`<span key=${i}><i style=${{ height: `${(count / most) * 4}rem` }} title=${`${i + 2}: ${count}`}></i>
        <b class="number">${i + 2}</b></span>`;
    })}</div>
    <h2 class="h3">${say("catan-prices")}</h2><ul class="small costs">
      ${PRICED.map((what) => html`
      <li class="row spread"><span>${say(`catan-build-${what}`)}</span><span class="row">
      ${t.consts.prices[what].map((count, i) => count > 0 && html`<span key=${i} class=${`mini r-${i}`}>
      <${Icon} name=${`r-${i}`} size="1em" /><span class="number">${count}</span> ${resourceName(i)}</span>`)}</span></li>`)}
    </ul>
  </div>`;
}

function likeliest(obs) {
  const all = obs.deals.reduce((sum, [weight]) => sum + weight, 0);
  return [...obs.deals]
    .sort((a, b) => b[0] - a[0])
    .slice(0, 4)
    .map(([weight, ...rest]) => ({
      chance: weight / all,
      hands: obs.unsure.map((_, i) => (Array.isArray(rest[i]) ? rest[i] : rest.slice(i * 5, i * 5 + 5))),
    }));
}
