// Guided first matches as data: how the room is set up, and what to say at which moment. `fits` looks at what the seat knows.
import { isSaid, say } from "../words/words.js";

const asked = (kind) => (t) => t.decision?.kind === kind;

/** The paragraphs `KEY-1`, `KEY-2` and so on, as many as there are. */
function paragraphs(key) {
  const found = [];
  while (isSaid(`${key}-${found.length + 1}`)) found.push(say(`${key}-${found.length + 1}`));
  return found;
}

/** A step: its words are messages of the game's catalogue, `title` and `text` say them. */
const step = (game, name, fits) => ({
  name,
  fits,
  title: () => say(`${game}-lesson-${name}-title`),
  text: () => paragraphs(`${game}-lesson-${name}`),
});

const over = {
  name: "over",
  fits: (t) => Boolean(t.over),
  title: () => say("match-guide-over-title"),
  text: () => [say("match-guide-over-1"), say("match-guide-over-2")],
};

/** A lesson of about eight minutes: `steps` are pairs of a name and when it fits. */
const lesson = (game, { room, bot, steps }) => ({
  minutes: 8,
  room,
  bot,
  about: () => paragraphs(`${game}-lesson-about`),
  steps: [...Object.entries(steps).map(([name, fits]) => step(game, name, fits)), over],
});

const watches = (t) => !t.decision && !t.over;
const isBlocked = (t) =>
  t.last.some(
    (one) =>
      one.e === "units" &&
      one.by === t.seat &&
      one.orders.some((order, unit) => order >= 0 && order < 4 && !one.moved[unit] && one.alive[unit]),
  );

export const LESSONS = {
  colonizers: lesson("colonizers", {
    room: { options: { colony: 4 } },
    bot: "random",
    steps: {
      pick: asked("pick"),
      draw: asked("draw"),
      discard: asked("discard"),
      power: (t) => t.decision?.kind === "power" && t.decision.legal.actions.length > 1,
      build: asked("build"),
      watch: watches,
    },
  }),
  catan: lesson("catan", {
    room: { options: { layout: "beginner", target: 4, seats: 3 } },
    bot: "heuristic",
    steps: {
      settlement: asked("place_settlement"),
      road: asked("place_road"),
      roll: asked("roll"),
      seven: asked("discard"),
      robber: (t) => ["robber", "victim"].includes(t.decision?.kind),
      answer: asked("answer"),
      deal: asked("deal"),
      turn: asked("main"),
      watch: watches,
    },
  }),
  crossfire: lesson("crossfire", {
    room: { options: { preset: "mini" } },
    bot: "random",
    steps: {
      setup: asked("setup"),
      blocked: isBlocked,
      shrinks: (t) => t.decision?.kind === "orders" && t.obs.reduction_in === 1,
      fire: (t) => t.decision?.kind === "orders" && t.decision.legal.slots.some((slot) => slot.options.length > 4),
      orders: asked("orders"),
      sealed: (t) => Boolean(t.sealed),
    },
  }),
};
