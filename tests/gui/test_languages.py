"""The window in every language: chosen in settings, all letters there, and no word that has not come from a catalogue."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from pygame import Rect
from tests.gui.conftest import Open, ServerThread
from tests.page.catalogues import LANGUAGES, pairs
from tests.page.catalogues import read as messages_of

import infoset_gui
from infoset.wording import LANGUAGE_VARIABLE, say, speak
from infoset_gui.driver import Driver
from infoset_gui.kit.letters import Letters
from infoset_gui.kit.type import STYLES, file_of
from infoset_gui.preferences import load, read

PSEUDO = "en-XA"
SIZES = ((1024, 640), (1366, 768))
WORD = re.compile(r"[a-z]{3,}")  # the pseudo-language has none of these letters
# What no catalogue says: names, addresses, what a server tells of its bots, notation.
OTHERS = re.compile(
    r"Infoset|Ada|Ben|Blue|Cleo|Dora|Catan|Colonizers|Crossfire|infoset://\S+|\w+/\d\.\d|python|helper|\.py|\(Esc\)"
)
GUI = Path(infoset_gui.__file__).parent
# Modules that draw no words of their own: tools of tests, the command line, and the boards, which have a test of their own.
NOT_SEEN = ("views/", "gallery.py", "driver.py", "command.py")
CAPITAL = re.compile(r"(?<![A-Za-z/])[A-Z][a-z]{2,}")
NAMES = {"Infoset", "Blue", "Dora", "Ann", "Ben", "Cleo", "Downloads", " (Esc)"}
# What draws or tells words, and which argument they are.
SHOWS = {
    "say": 0,
    "note": 0,
    "news": 0,
    "_news": 0,
    "text": 0,
    "paragraph": 0,
    "draw_bar": 1,
    "hint": 2,
    "region": 2,
    "button": 3,
    "toggle": 3,
    "draw_empty": 3,
    "icon_button": 4,
}


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    speak("en")


def drawn(driver: Driver) -> list[tuple[str, Rect]]:
    """Every text of the picture with its place."""
    assert driver.app.audit is not None
    assert driver.app.audit.drawn
    return [(one.text, one.box) for one in driver.app.audit.drawn]


def check(driver: Driver, *, only: Rect | None = None, known: str = "") -> None:
    """Nothing is cut or covered, and no word is readable but what is `known`; `only` in a part of the picture."""
    for size in SIZES:
        driver.app.resize(size)
        assert driver.redraw() == [], size
        for text, box in drawn(driver):
            rest = OTHERS.sub("", re.sub(known, "", text) if known else text)
            if only is None or only.contains(box):
                assert not WORD.search(rest), f"{text!r} has not come from a catalogue"
    driver.app.resize(SIZES[0])
    driver.redraw()


@pytest.fixture
def pseudo(window: Open, server: ServerThread, monkeypatch: pytest.MonkeyPatch) -> Driver:
    """A window that speaks the pseudo-language, before it has gone anywhere."""
    monkeypatch.setenv(LANGUAGE_VARIABLE, PSEUDO)
    return window(url=server.url, audited=True)


def test_all_screens_before_a_match_speak_the_language(pseudo: Driver) -> None:
    driver = pseudo
    driver.click("with token")
    check(driver)
    driver.click("with token")
    for name in ("settings", "at a board"):
        driver.click(name)
        check(driver)
        driver.click("back")
    driver.click("connect")
    driver.wait(lambda: driver.has("play colonizers"))
    check(driver)
    driver.click("join with a code")
    check(driver)
    driver.click("cancel")
    for name in ("mine", "replays", "ladders", "tournaments"):
        driver.click(name)
        driver.wait(lambda: not driver.app.ui.is_moving)
        check(driver)
        driver.click("back")
    driver.click("seek catan")
    check(driver)
    driver.click("look for opponents")
    driver.wait(lambda: driver.has("stop looking"))
    check(driver)
    driver.click("back")


def test_a_room_and_its_forms_speak_the_language(pseudo: Driver) -> None:
    driver = pseudo
    driver.click("connect")
    for game in ("colonizers", "catan", "crossfire"):
        driver.click(f"new {game}")
        check(driver)
        if game != "crossfire":
            driver.click("back")
    driver.click("create")
    driver.wait(lambda: driver.has("ready"))
    check(driver)
    bots = driver.app.stage.session.bots
    told = "|".join(re.escape(text) for bot in bots for text in (bot.bot, bot.about) if text)
    for opens, closes, known in (
        ("bot 1", "close", told),
        ("options", "cancel", ""),
        ("guest 1", "cancel", ""),
    ):
        driver.click(opens)
        check(driver, known=known)
        driver.click(closes)


def test_what_stands_around_a_match_speaks_the_language(pseudo: Driver) -> None:
    driver = pseudo
    driver.click("connect")
    driver.click("play crossfire")
    driver.wait(lambda: driver.has("send orders"))
    ui = driver.app.ui
    check(driver, only=Rect(0, ui.u(32), 4 * SIZES[-1][0], ui.u(20)))  # words below the tools
    for tab in ("chat", "help"):
        driver.click(f"tab/{tab}")
        driver.redraw()
        side = ui.u(250)
        for text, box in drawn(driver):
            if box.left > SIZES[0][0] - side and box.top > ui.u(56):
                assert not WORD.search(OTHERS.sub("", text)), text
    driver.click("back")
    check(driver)  # whether to leave is asked
    driver.click("cancel")
    driver.click("resign")
    check(driver)
    driver.click("confirm")
    driver.wait(lambda: driver.has("leave"))
    assert say("match-reason-resign") in [text for text, _ in drawn(driver)]
    driver.click("leave")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_is_too_long_for_the_screens(
    window: Open, server: ServerThread, language: str
) -> None:
    driver = window(url=server.url, audited=True, language=language)
    for name in ("settings", "at a board"):
        driver.click(name)
        assert driver.redraw() == []
        driver.click("back")
    driver.click("connect")
    driver.wait(lambda: driver.has("play colonizers"))
    assert driver.redraw() == []
    driver.click("new catan")
    assert driver.redraw() == []
    driver.click("create")
    driver.wait(lambda: driver.has("ready"))
    assert driver.redraw() == []


def test_the_language_is_chosen_in_the_settings_and_kept(window: Open, tmp_path: Path) -> None:
    driver = window(audited=True)
    driver.click("settings")
    shown = {text for text, _ in drawn(driver)}
    assert {"Settings", "Language", "As the computer"} <= shown
    driver.click("language/more")
    driver.redraw()
    assert {"Nastavení", "Jazyk", "Čeština", "Zpět"} <= {text for text, _ in drawn(driver)}
    assert load(tmp_path).language == "cs"
    driver.click("language/less")
    driver.redraw()
    assert "Settings" in {text for text, _ in drawn(driver)}
    assert load(tmp_path).language == ""


def test_a_language_without_words_is_as_none() -> None:
    assert read({"language": "xx"}).language == ""
    assert read({"language": "de"}).language == "de"


def test_our_own_fonts_have_every_letter_of_the_catalogues() -> None:
    pygame.font.init()
    texts = [
        path.read_text("utf-8")
        for _, english, others in pairs()
        for path in (english, *others.values())
    ]
    letters = {letter for text in texts for letter in text if letter.isalpha()}
    letters |= set("ěščřžýáíéúůďťňľĺŕôäöüßĚŠČŘŽÝÁÍÉÚŮĎŤŇĽĹŔÔÄÖÜẞ")
    for weight in sorted({weight for weight, _ in STYLES.values()}):
        own = Letters([file_of(weight)])
        assert {letter for letter in letters if not own.has(letter)} == set(), weight


def sources() -> Iterator[tuple[str, ast.Module]]:
    """The modules whose words people read, by name."""
    for file in sorted(GUI.rglob("*.py")):
        name = file.relative_to(GUI).as_posix()
        if not name.startswith(NOT_SEEN):
            yield name, ast.parse(file.read_text("utf-8"))


def is_written(node: ast.expr) -> bool:
    """Is it a text with words in it, written down in the source?"""
    if isinstance(node, ast.JoinedStr):
        return any(is_written(part) for part in node.values)
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and bool(re.search(r"[A-Za-z]{2,} [A-Za-z]{2,}|^[A-Z][a-z]+", node.value))
    )


def test_no_screen_draws_or_says_what_is_written_in_its_source() -> None:
    for name, tree in sources():
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            function = call.func
            called = (
                function.attr
                if isinstance(function, ast.Attribute)
                else getattr(function, "id", "")
            )
            place = SHOWS.get(called)
            if place is not None and len(call.args) > place:
                words = call.args[place]
                is_name = isinstance(words, ast.Constant) and words.value in NAMES
                assert is_name or not is_written(words), (
                    f"{name}:{call.lineno}: {ast.unparse(words)}"
                )


def not_shown(node: ast.AST) -> list[ast.expr | None]:
    """What is a docstring, a type, or the name of one."""
    match node:
        case ast.Expr():
            return [node.value]
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return [node.returns]
        case ast.arg():
            return [node.annotation]
        case ast.Call(func=ast.Name(id="TypeVar")):
            return list(node.args)
        case _:
            return []


def test_no_source_of_a_screen_has_words_of_its_own() -> None:
    for name, tree in sources():
        if not name.startswith(("screens/", "net/", "stage.py", "table.py", "house_bots.py")):
            continue
        hidden = {id(part) for node in ast.walk(tree) for part in not_shown(node)}
        found = [
            f"{name}:{node.lineno}: {node.value}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in hidden
            and node.value not in NAMES
            and CAPITAL.search(node.value)
        ]
        assert found == []


def test_every_message_is_given_what_it_takes() -> None:
    messages = {key: one for _, english, _ in pairs() for key, one in messages_of(english).items()}
    for name, tree in sources():
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            if getattr(call.func, "id", "") != "say" or not isinstance(call.args[0], ast.Constant):
                continue
            key = str(call.args[0].value)
            given = {keyword.arg for keyword in call.keywords}
            wanted = messages[key].shown | messages[key].chosen
            assert given == wanted, f"{name}:{call.lineno}: {key} takes {sorted(wanted)}"
