// Numbers as people of the language that is spoken write them.
import { spoken } from "../words/words.js";

/**
 * A number with so many digits behind what the language has for a decimal point, and a true minus; with `sign` also a plus.
 * What rounds to nothing has neither.
 */
export function decimal(value, digits, { sign = false } = {}) {
  const isNothing = Math.round(Math.abs(value) * 10 ** digits) === 0;
  const shown = {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: sign ? "exceptZero" : "auto",
  };
  return new Intl.NumberFormat(spoken.value ?? undefined, shown).format(isNothing ? 0 : value).replace("-", "−");
}
