// What of a view a screen reader cannot tell: headings out of order, things to press without a name, names where none is read. Run by browser.py.
const isThere = (one) => one.checkVisibility({ visibilityProperty: true }) && one.closest("[aria-hidden=true]") === null;
const dialog = document.querySelector("dialog:modal"); // nothing else is told while one is open
const all = (selector) => [...(dialog ?? document).querySelectorAll(selector)].filter(isThere);
const tell = (one) => one.outerHTML.replace(/\s+/g, " ").slice(0, 80);

const headings = all("h1, h2, h3, h4").map((one) => ({ level: Number(one.tagName[1]), text: one.textContent.trim() }));
const skipped = headings
  .filter(({ level }, i) => level > (headings[i - 1]?.level ?? (dialog ? 1 : 0)) + 1)
  .map(({ level, text }) => `heading of level ${level} out of order: ${text}`);
const single = (dialog ? [] : ["h1", "main"])
  .filter((name) => all(name).length !== 1)
  .map((name) => `${all(name).length} of ${name}`);

const nameOf = (one) =>
  [one.getAttribute("aria-label"), one.title, one.alt, one.placeholder, ...[...(one.labels ?? [])].map((label) => label.textContent)]
    .concat([...one.childNodes].filter((node) => node.nodeType === 3 || isThere(node)).map((node) => node.textContent))
    .filter(Boolean)
    .join("")
    .trim();
const nameless = all("button, a[href], input, select, textarea, [role=button], [role=img]")
  .filter((one) => !nameOf(one))
  .map((one) => `without a name: ${tell(one)}`);
const unread = all("div[aria-label]:not([role]), span[aria-label]:not([role])").map((one) => `no role for its name: ${tell(one)}`);
const empty = all("[role=list]:not(:has([role=listitem])), th:empty").map((one) => `empty: ${tell(one)}`);
return [...skipped, ...single, ...nameless, ...unread, ...empty];
