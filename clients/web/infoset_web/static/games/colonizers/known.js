// What may be concluded in Colonizers, in words.
import { moduleName, roleName } from "./words.js";
import { say } from "../../words/words.js";

export const known = {
  what(t, [kind, number]) {
    if (kind === "role") return say("colonizers-known-role", { role: roleName(number) });
    if (kind === "module") return moduleName(t, number);
    return kind === "seat" ? t.name(number) : say("colonizers-known-nobody");
  },
  whole: (t, counts) => counts.join(", "),
  action(t, [verb, number]) {
    if (verb === "draw") return say("colonizers-known-draw");
    return verb === "steal"
      ? say("colonizers-known-steal", { role: roleName(number) })
      : say("colonizers-known-swap", { role: roleName(number) });
  },
  gains: (t, action, gains) => say("colonizers-known-omnium", { count: Math.max(0, ...gains.map(([count]) => count)) }),
};
