"""A match in a frame of another site: seen where the host allows it, shut in everywhere, and nothing else in any frame."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from tests.page.browser import Person, open_server

HOST = """<!doctype html><title>{title}</title>
<iframe id="match" src="{url}embed/{match}" width="900" height="700"></iframe>
<iframe id="page" src="{url}#/lobby" width="400" height="300"></iframe>"""

# What a script in the frame can reach. Everything of it has to fail.
REACH = """
const tries = {
  storage: () => localStorage.length, session: () => sessionStorage.length, cookies: () => document.cookie,
  parent: () => parent.document.title, top: () => { top.location.href = "about:blank"; },
};
const done = {};
for (const [name, run] of Object.entries(tries)) {
  try { run(); done[name] = "reached"; } catch (error) { done[name] = error.name; }
}
done.opened = window.open("about:blank") === null ? "none" : "reached";
return done;
"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder and says nothing."""

    def log_message(self, format: str, *_: object) -> None:
        """Nothing."""


@contextmanager
def site(folder: Path) -> Iterator[str]:
    """Another site, with the files of a folder; yields its address."""
    folder.mkdir(exist_ok=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def speak(driver: Chrome, languages: str) -> None:
    """From now on the browser wants these languages."""
    agent = driver.execute_script("return navigator.userAgent")
    asked = {"userAgent": agent, "acceptLanguage": languages}
    driver.execute_cdp_cmd("Emulation.setUserAgentOverride", asked)


def played(person: Person) -> str:
    """A match that a guest has played; its id."""
    person.enter("framed")
    person.open_room("colonizers", {"colony": 1})
    person.play()
    person.click(".action-bar.end a[href^='#/replay']")
    person.see(".action-bar.tape")
    return person.place().split("/")[2]


def test_a_match_is_framed_where_it_may_be_and_is_shut_in(chrome: object, tmp_path: Path) -> None:
    friend, stranger = tmp_path / "friend", tmp_path / "stranger"
    (tmp_path / "data").mkdir()
    with site(friend) as ours, site(stranger) as theirs:
        settings = (f"replays.embed_on={ours}", "rates.msgs_per_s=2000")
        with open_server(tmp_path / "data", *settings) as url:
            person = Person(chrome, url)  # type: ignore[arg-type]  # the fixture knows no selenium
            match = played(person)
            driver = person.driver
            for folder in (friend, stranger):
                text = HOST.format(title="host", url=url, match=match)
                (folder / "index.html").write_text(text, "utf-8")
            person.faults()
            driver.get(ours)
            driver.switch_to.frame(driver.find_element(By.ID, "match"))
            person.say(".turn-word", "over")
            assert len(person.look(".colony")) == 4
            person.click("button[aria-label='One back']")
            person.until(
                lambda: "over" not in person.see(".turn-word").text, "the tape went one back"
            )
            reached = driver.execute_script(REACH)
            assert "reached" not in reached.values(), reached
            driver.switch_to.default_content()
            assert driver.title == "host"
            driver.switch_to.frame(driver.find_element(By.ID, "page"))
            assert person.look(".door-form, .frame-head") == []
            driver.switch_to.default_content()
            faults = [one for one in person.faults() if "favicon" not in one]
            assert all("frame" in one.lower() for one in faults), faults
            driver.get(theirs)
            for frame in ("match", "page"):
                driver.switch_to.frame(driver.find_element(By.ID, frame))
                assert person.look(".table, .door-form, .overlay-word") == [], frame
                driver.switch_to.default_content()
            refused = person.faults()
            assert sum("frame-ancestors" in fault for fault in refused) == 2, refused
            try:
                speak(driver, "de")
                driver.get(f"{url}embed/{match}")
                person.see("button[aria-label='Einen zurück']")
                assert person.see("html").get_attribute("lang") == "de"
                assert driver.title == "Eine Partie · Infoset"  # before there was a catalogue
                driver.get(f"{url}embed/{match}?lang=cs")  # what the site around wants
                person.see("button[aria-label$='krok zpět']")
                assert person.see("html").get_attribute("lang") == "cs"
            finally:
                speak(driver, "en-US,en")
            driver.get(f"{url}embed/m_none")
            person.say(".overlay-word", "no such match for everybody")
            person.faults()
