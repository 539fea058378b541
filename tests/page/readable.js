// What of a view is in the letters of English, though a pseudo-language is spoken: texts, names, hints. Run by browser.py.
// `arguments[0]` are words that are data: names of people, programs, rooms.
const data = new Set(arguments[0]);
const isThere = (one) => one.checkVisibility({ visibilityProperty: true }) || one.closest("svg, .hidden-text, option");
const SKIPPED = "kbd, code, pre, script, style, .said, .wire-log, [translate=no] option, select[name=language], [lang=en]";
const english = (text) =>
  (text.match(/[A-Za-z][A-Za-z'’.]*/g) ?? []).filter((word) => word.length > 1 && !data.has(word) && !data.has(word.replace(/[.']+$/, "")));
const found = new Map();
const look = (text, what) => {
  const words = text ? english(text) : [];
  if (words.length) found.set(`${what}: ${text.trim().replace(/\s+/g, " ").slice(0, 90)}`, words);
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const parent = walker.currentNode.parentElement;
  if (parent && !parent.closest(SKIPPED) && isThere(parent)) look(walker.currentNode.textContent, parent.tagName.toLowerCase());
}
for (const one of document.querySelectorAll("[title], [aria-label], [placeholder], [alt]")) {
  if (one.closest(SKIPPED) || !isThere(one)) continue;
  for (const name of ["title", "aria-label", "placeholder", "alt"]) look(one.getAttribute(name), name);
}
return [...found.keys()];
