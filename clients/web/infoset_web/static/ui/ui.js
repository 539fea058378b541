// The front-end library, in one import: Preact draws, htm writes it down, signals hold what is drawn.
import { Component, h, options, render, Fragment } from "../vendor/preact.js";
import htm from "../vendor/htm.js";

export { h, render, Fragment };
export { useEffect, useLayoutEffect, useMemo, useRef, useState, useCallback } from "../vendor/hooks.js";
export { batch, computed, effect, signal, useComputed, useSignal, useSignalEffect } from "../vendor/signals.js";
export const html = htm.bind(h);

// Drawn once a frame, however much has changed since the last one; in a hidden window now and then.
const HIDDEN_MS = 200;
options.debounceRendering = (draw) =>
  document.hidden ? setTimeout(draw, HIDDEN_MS) : requestAnimationFrame(draw);

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
