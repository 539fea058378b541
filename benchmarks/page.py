"""How soon is the page there, and does it keep drawing? A first visit over a slow line, then frames a second under load
against frames of the idle page, in one run.

A first visit has nothing in its cache: until something can be seen, until the door can be used, how many requests and bytes.

Where others use the machine, frames are lost to them; the CPU time that the page's main thread takes for a frame is its own.

Loads: a lobby of 1,000 rooms of which 100 change each second, typing into its search; a match of each game with 100
changes a second, which are those it has seen in its first turns, over and over. Needs Chromium with chromedriver, headless and without a graphics card here.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from selenium.webdriver.support.ui import WebDriverWait
from tests.page.browser import CHROMIUM, DRIVER, PATIENCE_S, Person, open_browser, open_server

SECONDS: Final = 4
ROOMS: Final = 1_000
PER_SECOND: Final = 100
CLICKS: Final = 25  # of a match that is played before it is measured

# A line as of a phone with a middling network, as Lighthouse has it, and one without limits.
LINES: Final = {"1.6 Mbit/s, 150 ms": (1_600_000 / 8, 150), "no limit": (-1, 0)}
# Notes when the door can be used.
NOTE_DOOR: Final = """
const look = () => document.querySelector(".door-form") ? (window.doorAt = performance.now()) : requestAnimationFrame(look);
requestAnimationFrame(look);
"""
VISIT: Final = """
const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
return {
  requests: all.length,
  bytes: all.reduce((sum, one) => sum + one.transferSize, 0),
  unpacked: all.reduce((sum, one) => sum + one.decodedBodySize, 0),
  seen_ms: performance.getEntriesByName("first-contentful-paint")[0].startTime,
  door_ms: window.doorAt,
};
"""

# Counts frames, and the longest time between two, while `load` is called 50 times a second.
FRAMES: Final = """
(async () => {
  const [seconds, kind, many] = rest;
  const rooms = [...Array(many)].map((_, i) => ({ room: `R${i}`, title: `room ${i}`, game: "catan", status: "open",
    clock: { kind: "none" }, host: "u", seats: [{ seat: 0, kind: "open" }, { seat: 1, kind: "human", name: `n${i}` }] }));
  const match = [...page.matches.value.values()].at(-1);
  const changes = page.wire.value.map((one) => one.message)
    .filter((one) => one.type === "events" && one.match_id === match?.id && one.obs);
  let ver = match?.ver.value ?? 0, turn = 0;
  if (kind === "lobby") page.take({ type: "lobby", full: true, rooms });
  const loads = {
    idle: () => {},
    lobby: () => {
      turn += 2;
      page.take({ type: "lobby", rooms: [0, 1].map((i) => ({ ...rooms[(turn + i) % many], title: `room ${turn}` })) });
      const search = document.querySelector("input[type=search]");
      if (turn % 20 === 0 && search) {
        search.value = `room ${turn % 7}`;
        search.dispatchEvent(new Event("input", { bubbles: true }));
      }
    },
    match: () => {
      for (let i = 0; i < 2; i += 1) {
        ver += 1;
        page.take({ ...structuredClone(changes[ver % changes.length]), ver });
      }
    },
  };
  let frames = 0, longest = 0, last = performance.now();
  const began = last;
  const timer = setInterval(loads[kind], 20);
  await new Promise((resolve) => {
    const frame = (now) => {
      frames += 1;
      longest = Math.max(longest, now - last);
      last = now;
      if (now - began > seconds * 1000) resolve();
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  clearInterval(timer);
  return { per_s: frames / ((last - began) / 1000), longest_ms: longest };
})()
"""


def busy_s(person: Person) -> float:
    """CPU time of the page's main thread so far."""
    told = person.driver.execute_cdp_cmd("Performance.getMetrics", {})
    return float(next(one["value"] for one in told["metrics"] if one["name"] == "TaskDuration"))


def measure(person: Person, kind: str) -> dict[str, Any]:
    """Frames a second under one load."""
    before = busy_s(person)
    found: dict[str, Any] = person.module("net/app.js", FRAMES, SECONDS, kind, ROOMS)
    return found | {"busy_ms": (busy_s(person) - before) * 1000 / SECONDS / found["per_s"]}


def visit(driver: Any, url: str, line: tuple[float, float]) -> dict[str, float]:
    """What a first visit over such a line (bytes a second, ms) takes."""
    bytes_per_s, latency_ms = line
    driver.get("about:blank")
    driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    limits = {"offline": False, "latency": latency_ms}
    limits |= {"downloadThroughput": bytes_per_s, "uploadThroughput": bytes_per_s}
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", limits)
    driver.get(url)
    WebDriverWait(driver, PATIENCE_S).until(
        lambda driver: driver.execute_script(
            "return window.doorAt > 0 && document.fonts.status === 'loaded'"
        )
    )
    found: dict[str, float] = driver.execute_script(VISIT)
    return found


def report_visits(driver: Any, url: str) -> None:
    """A table of first visits."""
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": NOTE_DOOR})
    print(
        f"{'first visit':<28}{'requests':>8}{'KB':>8}{'unpacked':>10}{'seen ms':>10}{'door ms':>10}"
    )
    for name, line in LINES.items():
        found = visit(driver, url, line)
        sizes = f"{found['bytes'] / 1000:>8.0f}{found['unpacked'] / 1000:>10.0f}"
        times = f"{found['seen_ms']:>10.0f}{found['door_ms']:>10.0f}"
        print(f"{name:<28}{found['requests']:>8}{sizes}{times}", flush=True)
    print()


def report(name: str, found: dict[str, Any], idle: dict[str, Any]) -> None:
    """One line of the table."""
    share = found["per_s"] / idle["per_s"]
    timed = f"{found['per_s']:>8.1f}{found['longest_ms']:>12.0f}{share:>10.2f}"
    print(f"{name:<28}{timed}{found['busy_ms']:>14.1f}", flush=True)


def main() -> int:
    """Prints a table; 0 also where there is no browser."""
    if CHROMIUM is None or DRIVER is None:
        print("SKIPPED: chromium with chromedriver is not installed")
        return 0
    with (
        tempfile.TemporaryDirectory() as data,
        open_server(Path(data), "rates.rooms_per_min=600") as url,
        open_browser() as driver,
    ):
        report_visits(driver, url)
        person = Person(driver, url)
        person.enter("bench")
        driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
        idle = measure(person, "idle")
        print(f"{'load':<28}{'frames/s':>8}{'longest ms':>12}{'of idle':>10}{'CPU ms/frame':>14}")
        report("idle", idle, idle)
        report(f"lobby, {ROOMS} rooms", measure(person, "lobby"), idle)
        for game in ("colonizers", "catan", "crossfire"):
            person.open_room(game, {}, "heuristic")
            person.play(CLICKS)
            report(f"{game}, {PER_SECOND} changes/s", measure(person, "match"), idle)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
