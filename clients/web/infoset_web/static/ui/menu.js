// A button that opens a list of choices. While it is closed no key chooses anything; choosing takes opening and a choice.
import { html, useId, useLayoutEffect, useRef, useState } from "./ui.js";

const GAP_PX = 4;
const HIDDEN = { visibility: "hidden", left: 0, top: 0 }; // before it is known where there is room

/** Where a list of this width goes that belongs to the button at `box`: below it, or above where there is more room. */
function placeOf(box, width) {
  const below = innerHeight - box.bottom;
  const isAbove = box.top > below;
  return {
    left: `${Math.max(GAP_PX, Math.min(box.left, innerWidth - width - GAP_PX))}px`,
    [isAbove ? "bottom" : "top"]: `${(isAbove ? innerHeight - box.top : box.bottom) + GAP_PX}px`,
    maxHeight: `${(isAbove ? box.top : below) - 2 * GAP_PX}px`,
  };
}

/** `items` are `{value, words, about?}`; `onChoose(value)` hears of a choice, and of nothing else. */
export function Menu({ title, label = title, items, isBusy, isSmall, onChoose }) {
  const id = useId();
  const button = useRef();
  const list = useRef();
  const [place, setPlace] = useState(null); // of the list, while it is open
  const close = () => list.current.hidePopover();
  useLayoutEffect(() => {
    if (place) list.current.querySelector("[role=menuitem]")?.focus();
  }, [place]);
  const move = (event) => {
    event.stopPropagation(); // keys mean other things elsewhere
    const all = [...list.current.children];
    const at = all.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Tab") close();
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length).focus();
  };
  const open = (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    event.stopPropagation();
    list.current.showPopover();
  };
  const toggled = ({ newState }) => {
    const box = button.current.getBoundingClientRect();
    setPlace(newState === "open" ? placeOf(box, list.current.offsetWidth) : null);
  };
  const choose = (value) => {
    close();
    onChoose(value);
  };
  return html`<button type="button" ref=${button} class=${`menu-button ${isSmall ? "small" : ""}`} aria-label=${label}
      aria-haspopup="menu" aria-expanded=${place !== null} disabled=${isBusy} popovertarget=${id} onKeyDown=${open}>
      ${title}</button>
    <div class="menu" id=${id} role="menu" aria-label=${label} popover="auto" ref=${list} style=${place ?? HIDDEN} onKeyDown=${move} onToggle=${toggled}>
      ${items.map(({ value, words, about }) => html`<button key=${value} type="button" role="menuitem" tabindex="-1"
        title=${about} onClick=${() => choose(value)}>${words}</button>`)}</div>`;
}
