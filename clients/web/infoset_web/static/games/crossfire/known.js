// Where enemies may be in Crossfire, in words.
import { sizeOf, squareName } from "./board_geometry.js";

export const known = {
  what: (t, [, square]) => squareName(sizeOf(t.obs), square),
  whole: (t, counts) => counts.join(", "),
  action: (t, action) => action.join(" "),
};
