// Plays a match in the page by clicking what can be clicked, as somebody would who knows no rules. Run by browser.py.
// The first argument is how many clicks at most; the last is told what came of it.
const [most] = arguments;
const done = arguments[arguments.length - 1];
const began = performance.now();
const MOST_MS = 80_000;
const clicks = { count: 0, kinds: {} };
let last = "";
let same = 0;
let turn = 0;

const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => !one.disabled);
const WEIGHTS = [
  [".target", 3],
  [".compass-key", 3],
  ["button.resource", 3],
  [".action-bar.mine .module, .action-bar.mine .colonist, .action-bar.mine .big-choice", 2],
  [".action-bar.mine .choices > button", 1],
];
const SHUNNED = /offer a trade|something else|cancel|begin again|do nothing|build nothing/i;
const LAST = /end turn|send the orders|set up|roll the dice|decline|take the offer back/i;

function choose() {
  const found = WEIGHTS.flatMap(([selector]) => all(selector)).filter((one) => !SHUNNED.test(one.textContent));
  const chosen = found.filter((one) => one.matches("[aria-pressed=true]"));
  const places = all(".target, .compass-key");
  const final = found.filter((one) => LAST.test(one.textContent));
  const others = found.filter(
    (one) => !LAST.test(one.textContent) && !chosen.includes(one) && !one.matches(".unit-order"),
  );
  if (places.length) return places[turn % places.length];
  if (same > 4 && final.length) return final[0];
  return others[turn % Math.max(1, others.length)] ?? final[0] ?? all(".action-bar.mine .big-choice")[0];
}

function step() {
  if (document.querySelector(".action-bar.end"))
    return done({
      ...clicks,
      ms: performance.now() - began,
      text: document.querySelector(".action-bar.end").textContent,
    });
  if (performance.now() - began > MOST_MS)
    return done({ ...clicks, problem: `not over yet: ${document.querySelector(".action-bar")?.textContent}` });
  const bar = document.querySelector(".action-bar.mine");
  if (bar && clicks.count >= most) return done(clicks);
  const busy = document.querySelector(".action-bar.mine button.primary:disabled");
  const one = bar && choose();
  if (one) {
    const kind = bar.querySelector("h3")?.textContent ?? "";
    same = kind === last ? same + 1 : 0;
    last = kind;
    turn += 1;
    clicks.count += 1;
    clicks.kinds[kind] = (clicks.kinds[kind] ?? 0) + 1;
    one.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }
  setTimeout(step, one && !busy ? 12 : 25);
}

step();
