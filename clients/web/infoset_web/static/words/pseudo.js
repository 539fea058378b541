// Languages that nobody speaks, made of English: what is not in their letters has not come from a catalogue. Tests set them.

const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = [..."åƀçđéƒğħíĵķĺɱñóþɋřšŧúṽŵẋýžÅƁÇĐÉƑĞĦÍĴĶĹṀÑÓÞɊŘŠŦÚṼŴẊÝŽ"];

/** The same in letters that English lacks. */
const accented = (text) => text.replace(/[a-z]/gi, (letter) => ACCENTED[PLAIN.indexOf(letter)]);

/** A third longer, as German is. */
const longer = (text) => {
  const word = accented(text);
  const letters = word.replace(/[\s\p{P}]/gu, "");
  return letters.length < 3 ? word : word.replace(/(\s*)$/, `${"~".repeat(Math.ceil(letters.length / 3))}$1`);
};

const LEFT = { ltr: "rtl" }; // what the catalogue says of the direction

/** By language, what becomes of each piece of text: `en-XA` is long, `ar-XB` runs from right to left. */
export const TRANSFORMS = {
  "en-XA": (text) => (text === "ltr" ? text : longer(text)),
  "ar-XB": (text) => LEFT[text] ?? accented(text),
};
