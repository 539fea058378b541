// Plays a match in the page by clicking what can be clicked, by choice.js, for a while. Run by browser.py.
// The first argument is how many clicks at most, the second how many there were; the last is told what came of it.
const [most, before] = arguments;
const done = arguments[arguments.length - 1];
const began = performance.now();
const PART_MS = 15_000;
const clicks = { count: 0, kinds: {} };
let last = "";
let same = 0;
let turn = before;

function step() {
  if (document.querySelector(".action-bar.end")) return done(clicks);
  if (performance.now() - began > PART_MS)
    return done({ ...clicks, goesOn: document.querySelector(".action-bar")?.textContent ?? "nothing is asked" });
  const bar = document.querySelector(".action-bar.mine");
  if (bar && clicks.count >= most) return done(clicks);
  const busy = document.querySelector(".action-bar.mine button.primary:disabled");
  const one = bar && choose(turn, same);
  if (one) {
    const kind = bar.querySelector("h2")?.textContent ?? "";
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
