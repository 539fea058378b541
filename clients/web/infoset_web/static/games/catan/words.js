// Catan in words: resources, cards, what is asked, what happened. Draws nothing.
import { does, whom } from "../../model/wording.js";

export const RESOURCES = ["wood", "brick", "sheep", "wheat", "ore"];
export const DEV_CARDS = ["Knight", "Road building", "Year of plenty", "Monopoly", "Victory point"];
export const DEV_TEXTS = [
  "Move the robber and steal a card.",
  "Build two roads for nothing.",
  "Take any two cards from the bank.",
  "Everybody gives you all cards of one resource.",
  "Counts one point, unseen, at once.",
];

/** `2 wood, 1 ore`. */
export const cards = (counts) =>
  counts
    ?.map((count, i) => count > 0 && `${count} ${RESOURCES[i]}`)
    .filter(Boolean)
    .join(", ") || "nothing";

const ASKS = {
  place_settlement: "Place a settlement: click a corner.",
  place_road: "Place a road beside it.",
  roll: "Roll the dice, or play a card first.",
  robber: "Move the robber to another hex.",
  victim: "Whom do you rob?",
  free_road: "Build a free road.",
  main: "Build, trade, or end your turn.",
  answer: "You are offered a trade.",
  deal: "Choose whom to trade with.",
};

export function status(t) {
  if (t.over) return "The match is over.";
  const { obs, decision } = t;
  if (decision?.kind === "discard") return `Put ${obs.players[t.seat].due} cards aside.`;
  if (decision) return ASKS[decision.kind] ?? decision.kind;
  if (obs.phase === "discard") return "Large hands are halved.";
  if (obs.phase === "answer") return does(t.name(obs.turn), "offers a trade");
  return obs.turn >= 0
    ? does(t.name(obs.turn), obs.phase.startsWith("place") ? "places" : obs.phase === "roll" ? "rolls" : "plays")
    : "";
}

/** The seats that are to decide. */
export function deciders({ phase, turn, players, answers }) {
  if (phase === "discard") return players.map(({ due }, seat) => (due > 0 ? seat : -1)).filter((seat) => seat >= 0);
  if (phase === "answer") return answers.map(([said], seat) => (said === "waiting" ? seat : -1)).filter((seat) => seat >= 0);
  return turn >= 0 && phase !== "over" ? [turn] : [];
}

const resource = (number) => (number >= 0 ? RESOURCES[number] : "a card");

export function words(event, t) {
  const { e, by } = event;
  const said = (text) => ({ by, text });
  switch (e) {
    case "settlement":
      return said("built a settlement");
    case "city":
      return said("built a city");
    case "road":
      return said("built a road");
    case "turn":
      return { by, text: `· round ${event.round}`, opens: true };
    case "dice":
      return { by, text: `rolled ${event.dice[0] + event.dice[1]} (${event.dice.join(" + ")})`, big: true };
    case "yield":
      return said(`got ${cards(event.cards)}`);
    case "put_aside":
      return event.resource >= 0 ? said(`put ${resource(event.resource)} aside`) : null;
    case "discard":
      return said(
        event.cards?.some((count) => count > 0)
          ? `lost ${cards(event.cards)} to the seven`
          : `lost ${event.count} cards to the seven`,
      );
    case "robber":
      return said("moved the robber");
    case "theft":
      return said(`stole ${resource(event.resource)} from ${whom(t.name(event.from))}`);
    case "buy":
      return said("bought a development card");
    case "bought":
      return event.card >= 0 ? said(`drew ${DEV_CARDS[event.card]}`) : null;
    case "play":
      return said(`played ${DEV_CARDS[event.card]}`);
    case "monopoly":
      return said(`took all ${RESOURCES[event.resource]}: ${event.from.reduce((sum, count) => sum + count, 0)} cards`);
    case "plenty":
      return said(`took ${cards(event.cards)} from the bank`);
    case "bank":
      return said(`traded ${sided(event.give)} for ${sided(event.take)} with the bank`);
    case "offer":
      return said(`offered ${cards(event.give)} for ${cards(event.take)}`);
    case "accept":
      return said("would agree");
    case "reject":
      return said("declined");
    case "counter":
      return said(`would give ${cards(event.give)} for ${cards(event.take)}`);
    case "trade":
      return said(`gave ${whom(t.name(event.with))} ${cards(event.give)} for ${cards(event.take)}`);
    case "withdraw":
      return said("took the offer back");
    case "longest_road":
      return by >= 0 ? said("has the longest road: 2 points") : { text: "Nobody has the longest road any more." };
    case "largest_army":
      return by >= 0 ? said("has the largest army: 2 points") : { text: "Nobody has the largest army any more." };
    case "over":
      return { text: event.ending === "round_limit" ? "The last round is over." : "The match is over.", big: true };
    default:
      return null;
  }
}

const sided = (what) => (Array.isArray(what) ? cards(what) : RESOURCES[what]);

export const endWords = (t) =>
  t.obs?.stopped ? "The round limit was reached." : `${t.options.target ?? 10} points win in the own turn.`;
