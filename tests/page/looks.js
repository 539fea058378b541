// What of a view is hard to read in either theme: text too faint for its ground, too small, cut off, covered. Run by browser.py.
// Colours are those the browser has reckoned; what is drawn as SVG is looked at by its pairs in the styles instead.
const LEAST = 4.5; // contrast, WCAG 2.2, 1.4.3
const LARGE = 3; // of large text
const SMALL_PX = Math.max(10, 11 * Math.min(innerWidth / 1920, innerHeight / 1080)); // of a screen that is seen as a whole
const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });

/** A colour in any notation as [red, green, blue, alpha]. */
function channels(colour) {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

const over = (top, below) => top.slice(0, 3).map((one, i) => one * top[3] + below[i] * (1 - top[3]));

function groundOf(one) {
  const layers = [];
  for (let at = one; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (style.backgroundImage.includes("gradient") && at.tagName !== "SELECT") return null; // drawn, not a colour; of a select it is the mark
    layers.push(channels(style.backgroundColor));
    if (layers.at(-1)[3] === 1) break;
  }
  return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
}

const opacityOf = (one) => (one ? Number(getComputedStyle(one).opacity) * opacityOf(one.parentElement) : 1);
const luminance = (colour) =>
  colour
    .map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i], 0);

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const isForEars = (one) => getComputedStyle(one).clipPath === "inset(50%)";
const isOff = (one) => one.closest(":disabled, [aria-hidden=true], option, svg, .door-picture") !== null || isForEars(one);
const hasText = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
const isSeen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && one.getClientRects().length > 0;
const name = (one) => `${one.tagName.toLowerCase()}.${one.className} "${one.textContent.trim().slice(0, 24)}"`;
const texts = [...document.querySelectorAll("#page *")].filter((one) => hasText(one) && !isOff(one) && isSeen(one));

const faint = () =>
  texts.flatMap((one) => {
    const ground = groundOf(one);
    if (!ground) return [];
    const style = getComputedStyle(one);
    const [red, green, blue, alpha] = channels(style.color);
    const ink = over([red, green, blue, alpha * opacityOf(one)], ground);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const found = contrast(ink, ground);
    const { theme } = document.documentElement.dataset;
    return found < (isLarge ? LARGE : LEAST) ? [`faint, ${theme}, ${found.toFixed(2)}: ${name(one)}`] : [];
  });
const tiny = texts
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < SMALL_PX)
  .map((one) => `tiny ${getComputedStyle(one).fontSize}: ${name(one)}`);
const cut = texts
  .filter((one) => {
    const { overflowX, textOverflow } = getComputedStyle(one);
    return overflowX === "hidden" && textOverflow !== "ellipsis" && one.scrollWidth > one.clientWidth + 1;
  })
  .map((one) => `cut: ${name(one)}`);
// Text that something else lies on, other than what is meant to lie above a view.
const ABOVE = ".action-bar, .frame-top, dialog, .toasts, .projector";
const isScrolledAway = (one, x, y) => {
  if (!one) return false;
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const isOut = x < left || x > right || y < top || y > bottom;
  return (isOut && getComputedStyle(one).overflowY !== "visible") || isScrolledAway(one.parentElement, x, y);
};
const covered = texts.flatMap((one) => {
  const { left, top, width, height } = one.getClientRects()[0];
  const [x, y] = [left + width / 2, top + height / 2];
  const found = isScrolledAway(one.parentElement, x, y) ? null : document.elementFromPoint(x, y);
  const isFree = !found || one.contains(found) || found.contains(one) || found.closest(ABOVE) !== null;
  return isFree ? [] : [`under ${found.tagName.toLowerCase()}.${found.className.baseVal ?? found.className}: ${name(one)}`];
});

const root = document.documentElement;
const before = { theme: root.dataset.theme, sheets: document.adoptedStyleSheets };
const still = new CSSStyleSheet();
still.replaceSync("*, *::before, *::after { transition: none !important; animation: none !important; }");
document.adoptedStyleSheets = [...before.sheets, still];
const found = ["light", "dark"].flatMap((theme) => {
  root.dataset.theme = theme;
  return faint();
});
root.dataset.theme = before.theme;
document.adoptedStyleSheets = before.sheets;
return [...new Set([...found, ...tiny, ...cut, ...covered])];
