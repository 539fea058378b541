"""An organiser has results sent, is shown a secret once, and sees what has become of the messages."""

import re
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from standardwebhooks.webhooks import Webhook
from tests.page.axe import violations
from tests.page.browser import Person, open_server, resize
from tests.page.documents import command, enter_account, fresh, token_of
from tests.page.test_languages import LEFT, LONG, NAMES, WORD
from tests.server.contests.tournaments.files import tournament_file
from tests.server.webhooks.receivers import certificate_in


class Receiver(HTTPServer):
    """Takes all that comes; `received` are headers and body."""

    def __init__(self, certificate: Path) -> None:
        super().__init__(("127.0.0.1", 0), Taking)
        self.received: list[tuple[dict[str, str], bytes]] = []
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate)
        self.socket = context.wrap_socket(self.socket, server_side=True)


class Taking(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        assert isinstance(self.server, Receiver)
        self.server.received.append((dict(self.headers.items()), body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # as the class has it
        """Nothing."""


@contextmanager
def receiving(certificate: Path) -> Iterator[Receiver]:
    receiver = Receiver(certificate)
    thread = threading.Thread(target=receiver.serve_forever)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.shutdown()
        thread.join()
        receiver.server_close()


def test_an_organiser_has_results_sent(chrome: object, tmp_path: Path) -> None:
    certificate = certificate_in(tmp_path, "localhost")
    with receiving(certificate) as receiver:
        settings = (
            f"webhooks.ca_file={certificate}",
            f"webhooks.ports={receiver.server_port}",
            "webhooks.private_networks=127.0.0.0/8,::1",
        )
        data = tmp_path / "data"
        data.mkdir()
        with open_server(data, *settings) as url:
            root = (data / "admin.token").read_text().strip()
            token = token_of(url, root, "Ms Hill", role="organiser")
            file = tournament_file("round_robin", bots=("A", "B"), bot="random")
            command(url, token, "tournament-create", file=file)
            person = Person(chrome, url)  # type: ignore[arg-type]  # the fixture knows no selenium
            person.enter("to be replaced")
            person.go("/webhooks")
            person.say("main", "Log in with the token")
            person.go("/lobby")
            enter_account(person, token)
            person.go("/console")
            person.click("main a", "Results to an address")
            person.say("main", "No results are sent anywhere yet")
            there = f"https://localhost:{receiver.server_port}/results"
            person.see("input[name=name]").send_keys("cup")
            person.see("input[name=url]").send_keys(there)
            person.press("Send them there")
            secret = person.see("dialog code.secret").text
            assert secret.startswith("whsec_")
            person.press("I have kept it")
            person.say(".webhook", there)
            person.press("Send a test")
            person.until(lambda: receiver.received, "the test arrived")
            headers, body = receiver.received[0]
            Webhook(secret).verify(body, headers)
            command(url, token, "tournament-start", tournament="cup")
            person.until(lambda: len(receiver.received) == 2, "the result arrived")
            headers, body = receiver.received[1]
            event = Webhook(secret).verify(body, headers)
            person.press("Messages")
            person.say(".webhook td a", event["data"]["match"])
            person.click(".webhook tbody tr:first-child button", "Send again")
            person.until(lambda: len(receiver.received) == 3, "it was sent again")
            assert receiver.received[2][0]["webhook-id"] == headers["webhook-id"]
            person.driver.refresh()
            person.say(".webhook", "2 arrived")
            assert secret not in person.driver.page_source
            assert person.too_wide() == []
            person.driver.execute_script("window.confirm = () => true")
            person.press("New secret")
            renewed = person.see("dialog code.secret").text
            assert renewed != secret
            person.press("I have kept it")
            person.press("Send a test")
            person.until(lambda: len(receiver.received) == 4, "another test arrived")
            for known in (secret, renewed):
                Webhook(known).verify(receiver.received[3][1], receiver.received[3][0])
            person.press("Remove")
            person.say("main", "No results are sent anywhere yet")
            assert person.faults() == []


def test_what_is_refused_is_said_beside_it(chrome: object, page_url: str, page_data: Path) -> None:
    root = (page_data / "admin.token").read_text().strip()
    token = token_of(page_url, root, fresh("ms_wood"), role="organiser")
    cup = fresh("cup")
    file = tournament_file("round_robin", bot="random").replace('id = "cup"', f'id = "{cup}"')
    command(page_url, token, "tournament-create", file=file)
    person = Person(chrome, page_url)  # type: ignore[arg-type]
    person.enter("to be replaced")
    enter_account(person, token)
    person.go("/webhooks")
    person.see("input[name=name]").send_keys("nobodys")
    person.see("input[name=url]").send_keys("https://club.invalid/")
    person.press("Send them there")
    person.say("[role=alert]", "There is no tournament nobodys")
    person.see("input[name=name]").clear()
    person.see("input[name=name]").send_keys(cup)
    person.press("Send them there")
    person.press("I have kept it")
    person.press("Send a test")
    person.say(".webhook [role=alert]", "The test did not arrive")
    person.press("Messages")
    person.say(".webhook td", "given up")
    person.driver.execute_script("window.confirm = () => true")
    person.press("Remove")
    person.until(lambda: not person.look(".webhook"), "it was removed")
    person.faults()


@pytest.mark.parametrize("language", ["en", LONG, LEFT])
def test_all_its_words_come_from_catalogues_and_it_fits_anywhere(
    chrome: object, page_url: str, page_data: Path, language: str
) -> None:
    root = (page_data / "admin.token").read_text().strip()
    token = token_of(page_url, root, fresh("ms_ford"), role="organiser")
    cup = fresh("cup")
    file = tournament_file("round_robin", bot="random").replace('id = "cup"', f'id = "{cup}"')
    command(page_url, token, "tournament-create", file=file)
    command(page_url, token, "webhook-add", tournament=cup, url="https://club.invalid/results")
    person = Person(chrome, page_url)  # type: ignore[arg-type]
    person.enter("traveller", language=language)
    account = f"page.account.value = {{kind: 'token', token: '{token}'}}"
    person.module("net/app.js", account)
    try:
        for width, height in ((1280, 800), (390, 844)):
            resize(person.driver, width, height)
            person.go("/lobby")
            person.see(".game-card")
            person.go("/webhooks")
            person.click(".webhook button[aria-expanded]")
            person.see(".webhook p.small")
            person.until(lambda: not person.look(".toasts *"), "what was said is gone")
            assert person.too_wide() == []
            assert [*person.unreadable(), *person.unspoken()] == []
            if language == "en":
                assert violations(person) == []
            elif language == LONG:
                shown = f"{NAMES} https://club.invalid/results https://club.example/results {cup}"
                assert person.readable(re.findall(WORD, shown)) == []
    finally:
        resize(person.driver, 1440, 900)
    assert person.faults() == []
