// Pieces and cards glide from where they were to where they are. What is known and what can be pressed is there at once: only the
// picture follows.
import { useLayoutEffect, useRef } from "./ui.js";

const GLIDE_MS = 260;
const MOST = 12; // at once: more is another position, not a step
const LEAST_PX = 3;
const NAME = "glide";

const wantsLess = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Moves what has `data-moves` (a name of its own) in `box` whenever `what` is another; what is new there comes from the element whose
 * `data-home` is its `data-from`.
 */
export function useMotion(box, what, isOn) {
  const before = useRef(null);
  useLayoutEffect(() => {
    if (!box.current || !isOn || wantsLess.matches || document.hidden) {
      before.current = null;
      return;
    }
    const last = before.current;
    const now = placesIn(box.current);
    before.current = now;
    if (last === null) return;
    const isSameSize = last.width === now.width && last.height === now.height;
    const moved = [...now.places].map(([name, one]) => ({ ...one, from: origin(last, now, name, one, isSameSize) }));
    const far = moved.filter(({ at, from }) => from && Math.hypot(at.x - from.x, at.y - from.y) >= LEAST_PX);
    if (far.length <= MOST) far.forEach(glide);
  }, [what, isOn]);
}

/** Where everything is that moves, in pixels from the corner of the board; what still glides arrives. */
function placesIn(root) {
  for (const animation of root.getAnimations({ subtree: true })) if (animation.id === NAME) animation.finish();
  const corner = root.getBoundingClientRect();
  const shift = { x: root.scrollLeft - corner.x, y: root.scrollTop - corner.y };
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    const at = { x: box.x + box.width / 2 + shift.x, y: box.y + box.height / 2 + shift.y };
    const drawing = element.ownerSVGElement?.getBoundingClientRect();
    const frame = drawing && { x: drawing.x + shift.x, y: drawing.y + shift.y, width: drawing.width, height: drawing.height };
    return { element, at, frame };
  };
  const by = (name) => new Map([...root.querySelectorAll(`[data-${name}]`)].map((one) => [one.dataset[name], seen(one)]));
  return { width: corner.width, height: corner.height, places: by("moves"), homes: by("home") };
}

/** Where something comes from; undefined where nobody knows. A drawing may have grown or shrunk meanwhile. */
function origin(last, now, name, { element, frame }, isSameSize) {
  const before = last.places.get(name);
  if (!before) return now.homes.get(element.dataset.from)?.at;
  if (!frame || !before.frame) return isSameSize ? before.at : undefined;
  const share = (axis, size) => frame[axis] + ((before.at[axis] - before.frame[axis]) * frame[size]) / before.frame[size];
  return { x: share("x", "width"), y: share("y", "height") };
}

function glide({ element, at, from }) {
  const scale = element.parentNode.getScreenCTM?.()?.a ?? 1; // of a drawing
  const [x, y] = [(from.x - at.x) / scale, (from.y - at.y) / scale];
  element.animate([{ translate: `${x}px ${y}px` }, { translate: "0px 0px" }], { id: NAME, duration: GLIDE_MS, easing: "ease-out" });
}
