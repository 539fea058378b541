// Colonizers on the screen: four colonies, the table between them, the cards to choose from.
import { html, remembered } from "../../ui/ui.js";
import { Icon } from "../../ui/icons.js";
import { SeatName } from "../../ui/parts.js";
import { SeatState } from "../../ui/seat_state.js";
import { choices, indexOf, verbs } from "../../model/legal.js";
import { ColonistCard, ModuleCard, RoleBadge } from "./cards.js";
import {
  PHASES,
  ROLES,
  chanceWords,
  choiceWords,
  deciders,
  endWords,
  knownCopies,
  moduleName,
  nothingWords,
  roleName,
  rolePower,
  seenBy,
  status,
  whyNothing,
  words,
} from "./words.js";
import { known } from "./known.js";
import { sounds } from "./sounds.js";
import { say } from "../../words/words.js";

export { chanceWords, choiceWords, deciders, endWords, known, sounds, status, words };

export function Board({ t }) {
  const order = t.obs.players.map((_, seat) => seat);
  return html`<div class="colonizers">
    <${Strip} t=${t} />
    <div class="colonies">${order.map((seat) => html`<${Colony} key=${seat} t=${t} seat=${seat} />`)}</div>
  </div>`;
}

const Strip = remembered(
  function Strip({ t: { obs } }) {
    return html`<div class="strip">
      <span class="fact"><span class="eyebrow">${say("colonizers-round")}</span><b class="number">${obs.round}</b></span>
      <span class="fact" data-home="deck"><span class="eyebrow">${say("colonizers-deck")}</span><b class="number">${obs.deck_n}</b></span>
      <ol class="phases" aria-label=${say("colonizers-phases")}>${PHASES.map((phase) => html`
        <li class=${phase === obs.phase ? "now" : ""} aria-current=${phase === obs.phase ? "step" : undefined}>${say(`colonizers-phase-${phase}`)}
        </li>`)}</ol>
      ${obs.out.length > 0 && html`<span class="fact"><span class="eyebrow">${say("colonizers-out")}</span><span class="row">
        ${obs.out.map((role) => html`<${Icon} name=${`c-${role}`} label=${roleName(role)} />`)}</span></span>`}
      ${obs.offered.length > 0 && obs.phase !== "pick" && html`<span class="fact"
        title=${say("colonizers-choice-was-about")}><span class="eyebrow">${say("colonizers-choice-was")}</span><span class="row">${obs.offered.map((role) => html`
        <${Icon} name=${`c-${role}`} label=${roleName(role)} />`)}</span></span>`}
    </div>`;
  },
  ({ t: { obs } }) => [obs.round, obs.deck_n, obs.phase, obs.out, obs.offered],
);

const Colony = remembered(
  function Colony({ t, seat }) {
    const { obs, consts } = t;
    const player = obs.players[seat];
    const isTurn = obs.turn === seat && !t.over;
    const isMine = seat === t.seat;
    return html`<section class=${`colony seat-${seat % 4} ${isTurn ? "turn" : ""} ${isMine ? "mine" : ""}`}
      aria-label=${say("colonizers-seat", { name: t.name(seat), omnium: player.omnium, points: player.points })}>
      <header>
        <${SeatName} seat=${seat} name=${t.name(seat)} /><${SeatState} t=${t} seat=${seat} />
        <span class="figures"><span class="figure" title=${say("colonizers-omnium")}><${Icon} name="omnium" label=${say("colonizers-omnium")} />
          <b class="number">${player.omnium}</b></span><span class="figure" title=${say("colonizers-points")}>
          <${Icon} name="star" label=${say("colonizers-points")} /><b class="number">${player.points}</b></span></span>
      </header>
      <${RoleBadge} player=${player} />
      <div class="slots" role="group" aria-label=${say("colonizers-colony")}>
        ${Array.from({ length: consts.colony }, (_, slot) => (slot < player.colony.length ? html`
        <${ModuleCard} key=${slot} t=${t} module=${player.colony[slot]} size="small"
          moves=${moves(`built${seat}.${slot}`, `hand${seat}`)} />` : html`
        <span class="module empty small" key=${`e${slot}`}></span>`))}</div>
      <${Hand} t=${t} seat=${seat} player=${player} isMine=${isMine} />
    </section>`;
  },
  ({ t, seat }) => [
    t.obs.players[seat],
    t.obs.turn === seat && !t.over,
    seat === t.seat && t.decision,
    t.isBusy,
    t.seats,
  ],
);

