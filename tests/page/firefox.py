"""Firefox without a window, spoken to in WebDriver BiDi, which it speaks itself: no driver lies between. Knows no page."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests.page.browser import PATIENCE_S, POLL_S
from websockets.sync.client import ClientConnection, connect

FIREFOX: Final = shutil.which("firefox-esr") or shutil.which("firefox")
ANSWER_S: Final = 4 * PATIENCE_S
READY: Final = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# What a new profile would fetch from outside, or ask.
QUIET: Final = """
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("toolkit.telemetry.enabled", false);
"""


class Firefox:
    """One tab. Commands and events are those of https://w3c.github.io/webdriver-bidi."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._last = 0
        self.faults: list[str] = []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self._tab = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """What a command results in. What the page complains about meanwhile is kept in `faults`."""
        self._last += 1
        self._line.send(json.dumps({"id": self._last, "method": method, "params": params}))
        while True:
            message = json.loads(self._line.recv(timeout=ANSWER_S))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.faults.append(str(message["params"]["text"]))
            if message.get("id") == self._last:
                assert message["type"] == "success", f"{method}: {message}"
                result: dict[str, Any] = message["result"]
                return result

    def open(self, url: str) -> None:
        """Goes to a page, until it has loaded."""
        self.ask("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def run(self, script: str) -> Any:
        """What a script that is an expression comes to: text, a number, a truth or nothing; promises are waited for."""
        target = {"context": self._tab}
        told = self.ask("script.evaluate", expression=script, target=target, awaitPromise=True)
        assert told["type"] == "success", told
        return told["result"].get("value")

    def press(self, *keys: str) -> None:
        """Presses keys, one after the other, where the cursor is."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self.ask("input.performActions", context=self._tab, actions=[source])

    def click(self, selector: str) -> None:
        """With the mouse, in the middle of the first that is there, once there is one that can be clicked."""
        at = f"document.querySelector({json.dumps(selector + ':not(:disabled)')})"
        self.until(f"{at} !== null", f"{selector} could be clicked")
        where = "(({ left, top, width, height }) => `${left + width / 2} ${top + height / 2}`)"
        x, y = self.run(
            f"{at}.scrollIntoView({{ block: 'center' }}), {where}({at}.getBoundingClientRect())"
        ).split()
        at_it = {"type": "pointerMove", "x": round(float(x)), "y": round(float(y))}
        actions = [at_it, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        source = {"type": "pointer", "id": "mouse", "actions": actions}
        self.ask("input.performActions", context=self._tab, actions=[source])

    def until(self, script: str, what: str) -> None:
        """Waits until a script is true."""
        wait_for(lambda: self.run(f"Boolean({script})"), what)


def wait_for(look: Callable[[], Any], what: str) -> Any:
    """What `look` finds, which must come."""
    until = time.monotonic() + ANSWER_S
    while not (found := look()):
        assert time.monotonic() < until, f"waited in vain until {what}"
        time.sleep(POLL_S)
    return found


@contextmanager
def open_firefox(folder: Path) -> Iterator[Firefox]:
    """A browser with a profile of its own in a folder."""
    (folder / "user.js").write_text(QUIET)
    log = folder / "firefox.log"
    command = [str(FIREFOX), "--headless", "--no-remote", "--remote-debugging-port", "0"]
    with log.open("wb") as said:
        browser = subprocess.Popen(
            [*command, "--profile", str(folder), "about:blank"],
            stdout=said,
            stderr=said,
            start_new_session=True,
            env=os.environ | {"HOME": str(folder)},
        )
    try:
        ready = wait_for(
            lambda: READY.search(log.read_text("utf-8", "replace")), "Firefox listened"
        )
        with connect(f"{ready[1]}/session", max_size=None, proxy=None) as line:
            yield Firefox(line)
    finally:
        os.killpg(browser.pid, signal.SIGTERM)
        browser.wait(timeout=PATIENCE_S)
