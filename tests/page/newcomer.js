// Where somebody would click next, as a point in the window. Behind choice.js; run by newcomer.py.
// Arguments: clicks so far, how often in a row the same was asked. Only what is in view and lies on top can be clicked.
const [turn, same] = arguments;
const one = document.querySelector(".action-bar.mine") && choose(turn, same);
if (document.querySelector(".action-bar.end")) return { over: document.querySelector(".end-title").innerText };
if (!one) return null;
one.scrollIntoView({ block: "nearest", inline: "nearest" });
const { left, top, width, height } = one.getBoundingClientRect();
const x = left + width / 2;
const y = top + height / 2;
const found = document.elementFromPoint(x, y);
const asked = document.querySelector(".turn-word").innerText;
return { x, y, asked, label: (one.ariaLabel ?? one.innerText ?? "").slice(0, 60), isCovered: !one.contains(found) };
