// Colonizers in words: what happened, what a colonist does, what an action means. Draws nothing.
import { who } from "../../model/wording.js";
import { isSaid, say } from "../../words/words.js";

export const ROLES = [0, 1, 2, 3, 4, 5];
export const PHASES = ["pick", "draw", "discard", "power", "build"];

export const roleName = (role) => say(`colonizers-role-${role}`);
export const rolePower = (role) => say(`colonizers-power-${role}`);

const DECIDING = new Set(PHASES);
const DOING = new Set([...PHASES, "shuffle"]);

export function status(t) {
  if (t.over) return say("match-over");
  if (t.decision) return DECIDING.has(t.decision.kind) ? say(`colonizers-ask-${t.decision.kind}`) : "";
  const { turn, phase } = t.obs;
  return turn >= 0 && DOING.has(phase) ? say(`colonizers-does-${phase}`, who(t.name(turn))) : "";
}

/** The seats that are to decide. */
export const deciders = ({ turn, phase }) => (turn >= 0 && DECIDING.has(phase) ? [turn] : []);

/** A colonist within a sentence. */
export const colonist = (role) => (role in ROLES ? say(`colonizers-one-${role}`) : say("colonizers-role-somebody"));
const modules = (t, list) => (list ?? []).map((module) => moduleName(t, module)).join(", ") || say("colonizers-nothing");

/** The name of a module as it stands on its card, which is narrow: a long word has soft hyphens where it may be broken. */
export function cardName(t, module) {
  if (module < 0) return say("colonizers-hidden-card");
  const { name, letter } = t.consts.modules[module];
  return isSaid(`colonizers-card-${letter}`) ? say(`colonizers-card-${letter}`) : name;
}

/** The name of a module: in words of the game, or as the server tells it. */
export const moduleName = (t, module) => cardName(t, module).replaceAll("\u00AD", "");

const roleOf = (t, role) => ({ role: colonist(role) });
const moduleOf = (t, module) => ({ module: moduleName(t, module) });

/** The arguments of `colonizers-do-VERB`, by verb. */
const ARGUMENTS = {
  pick: roleOf,
  omnium: () => ({}),
  draw: () => ({}),
  keep: moduleOf,
  steal: roleOf,
  swap: roleOf,
  build: moduleOf,
};

export const nothingWords = (t) =>
  t.decision?.kind === "build" ? say("colonizers-do-build-nothing") : say("colonizers-do-nothing");

/** An action as an order to oneself: `Build Greenhouse`. */
export const choiceWords = ([verb, what], t) =>
  ARGUMENTS[verb] ? say(`colonizers-do-${verb}`, ARGUMENTS[verb](t, what)) : nothingWords(t);

function swapWords(event, t) {
  const role = colonist(event.role);
  if (event.with < 0) return say("colonizers-log-swap-nobody", { role });
  const swap = say("colonizers-log-swap", { role, ...who(t.name(event.with)) });
  return event.given?.some((card) => card >= 0)
    ? say("colonizers-log-swap-cards", { swap, given: modules(t, event.given), taken: modules(t, event.taken) })
    : swap;
}

/** What somebody has done, behind their name; nothing where there is nothing to tell. */
const DONE = {
  pick: ({ role }) =>
    role >= 0 ? say("colonizers-log-pick", { role: colonist(role) }) : say("colonizers-log-pick-secret"),
  income: ({ amount }) => say("colonizers-log-income", { amount }),
  bonus: ({ module }, t) =>
    module >= 0 ? say("colonizers-log-bonus", moduleOf(t, module)) : say("colonizers-log-bonus-hidden"),
  omnium: ({ amount }) => say("colonizers-log-omnium", { amount }),
  draw: ({ module }, t) =>
    module >= 0 ? say("colonizers-log-draw", moduleOf(t, module)) : say("colonizers-log-draw-hidden"),
  keep: ({ module }, t) =>
    module >= 0 ? say("colonizers-log-keep", moduleOf(t, module)) : say("colonizers-log-keep-hidden"),
  gone: () => say("colonizers-log-gone"),
  steal: ({ role, from, amount }, t) =>
    from >= 0
      ? say("colonizers-log-steal", { role: colonist(role), amount, ...who(t.name(from)) })
      : say("colonizers-log-steal-nobody", { role: colonist(role) }),
  swap: swapWords,
  build: ({ module, cost }, t) => say("colonizers-log-build", { cost, ...moduleOf(t, module) }),
  skip: ({ phase }) => phase === "build" && say("colonizers-log-skip"),
};

/** What chance brought, among the events that came of it: which colonist nobody could have. */
export function chanceWords([, away], items) {
  const round = items.find(({ e }) => e === "shuffle")?.round ?? 0;
  return { text: say("colonizers-log-put-away", { round, role: roleName(away) }) };
}

/** `{by?, text, big?}` of an event. */
export function words(event, t) {
  const { e, by } = event;
  switch (e) {
    case "shuffle":
      return { text: say("colonizers-log-shuffle", { round: event.round }), opens: true };
    case "turn":
      return { by, text: say("colonizers-log-turn", { role: colonist(event.role) }), opens: true };
    case "over":
      return { text: event.ending === "draw" ? say("colonizers-log-draw-end") : say("colonizers-log-over"), big: true };
    default: {
      const text = DONE[e]?.(event, t);
      return text ? { by, text } : null;
    }
  }
}

export function endWords(t) {
  if (t.obs?.draw) return say("colonizers-end-draw");
  const values = new Set(t.obs?.players.map((player) => player.points));
  const points = say("colonizers-end-points");
  return values.size < t.obs?.players.length ? say("colonizers-end-equal", { points }) : points;
}

/** Why there is nothing to choose, where the only answer is to do nothing; empty where there is more. */
export function whyNothing(t, offered) {
  const { role, hand } = t.obs.players[t.seat];
  if (offered.size > 1) return "";
  if (t.decision.kind === "build")
    return hand.length ? say("colonizers-why-unaffordable") : say("colonizers-why-empty");
  return t.decision.kind === "power" ? say("colonizers-why-power", { role: colonist(role) }) : "";
}

/** How many cards of each module the seat knows to be somewhere: in colonies, in its own hand, in hands it has seen. */
export function knownCopies(obs, count) {
  const known = new Array(count).fill(0);
  const add = (module) => module >= 0 && (known[module] += 1);
  for (const player of obs.players) {
    player.colony.forEach(add);
    player.hand.forEach(add);
  }
  for (const [module] of [...obs.bottom, ...obs.drawn, ...obs.gone]) add(module);
  return known;
}

/** Seats, other than `seat` and the owner, that have seen the card in each slot of a hand. */
export function seenBy(player, owner, seat) {
  return new Map(
    player.seen.map(([slot, mask]) => [
      slot,
      [0, 1, 2, 3].filter((one) => mask & (1 << one) && one !== owner && one !== seat),
    ]),
  );
}
