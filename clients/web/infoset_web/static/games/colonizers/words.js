// Colonizers in words: what happened, what a colonist does, what an action means. Draws nothing.
import { does, whom } from "../../model/wording.js";

export const COLONISTS = [
  { name: "Ecologist", power: "Earns 1 omnium for each green module in the colony." },
  { name: "General", power: "Earns 1 omnium for each red module in the colony." },
  { name: "Miner", power: "Earns 1 omnium for each blue module in the colony." },
  { name: "Opportunist", power: "May steal up to 2 omnium from whoever has a colonist of your choice." },
  { name: "Spy", power: "May swap whole hands with whoever has a colonist of your choice." },
  { name: "Visionary", power: "Draws one more card." },
];
export const PHASES = ["pick", "draw", "discard", "power", "build"];

const ASKS = {
  pick: "Pick your colonist for this round.",
  draw: "Omnium, or cards?",
  discard: "Keep one of the two cards.",
  power: "Use your colonist's power?",
  build: "Build a module?",
};
const DOES = {
  pick: "picks a colonist",
  draw: "chooses omnium or cards",
  discard: "keeps one of two cards",
  power: "may use a power",
  build: "may build",
  shuffle: "waits for the shuffle",
};

export function status(t) {
  if (t.over) return "The match is over.";
  if (t.decision) return ASKS[t.decision.kind] ?? "";
  const { turn, phase } = t.obs;
  return turn >= 0 && DOES[phase] ? does(t.name(turn), DOES[phase]) : "";
}

/** The seats that are to decide. */
export const deciders = ({ turn, phase }) => (turn >= 0 && DOES[phase] && phase !== "shuffle" ? [turn] : []);

export const colonist = (role) => COLONISTS[role]?.name.toLowerCase() ?? "somebody";
const modules = (t, list) => (list ?? []).map((module) => moduleName(t, module)).join(", ") || "nothing";
export const moduleName = (t, module) => (module >= 0 ? t.consts.modules[module].name : "a hidden card");

const CHOICES = {
  pick: (t, role) => `Pick the ${colonist(role)}`,
  omnium: () => "Take 2 omnium",
  draw: () => "Draw two cards, keep one",
  keep: (t, module) => `Keep ${moduleName(t, module)}`,
  steal: (t, role) => `Steal from the ${colonist(role)}`,
  swap: (t, role) => `Swap hands with the ${colonist(role)}`,
  build: (t, module) => `Build ${moduleName(t, module)}`,
};

/** An action as an order to oneself: `Build Greenhouse`. */
export const choiceWords = ([verb, what], t) =>
  CHOICES[verb]?.(t, what) ?? (t.decision?.kind === "build" ? "Build nothing" : "Do nothing");

/** `{by?, text, big?}` of an event, in the past tense so that it fits "You" and names alike. */
export function words(event, t) {
  const { e, by } = event;
  const said = (text) => ({ by, text });
  switch (e) {
    case "shuffle":
      return { text: `Round ${event.round}. The colonists are shuffled, one is put away unseen.`, opens: true };
    case "pick":
      return said(event.role >= 0 ? `picked the ${colonist(event.role)}` : "picked a colonist in secret");
    case "turn":
      return { ...said(`turned out to be the ${colonist(event.role)}`), opens: true };
    case "income":
      return said(`earned ${event.amount} omnium from modules`);
    case "bonus":
      return said(event.module >= 0 ? `drew ${moduleName(t, event.module)} besides` : "drew one more card");
    case "omnium":
      return said(`took ${event.amount} omnium`);
    case "draw":
      return said(event.module >= 0 ? `drew ${moduleName(t, event.module)}` : "drew a card");
    case "keep":
      return said(
        event.module >= 0
          ? `kept ${moduleName(t, event.module)}; the other went under the deck`
          : "kept one card; the other went under the deck",
      );
    case "gone":
      return said("had a full hand, so the card left the game");
    case "steal":
      return said(
        event.from >= 0
          ? `robbed the ${colonist(event.role)}, ${whom(t.name(event.from))}, of ${event.amount} omnium`
          : `wanted to rob the ${colonist(event.role)}, whom nobody has`,
      );
    case "swap":
      if (event.with < 0) return said(`wanted to swap with the ${colonist(event.role)}, whom nobody has`);
      return said(
        `swapped hands with the ${colonist(event.role)}, ${whom(t.name(event.with))}` +
          (event.given?.some((card) => card >= 0)
            ? `: gave ${modules(t, event.given)}, got ${modules(t, event.taken)}`
            : ""),
      );
    case "build":
      return said(`built ${moduleName(t, event.module)} for ${event.cost}`);
    case "skip":
      return event.phase === "build" ? said("built nothing") : null;
    case "over":
      return {
        text: event.ending === "draw" ? "The deck ran out: a draw." : "A colony is full. The match is over.",
        big: true,
      };
    default:
      return null;
  }
}

export function endWords(t) {
  if (t.obs?.draw) return "The deck ran out, so everybody is equal.";
  const points = new Set(t.obs?.players.map((player) => player.points));
  const equal = points.size < t.obs?.players.length ? " Of equal points the first seat is ahead." : "";
  return `Points are the values of all modules; the first full colony earns 4 more, later ones 2.${equal}`;
}

/** Why there is nothing to choose, where the only answer is to do nothing; empty where there is more. */
export function whyNothing(t, offered) {
  const { role, hand } = t.obs.players[t.seat];
  if (offered.size > 1) return "";
  if (t.decision.kind === "build") return hand.length ? "Nothing in your hand is affordable yet." : "Your hand is empty.";
  if (t.decision.kind === "power") return `The ${COLONISTS[role].name.toLowerCase()} names nobody. What it does comes by itself.`;
  return "";
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