/** What tells a card from others while it moves, and where it comes from when it is new. */
const moves = (name, from) => ({ "data-moves": name, "data-from": from });

function Hand({ t, seat, player, isMine }) {
  const seen = seenBy(player, seat, t.seat);
  const isBuilding = isMine && t.decision?.kind === "build";
  return html`<div class=${`hand ${isMine ? "mine" : ""}`} role="group" aria-label=${say("colonizers-hand")} data-home=${`hand${seat}`}>
    ${player.hand.map((module, slot) => {
      const index = isBuilding ? indexOf(t.decision, "build", module) : -1;
      const known = seen.get(slot);
      const badge =
        isMine &&
        known?.length > 0 &&
        html`<span class="seen-badge" title=${say("colonizers-seen-by", { names: known.map(t.name).join(", ") })}>
          <${Icon} name="eye" size="0.9em" /></span>`;
      return html`<${ModuleCard} key=${slot} t=${t} module=${module} size=${isMine ? "full" : "small"} badge=${badge}
        moves=${moves(`held${seat}.${slot}`, "deck")} isBuildable=${index >= 0} disabled=${t.isBusy} onClick=${index >= 0 ? () => t.act({ index }) : undefined} />`;
    })}
    ${player.hand.length === 0 && html`<span class="faint small">${say("colonizers-no-cards")}</span>`}
  </div>`;
}

export function Actions({ t }) {
  const kind = t.decision.kind;
  const offered = verbs(t.decision);
  const why = whyNothing(t, offered);
  return html`<div class="ask"><h2 class="h3">${status(t)}</h2><div class="choices">
    ${choices(t.decision).map(({ action: [verb, what], index }, i) => html`
      <${Choice} key=${index} t=${t} verb=${verb} what=${what} index=${index} k=${i < 9 ? i + 1 : ""} />`)}
    ${kind === "draw" && !offered.has("draw") && html`<span class="hint">${say("colonizers-full-hand")}</span>`}
    ${why && html`<span class="hint">${why}</span>`}
  </div></div>`;
}

function Choice({ t, verb, what, index, k }) {
  const choose = () => t.act({ index });
  const shared = { disabled: t.isBusy, onClick: choose, k };
  switch (verb) {
    case "pick":
      return html`<${ColonistCard} role=${what} ...${shared} />`;
    case "steal":
    case "swap":
      return html`<${ColonistCard} role=${what} note=${verb === "steal" ? say("colonizers-steal-from") : say("colonizers-swap-with")} ...${shared} />`;
    case "keep":
    case "build":
      return html`<${ModuleCard} t=${t} module=${what} ...${shared} />`;
    case "omnium":
      return html`<button class="big-choice" disabled=${t.isBusy} onClick=${choose}>
        <${Icon} name="omnium" size="1.8em" /><span>${say("colonizers-do-omnium")}</span><kbd>${k}</kbd></button>`;
    case "draw":
      return html`<button class="big-choice" disabled=${t.isBusy} onClick=${choose}><${Icon} name="deck" size="1.8em" />
        <span>${say("colonizers-do-draw")}</span><kbd>${k}</kbd></button>`;
    default:
      return html`<button class="big-choice quiet-choice" disabled=${t.isBusy} onClick=${choose}><span>
        ${nothingWords(t)}</span><kbd>${k}</kbd></button>`;
  }
}

/** What the seat can conclude: which cards are still about, and what lies under the deck. */
export function Aside({ t }) {
  const known = knownCopies(t.obs, t.consts.modules.length);
  const bottom = t.obs.bottom.filter(([module]) => module >= 0);
  return html`<div class="stack">
    <p class="small muted">${say("colonizers-known-cards")}</p>
    <ul class="card-count">${t.consts.modules.map((module, i) => module.copies > 0 && html`<li class=${module.colour}>
      <${Icon} name=${`m-${module.letter}`} /><span class="grow">${moduleName(t, i)}</span><span class="number">
      ${known[i]} / ${module.copies}</span></li>`)}</ul>
    ${bottom.length > 0 && html`<h2 class="h3">${say("colonizers-bottom")}</h2><div class="row">
      ${bottom.map(([module]) => html`<${ModuleCard} t=${t} module=${module} size="small" />`)}</div>`}
    <h2 class="h3">${say("colonizers-colonists")}</h2>
    <ul class="powers">${ROLES.map((role) => html`<li><${Icon} name=${`c-${role}`} /><span><b>
      ${roleName(role)}.</b> ${rolePower(role)}</span></li>`)}</ul>
  </div>`;
}
