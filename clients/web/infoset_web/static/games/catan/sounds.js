// What is heard of Catan: a sound of `model/sounds.js` by kind of event.

export const sounds = {
  ...{ dice: "dice", settlement: "place", city: "place", road: "place", robber: "place" },
  ...{ offer: "trade", counter: "trade", trade: "trade", bank: "trade" },
  ...{ buy: "card", play: "card", theft: "card", discard: "card" },
};
