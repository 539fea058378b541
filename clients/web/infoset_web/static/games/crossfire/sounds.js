// What is heard of Crossfire: a sound of `model/sounds.js` by kind of event.

export const sounds = {
  setup: "place",
  units: ({ orders }) => (orders.some((order) => order >= 4) ? "hit" : "place"), // somebody has fired, or all have walked
};
