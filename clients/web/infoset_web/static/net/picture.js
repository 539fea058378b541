// A picture of a part of the page, as it is seen now: the part is copied with all its styles and fonts into a drawing that needs nothing
// else, and the browser paints that. Nothing is in it that is not on the screen.

const XHTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";
const SCALE = 2; // pixels of the picture for one of the page, so that it can be printed
const MOST_SIDE = 8000; // pixels; browsers draw nothing on a larger canvas

/** A PNG, as a Blob, of elements of the page one below the other. Throws an Error where the browser makes none. */
export async function pictureOf(elements) {
  const drawing = await drawingOf(elements);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing.text)}`;
  await image.decode();
  const scale = Math.min(SCALE, MOST_SIDE / drawing.width, MOST_SIDE / drawing.height);
  const canvas = new OffscreenCanvas(Math.ceil(drawing.width * scale), Math.ceil(drawing.height * scale));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/png" });
}

/** The same as text of an SVG: `{text, width, height}`. */
export async function drawingOf(elements) {
  const boxes = elements.map((one) => ({ one, width: one.scrollWidth, height: one.scrollHeight }));
  const width = Math.max(...boxes.map((box) => box.width));
  const height = boxes.reduce((sum, box) => sum + box.height, 0);
  const page = document.createElementNS(XHTML, "div");
  Object.assign(page.style, { width: `${width}px`, height: `${height}px`, background: groundOf(elements[0]), overflow: "hidden" });
  const initial = initialStyles();
  for (const box of boxes) {
    const copy = copyOf(box.one, null, initial);
    // What was scrolled is seen whole, and stands where the one before ends.
    Object.assign(copy.style, { position: "relative", inset: "auto", margin: "0", width: `${width}px`, height: `${box.height}px`, boxSizing: "border-box", overflow: "hidden" });
    page.append(copy);
  }
  page.append(referredTo(page, initial));
  await inlineImages(page);
  const style = document.createElementNS(XHTML, "style");
  style.textContent = await fontsOf(document.styleSheets);
  page.prepend(style);
  const content = new XMLSerializer().serializeToString(page);
  const text = `<svg xmlns="${SVG}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><foreignObject
    width="100%" height="100%">${content}</foreignObject></svg>`;
  return { text, width, height };
}

/** The colour behind an element: that of the first around it which has one. */
function groundOf(element) {
  for (let at = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor;
  }
  return "white";
}

/** What properties are where nobody says anything, of elements of HTML and of SVG. */
function initialStyles() {
  const found = new Map();
  for (const space of [XHTML, SVG]) {
    const host = document.createElementNS(space, space === SVG ? "svg" : "div");
    host.style.cssText = "all: initial; display: none";
    document.body.append(host);
    const computed = getComputedStyle(host);
    found.set(space, new Map([...computed].map((name) => [name, computed.getPropertyValue(name)])));
    host.remove();
  }
  return found;
}

// What moves, what only a screen or a hand has a use for, and sizes that follow from others.
const IDLE = /^(animation|transition|cursor|pointer-events|user-select|will-change|scroll|overscroll|caret|touch|contain|view-transition|-webkit-(?!box|line-clamp|mask|text)|perspective-origin|inline-size|block-size|(min|max)-(inline|block)-size|(margin|padding|inset|border|overflow)-(inline|block)|d$)/;
const INHERITED = /^(color|font|line-height|letter-spacing|word-spacing|text-(align|anchor|indent|transform|rendering|shadow|wrap)|white-space|visibility|direction|writing-mode|list-style|border-collapse|border-spacing|quotes|fill|stroke|paint-order|dominant-baseline|marker|clip-rule|shape-rendering|overflow-wrap|word-break|hyphens|tab-size|color-scheme|stroke-|-webkit-text)/;

/** An element with all that is in it, each with its styles as its own; `above` are those of what it lies in. */
function copyOf(element, above, initial) {
  const computed = getComputedStyle(element);
  if (computed.display === "none") return null;
  const isSvg = element.namespaceURI === SVG;
  const copy = isSvg ? element.cloneNode(false) : document.createElementNS(XHTML, tagOf(element));
  if (isSvg) for (const { name } of [...element.attributes]) if (/^(aria-|class$|role$|tabindex$|style$|on)/.test(name)) copy.removeAttribute(name);
  dress(copy, computed, above, initial.get(element.namespaceURI) ?? initial.get(XHTML));
  if (!isSvg) fix(copy, element, computed);
  copy.append(...[pseudo(element, "::before", computed, initial), ...contents(element, computed, initial), pseudo(element, "::after", computed, initial)].filter(Boolean));
  return copy;
}

/** Tags without styles of a browser's own. */
const tagOf = (element) => (["IMG", "CANVAS"].includes(element.tagName) ? "img" : element.tagName === "BR" ? "br" : "span");

function dress(copy, computed, above, initial) {
  for (const name of computed) {
    if (IDLE.test(name)) continue;
    const value = computed.getPropertyValue(name);
    const usual = above && INHERITED.test(name) ? above.getPropertyValue(name) : initial.get(name);
    if (value !== usual) copy.style.setProperty(name, value);
  }
}

/** What the tag would have done. */
function fix(copy, element, computed) {
  copy.style.display = computed.display;
  if (computed.display === "inline") {
    copy.style.width = copy.style.height = "";
  }
  if (isOneLine(element)) {
    // Widths are rounded: what has just fitted into its line might not any more.
    if (computed.display.includes("flex")) copy.style.flexWrap = "nowrap";
    else if (hasOnlyWords(element)) copy.style.whiteSpace = computed.whiteSpace.startsWith("pre") ? "pre" : "nowrap";
  }
  if (element.tagName === "BUTTON" && computed.display.includes("block")) copy.style.alignContent = "center";
  if (element.tagName === "IMG") copy.src = element.currentSrc;
  if (element.tagName === "CANVAS") copy.src = element.toDataURL();
}

/** Does all that is in an element stand in one line? */
function isOneLine(element) {
  const lines = document.createRange();
  lines.selectNodeContents(element);
  const boxes = [...lines.getClientRects()].filter((box) => box.width > 0);
  return boxes.length > 1 && Math.max(...boxes.map((box) => box.top)) < Math.min(...boxes.map((box) => box.bottom));
}

/** Is there nothing in it that has lines of its own? */
const hasOnlyWords = (element) =>
  [...element.children].every((child) => child.namespaceURI === SVG || getComputedStyle(child).display === "inline");

function* contents(element, computed, initial) {
  if (["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName)) {
    yield document.createTextNode(element.selectedOptions?.[0]?.text ?? element.value);
    return;
  }
  if (element.tagName === "title" || element.tagName === "desc") return; // shown by a pointer alone
  for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) yield child.cloneNode();
    else if (child.nodeType === Node.ELEMENT_NODE) yield copyOf(child, computed, initial);
  }
}

/** What styles put before or behind the contents. */
function pseudo(element, which, above, initial) {
  if (element.namespaceURI === SVG) return null;
  const computed = getComputedStyle(element, which);
  const text = /^"(.*)"$/s.exec(computed.content)?.[1];
  if (text === undefined || computed.display === "none") return null;
  const copy = document.createElementNS(XHTML, "span");
  dress(copy, computed, above, initial.get(XHTML));
  copy.style.display = computed.display;
  copy.append(text.replace(/\\(["\\])/g, "$1"));
  return copy;
}

const REFERENCE = /url\((?:&quot;|["'])?[^)#]*#([^)"'&]+)/g;

/** Patterns, gradients and marks that are drawn by their names and lie elsewhere on the page. */
function referredTo(page, initial) {
  const shelf = document.createElementNS(SVG, "svg");
  shelf.style.cssText = "position: absolute; width: 0; height: 0";
  const text = () => new XMLSerializer().serializeToString(page) + new XMLSerializer().serializeToString(shelf);
  const known = new Set();
  for (;;) {
    const asked = [...text().matchAll(REFERENCE), ...text().matchAll(/href="#([^"]+)"/g)].map((found) => found[1]);
    const missing = asked.filter((id) => !known.has(id));
    if (missing.length === 0) return shelf;
    for (const id of missing) {
      known.add(id);
      const element = document.getElementById(id);
      if (element && !page.querySelector(`#${CSS.escape(id)}`)) shelf.append(copyOf(element, null, initial) ?? "");
    }
  }
}

