// Somebody comes back to the page, or the device wakes: the line may be dead, and clocks have stood still, though nothing tells so.
import { comeBack } from "./app.js";

const SLEPT_MS = 2000; // by so much the time of day is ahead of the page's own clock, which stands still in a device that sleeps

/** From now on line and clocks are looked after at such moments. */
export function watchForWaking() {
  let ahead = Date.now() - performance.now();
  const leapt = () => {
    const before = ahead;
    ahead = Date.now() - performance.now();
    return Math.abs(ahead - before) > SLEPT_MS ? ahead - before : 0;
  };
  const look = () => document.hidden || comeBack(leapt());
  for (const kind of ["online", "pageshow"]) addEventListener(kind, look);
  for (const kind of ["visibilitychange", "resume"]) document.addEventListener(kind, look);
  // Some devices wake without a word: then the first touch tells.
  for (const kind of ["pointermove", "pointerdown", "keydown"])
    addEventListener(
      kind,
      () => {
        const by = leapt();
        if (by) comeBack(by);
      },
      { capture: true, passive: true },
    );
}
