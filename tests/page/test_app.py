"""The page as an app: what a browser wants of one, and what it shows while the server is away."""

import json
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person, open_browser, open_server
from tests.page.catalogues import LANGUAGES
from tests.ports import lasting_port

KEEP = "localStorage.setItem('infoset.settings', arguments[0])"
READY = """
const done = arguments[arguments.length - 1];
navigator.serviceWorker.ready.then(async () => done(await caches.keys()));
"""
KEPT = """
const done = arguments[arguments.length - 1];
(async () => {
  const kept = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) kept.push(new URL(request.url).pathname.split("/").at(-1));
  return kept.sort();
})().then(done);
"""
OLDER = """
const done = arguments[arguments.length - 1];
(async () => {
  await caches.open("infoset of an older version");
  await (await navigator.serviceWorker.ready).unregister();
})().then(done);
"""


def test_a_browser_finds_nothing_that_keeps_it_from_installing(
    chrome: object, page_url: str
) -> None:
    person = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    person.enter("installer")
    found = person.driver.execute_cdp_cmd("Page.getAppManifest", {})
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    errors = person.driver.execute_cdp_cmd("Page.getInstallabilityErrors", {})
    assert errors["installabilityErrors"] == []
    assert person.faults() == []


def test_the_manifest_is_in_the_language_that_is_spoken(chrome: object, page_url: str) -> None:
    person = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    for language, about, mine in (
        ("cs", "Deskové hry se skrytými informacemi", "Moje hry"),
        ("de", "Brettspiele mit verdeckter Information", "Meine Spiele"),
    ):
        person.enter("installer", language=language)
        found = person.driver.execute_cdp_cmd("Page.getAppManifest", {})
        assert found["errors"] == []
        manifest = json.loads(found["data"])
        assert (manifest["lang"], manifest["description"]) == (language, about)
        assert [one["name"] for one in manifest["shortcuts"]] == [mine]
        assert manifest["id"] == "infoset"  # one app, whatever it speaks
    assert person.faults() == []


# What is said of the server and of the device, by language: these words do not come from a catalogue.
AWAY = {
    "en": ("The server does not answer", "This device is offline"),
    "cs": ("Server neodpovídá", "Toto zařízení je offline"),
    "sk": ("Server neodpovedá", "Toto zariadenie je offline"),
    "de": ("Der Server antwortet nicht", "Dieses Gerät"),
}


def test_words_for_when_the_server_is_away_are_there_in_all_languages() -> None:
    assert set(AWAY) == set(LANGUAGES)


@pytest.mark.parametrize("language", ["en", "sk"])
def test_while_the_server_is_away_the_page_says_so_and_why(tmp_path: Path, language: str) -> None:
    port = lasting_port()
    with open_browser() as driver:
        with open_server(tmp_path, port=port) as url:
            person = Person(driver, url)
            person.enter("patient", language=language)
            driver.execute_async_script(READY)
        driver.get(url)
        of_server, of_device = AWAY[language]
        person.say("#why", of_server)
        said = [person.see(part).text for part in ("#about", "#again")]
        emulate = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        driver.execute_cdp_cmd("Network.enable", {})
        driver.execute_cdp_cmd("Network.emulateNetworkConditions", emulate)
        person.say("#why", of_device)
        for other in set(AWAY) - {language}:
            settings = json.dumps({"language": other})
            driver.execute_script(KEEP, settings)
            driver.refresh()
            person.say("#why", AWAY[other][1])
            assert person.see("html").get_attribute("lang") == other
            assert not {person.see(part).text for part in ("#about", "#again")} & set(said)
        assert person.unreadable() == []
        driver.execute_cdp_cmd("Network.emulateNetworkConditions", emulate | {"offline": False})
        with open_server(tmp_path, port=port):
            person.click("#again")
            person.see(".game-card")  # the guest of before, with the name that the device knows
        person.faults()


def test_nothing_is_kept_but_the_page_that_says_so_and_no_older_one(
    chrome: object, page_url: str
) -> None:
    person = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    person.enter("sparing")
    person.driver.execute_async_script(READY)
    person.go("/ladder")
    person.say("h1", "Ladders")
    person.driver.execute_async_script(OLDER)
    person.driver.refresh()
    person.see("h1")
    person.until(
        lambda: len(person.driver.execute_async_script(READY)) == 1, "the older one was dropped"
    )
    kept = person.driver.execute_async_script(KEPT)
    assert kept == ["logo.svg", "offline.html", "offline.js", "page.css"]
    assert person.faults() == []