async function inlineImages(page) {
  const images = [...page.querySelectorAll("img")].map((one) => [one, "src", null]);
  for (const one of page.querySelectorAll("image")) images.push([one, "href", one.hasAttributeNS(XLINK, "href") ? XLINK : null]);
  await Promise.all(
    images.map(async ([one, name, space]) => {
      const address = one.getAttributeNS(space, name) ?? "";
      if (address && !address.startsWith("data:")) one.setAttributeNS(space, name, await asData(address));
    }),
  );
  const painted = [...page.querySelectorAll("[style*='url(']")];
  await Promise.all(
    painted.map(async (one) => {
      for (const name of [...one.style]) {
        const value = one.style.getPropertyValue(name);
        if (/url\("(?!data:|#)/.test(value) && !value.includes("#")) one.style.setProperty(name, await withData(value, location.href));
      }
    }),
  );
}

const ADDRESS = /url\("((?!data:)[^"]+)"\)/g;

/** A value of a style with what it fetches from this server in it. */
async function withData(value, base) {
  let found = value;
  for (const [whole, address] of value.matchAll(ADDRESS)) found = found.replace(whole, `url("${await asData(new URL(address, base).href)}")`);
  return found;
}

const fetched = new Map(); // by address: files of this page do not change

/** A file of this server as an address that has it in it; one that does not come is empty. */
function asData(address) {
  if (!fetched.has(address)) fetched.set(address, read(address).catch(() => "data:,"));
  return fetched.get(address);
}

async function read(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const reader = new FileReader();
  const done = new Promise((resolve) => (reader.onload = resolve));
  reader.readAsDataURL(await answer.blob());
  await done;
  return reader.result;
}

/** The rules of fonts, with the fonts in them. */
async function fontsOf(sheets) {
  const rules = [...sheets].flatMap((sheet) => [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule).map((rule) => [rule, sheet.href]));
  const texts = await Promise.all(rules.map(([rule, base]) => withData(rule.cssText, base ?? location.href)));
  return texts.join("\n");
}
