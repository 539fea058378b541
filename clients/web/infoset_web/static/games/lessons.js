// Guided first matches as data: how the room is set up, and what to say at which moment. `fits` looks at what the seat knows.

const asked = (kind) => (t) => t.decision?.kind === kind;

const over = {
  title: "The end",
  fits: (t) => Boolean(t.over),
  text: [
    "Below stand places and scores, and why it ended. The replay shows everything again, also what you could not see: try the eyes of the others.",
    "Rematch keeps the seats.",
  ],
};

const colonizers = {
  minutes: 8,
  room: { options: { colony: 4 } },
  bot: "random",
  about: [
    "Four colonies on Mars compete. You pay omnium to build modules from your hand; each is worth points. In this first match four modules fill a colony.",
    "Each round everybody secretly picks one of six colonists, who earns, steals, swaps or draws for you.",
  ],
  steps: [
    {
      title: "Pick a colonist",
      fits: asked("pick"),
      text: [
        "Each card says what the colonist does. The others pick from what you leave, so you know a little about who they can be.",
        "One colonist was put away unseen. Under each name you see whom that player may have, as far as you can know.",
      ],
    },
    {
      title: "Omnium or cards",
      fits: asked("draw"),
      text: [
        "Two omnium at once, or two cards of which you keep one. With an empty hand draw; with cards you cannot pay, take omnium.",
        "Your colonist is revealed now, and its income comes by itself.",
      ],
    },
    {
      title: "Keep one card",
      fits: asked("discard"),
      text: [
        "Top left is the cost, top right the value. Colours matter for income: solid green, dashed blue, dotted red.",
        "The other card goes under the deck. You will remember it: see You know, beside the board.",
      ],
    },
    {
      title: "A power",
      fits: (t) => t.decision?.kind === "power" && t.decision.legal.actions.length > 1,
      text: [
        "You name a colonist, not a player. If nobody has it, nothing happens. Colonists who are revealed are sure targets.",
      ],
    },
    {
      title: "Build",
      fits: asked("build"),
      text: ["One module a turn. Click it here or in your hand; what you can pay for is outlined."],
    },
    {
      title: "Watching the others",
      fits: (t) => !t.decision && !t.over,
      text: [
        "The log beside the board tells each move. Icons under a name show who that player may still be; a card with a question mark has a face you have not seen.",
        "The pace above the board makes it slower or faster.",
      ],
    },
    over,
  ],
};

const catan = {
  minutes: 8,
  room: { options: { layout: "beginner", target: 4, seats: 3 } },
  bot: "heuristic",
  about: [
    "Settle the island. Settlements and cities yield cards when the number of their hex is rolled; cards build more. In this first match four points win.",
    "Hands are hidden, but all that comes and goes openly is remembered for you.",
  ],
  steps: [
    {
      title: "Place a settlement",
      fits: asked("place_settlement"),
      text: [
        "Look for corners with many dots under the numbers: they come up often. Three different resources are better than two.",
        "Click a corner, or go there with Tab and press Enter.",
      ],
    },
    {
      title: "Place a road",
      fits: asked("place_road"),
      text: [
        "It must touch the settlement. Point it to where you want to settle next; two edges further is far enough.",
      ],
    },
    {
      title: "Roll",
      fits: asked("roll"),
      text: ["The sum of the dice tells which hexes yield. Everybody with a building there gets a card, cities two."],
    },
    {
      title: "A seven: discard",
      fits: asked("discard"),
      text: ["Whoever holds more than seven cards loses half. Click the cards you can spare."],
    },
    {
      title: "The robber",
      fits: (t) => ["robber", "victim"].includes(t.decision?.kind),
      text: [
        "Its hex yields nothing, and you steal a card from somebody who lives there. Only you and the victim see which.",
      ],
    },
    {
      title: "Answer an offer",
      fits: asked("answer"),
      text: ["Agree, decline, or say what you would rather have. All answers are shown together."],
    },
    { title: "Close a deal", fits: asked("deal"), text: ["Choose one of those who agreed, or take the offer back."] },
    {
      title: "Your turn",
      fits: asked("main"),
      text: [
        "The small signs are prices. A button lights up when you can pay and there is a place; choose it, then click the place.",
        "Four equal cards buy any other from the bank; at harbours three or two.",
      ],
    },
    {
      title: "Watching the others",
      fits: (t) => !t.decision && !t.over,
      text: [
        "Small coloured figures beside a name are what its hand must hold, as far as it follows from what everybody saw.",
      ],
    },
    over,
  ],
};

const crossfire = {
  minutes: 8,
  room: { options: { preset: "mini" } },
  bot: "random",
  about: [
    "Two sides order their units at the same time and unseen. Whose king dies loses.",
    "Every fifth round the outer ring becomes mountain. What you do not see lies in fog; dots show where enemies may be.",
  ],
  steps: [
    {
      title: "Set up",
      fits: asked("setup"),
      text: [
        "A small number lets a unit fire sooner and oftener. The king should be neither in front nor in a corner that falls early.",
        "The enemy knows where you stand now, but neither numbers nor king.",
      ],
    },
    {
      title: "A blocked unit",
      fits: (t) =>
        t.last.some(
          (one) =>
            one.e === "units" &&
            one.by === t.seat &&
            one.orders.some((order, unit) => order >= 0 && order < 4 && !one.moved[unit] && one.alive[unit]),
        ),
      text: [
        "A unit that wants a square somebody else wants, or that is taken, stays where it is. The log says why.",
        "On ground that is also the way to stop.",
      ],
    },
    {
      title: "The board shrinks",
      fits: (t) => t.decision?.kind === "orders" && t.obs.reduction_in === 1,
      text: ["The hatched ring falls after this round. Bring your units in, the king first."],
    },
    {
      title: "Ready to fire",
      fits: (t) => t.decision?.kind === "orders" && t.decision.legal.slots.some((slot) => slot.options.length > 4),
      text: [
        "A unit with a bolt is charged. Its beam lights everything up to a mountain, water or the edge, your own units too. The line shows it before you send.",
      ],
    },
    {
      title: "Give orders",
      fits: asked("orders"),
      text: [
        "Choose a unit, then a direction. On light ground it slides on until something stops it; on sand and in forest it stops at once. The dashed line shows where it would end.",
        "Nothing is sent before you press Send the orders.",
      ],
    },
    { title: "Sealed", fits: (t) => Boolean(t.sealed), text: ["Both sides' orders take effect together."] },
    over,
  ],
};

export const LESSONS = { colonizers, catan, crossfire };
