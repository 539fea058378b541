// Catan in words: resources, cards, what is asked, what happened. Draws nothing.
import { who } from "../../model/wording.js";
import { isSaid, say } from "../../words/words.js";

/** Resources by number, as the page calls them in styles; `resourceName` says them. */
export const RESOURCES = ["wood", "brick", "sheep", "wheat", "ore"];

export const resourceName = (number) => say(`catan-resource-${number}`);
export const devName = (card) => say(`catan-dev-${card}`);
export const devAbout = (card) => say(`catan-dev-about-${card}`);

/** `2 wood, 1 ore`. */
export const cards = (counts) =>
  counts
    ?.map((count, i) => count > 0 && say("catan-count", { count, name: resourceName(i) }))
    .filter(Boolean)
    .join(", ") || say("catan-nothing");

export function status(t) {
  if (t.over) return say("match-over");
  const { obs, decision } = t;
  if (decision?.kind === "discard") return say("catan-ask-discard", { count: obs.players[t.seat].due });
  if (decision) return isSaid(`catan-ask-${decision.kind}`) ? say(`catan-ask-${decision.kind}`) : decision.kind;
  if (obs.phase === "discard") return say("catan-halving");
  if (obs.turn < 0) return "";
  const one = who(t.name(obs.turn));
  if (obs.phase === "answer") return say("catan-offers", one);
  if (obs.phase.startsWith("place")) return say("catan-places", one);
  return obs.phase === "roll" ? say("catan-rolls", one) : say("catan-plays", one);
}

/** The seats that are to decide. */
export function deciders({ phase, turn, players, answers }) {
  if (phase === "discard") return players.map(({ due }, seat) => (due > 0 ? seat : -1)).filter((seat) => seat >= 0);
  if (phase === "answer") return answers.map(([said], seat) => (said === "waiting" ? seat : -1)).filter((seat) => seat >= 0);
  return turn >= 0 && phase !== "over" ? [turn] : [];
}

const cardName = (number) => (number >= 0 ? resourceName(number) : say("catan-a-card"));
const sum = (counts) => counts.reduce((all, count) => all + count, 0);
const sides = ({ give, take }) => ({ give: cards(give), take: cards(take) });

/** What somebody has done, behind their name; `null` where there is nothing to tell. */
const DONE = {
  settlement: () => say("catan-log-settlement"),
  city: () => say("catan-log-city"),
  road: () => say("catan-log-road"),
  yield: (event) => say("catan-log-yield", { cards: cards(event.cards) }),
  put_aside: (event) => event.resource >= 0 && say("catan-log-aside", { card: cardName(event.resource) }),
  discard: (event) =>
    event.cards?.some((count) => count > 0)
      ? say("catan-log-discard", { cards: cards(event.cards) })
      : say("catan-log-discard-count", { count: event.count }),
  robber: () => say("catan-log-robber"),
  theft: (event, t) => say("catan-log-theft", { card: cardName(event.resource), ...who(t.name(event.from)) }),
  buy: () => say("catan-log-buy"),
  bought: (event) => event.card >= 0 && say("catan-log-bought", { card: devName(event.card) }),
  play: (event) => say("catan-log-play", { card: devName(event.card) }),
  monopoly: (event) => say("catan-log-monopoly", { name: resourceName(event.resource), count: sum(event.from) }),
  plenty: (event) => say("catan-log-plenty", { cards: cards(event.cards) }),
  bank: (event) => say("catan-log-bank", { give: sided(event.give), take: sided(event.take) }),
  offer: (event) => say("catan-log-offer", sides(event)),
  accept: () => say("catan-log-accept"),
  reject: () => say("catan-log-reject"),
  counter: (event) => say("catan-log-counter", sides(event)),
  trade: (event, t) => say("catan-log-trade", { ...sides(event), ...who(t.name(event.with)) }),
  withdraw: () => say("catan-log-withdraw"),
};

export function words(event, t) {
  const { e, by } = event;
  switch (e) {
    case "turn":
      return { by, text: say("catan-log-turn", { round: event.round }), opens: true };
    case "dice": {
      const [first, second] = event.dice;
      return { by, text: say("catan-log-dice", { sum: first + second, first, second }), big: true };
    }
    case "longest_road":
      return by >= 0 ? { by, text: say("catan-log-longest") } : { text: say("catan-log-longest-none") };
    case "largest_army":
      return by >= 0 ? { by, text: say("catan-log-army") } : { text: say("catan-log-army-none") };
    case "over":
      return { text: event.ending === "round_limit" ? say("catan-log-last-round") : say("match-over"), big: true };
    default: {
      const text = DONE[e]?.(event, t);
      return text ? { by, text } : null;
    }
  }
}

const sided = (what) => (Array.isArray(what) ? cards(what) : resourceName(what));

const CAME_IN = { dice: "dice", stolen: "theft", drawn: "buy" }; // the event that tells what chance brought

/** `{by?, text}` of what chance brought, among the events that came of it; nothing where none of them tells. */
export function chanceWords([verb, kind], items, t) {
  const told = items.find(({ e }) => e === CAME_IN[verb]);
  return told ? words(verb === "drawn" ? { e: "bought", by: told.by, card: kind } : told, t) : null;
}

/** The name of a card that chance brought. */
export const chanceName = (verb, kind) => (verb === "drawn" ? devName(kind) : resourceName(kind));


export const endWords = (t) =>
  t.obs?.stopped ? say("catan-end-limit") : say("catan-end-points", { count: t.options.target ?? 10 });
