// The front-end library, in one import: Preact draws, htm writes it down, signals hold what is drawn.
import { Component, h, options, render, Fragment } from "../vendor/preact.js";
import htm from "../vendor/htm.js";

export { Component, h, render, Fragment };
export { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, useCallback } from "../vendor/hooks.js";
export { batch, computed, effect, signal, useComputed, useSignal, useSignalEffect } from "../vendor/signals.js";
export const html = htm.bind(h);

// Drawn once a frame, however much has changed since the last one; in a hidden window now and then.
const HIDDEN_MS = 200;
let waiting = null; // what draws everything that has changed

function drawNow() {
  const draw = waiting;
  waiting = null;
  draw?.();
}

options.debounceRendering = (draw) => {
  waiting = draw;
  if (document.hidden) setTimeout(drawNow, HIDDEN_MS);
  else requestAnimationFrame(drawNow);
};

// A frame can be long. Keys and forms speak of what is known by now, not of what was drawn; and what somebody has done is
// there before what they do next. A click means what was seen where it fell, so nothing moves before it.
for (const kind of ["keydown", "submit"]) addEventListener(kind, drawNow, { capture: true });
for (const kind of ["click", "input", "change"]) addEventListener(kind, drawNow);

/** `View`, drawn again only where one of `parts(props)` is another than it was: a list as long every time. */
export const remembered = (View, parts) =>
  class extends Component {
    shouldComponentUpdate(next) {
      const before = parts(this.props);
      return parts(next).some((part, i) => part !== before[i]);
    }

    render(props) {
      return h(View, props);
    }
  };
