// A button that opens a list of choices. While it is closed no key chooses anything; choosing takes opening and a choice.
import { html, useId, useRef, useState } from "./ui.js";

const GAP_PX = 4;
const UNPLACED = { left: "", top: "", bottom: "" };

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

/** `items` are `{value, words, more?, about?}`; `onChoose(value)` hears of a choice, and of nothing else. */
export function Menu({ title, label = title, items, isBusy, isSmall, onChoose }) {
  const id = useId();
  const button = useRef();
  const list = useRef();
  const [isOpen, setOpen] = useState(false);
  const close = () => list.current.hidePopover();
  /** Puts the open list where it belongs, and the keyboard on its first choice. */
  const settle = () => {
    const { style, offsetWidth } = list.current;
    if (style.visibility !== "hidden") return;
    Object.assign(style, UNPLACED, placeOf(button.current.getBoundingClientRect(), offsetWidth), { visibility: "" });
    list.current.querySelector("[role=menuitem]")?.focus();
  };
  const toggled = ({ newState }) => {
    setOpen(newState === "open");
    if (newState === "open") settle();
    else list.current.style.visibility = "hidden";
  };
  const open = (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    event.stopPropagation();
    list.current.showPopover();
    settle(); // the next key is meant for the list
  };
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
  const choose = (value) => {
    close();
    onChoose(value);
  };
  return html`<button type="button" ref=${button} class=${`menu-button ${isSmall ? "small" : ""}`} aria-label=${label}
      aria-haspopup="menu" aria-expanded=${isOpen} disabled=${isBusy} popovertarget=${id} onKeyDown=${open}>
      ${title}</button>
    <div class="menu" id=${id} role="menu" aria-label=${label} popover="auto" ref=${list} style="visibility:hidden"
      onKeyDown=${move} onToggle=${toggled}>
      ${items.map(({ value, words, more, about }) => html`<button key=${value} type="button" role="menuitem" tabindex="-1"
        title=${about} onClick=${() => choose(value)}><span class="grow">${words}</span>${more && html`
        <span class="tiny muted">${more}</span>`}</button>`)}</div>`;
}
