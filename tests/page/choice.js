// What somebody would click who knows no rules: the next of what the page offers. Put before other scripts by browser.py.
const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => !one.disabled);
const WEIGHTS = [
  [".menu:popover-open button", 3],
  [".target", 3],
  [".compass-key", 3],
  ["button.resource", 3],
  [".action-bar.mine .module, .action-bar.mine .colonist, .action-bar.mine .big-choice", 2],
  [".action-bar.mine .choices > button", 1],
];
const SHUNNED = /offer a trade|something else|cancel|begin again|do nothing|build nothing/i;
const LAST = /end turn|send the orders|set up|roll the dice|decline|take the offer back|put .* aside/i;

/** `turn` counts clicks, `same` how often in a row the same was asked. */
function choose(turn, same) {
  const found = WEIGHTS.flatMap(([selector]) => all(selector)).filter((one) => !SHUNNED.test(one.textContent));
  const chosen = found.filter((one) => one.matches("[aria-pressed=true]"));
  const places = all(".target, .compass-key, .menu:popover-open button");
  const final = found.filter((one) => LAST.test(one.textContent));
  const others = found.filter(
    (one) => !LAST.test(one.textContent) && !chosen.includes(one) && !one.matches(".unit-order"),
  );
  if (places.length) return places[turn % places.length];
  if (same > 4 && final.length) return final[0];
  return others[turn % Math.max(1, others.length)] ?? final[0] ?? all(".action-bar.mine .big-choice")[0];
}
