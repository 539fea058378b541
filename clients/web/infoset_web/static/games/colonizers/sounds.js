// What is heard of Colonizers: a sound of `model/sounds.js` by kind of event.

export const sounds = { pick: "card", draw: "card", keep: "card", build: "place", steal: "trade", swap: "trade", omnium: "trade" };
