"""Games that bring a view of their own: Liar's Dice is played on its board, and a broken view gives way to the usual one."""

import os
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.axe import violations
from tests.page.browser import Person, open_server, resize
from tests.page.screenshots import SIZES
from tests.page.test_languages import data_of
from tests.page.test_picture import MOST, difference, saved, saving, seen

from infoset.cli import main

EXAMPLE = Path(__file__).parents[2] / "examples" / "liars_dice"
OTHERS = ["liars_dice = liars_dice:GAME", "treasure_hunt = treasure_hunt:GAME"]
NEW_GAME = EntryPoint("new-game", "infoset.commands.new_game:command", "infoset.commands")
# By game: its view, None for one that is not there.
VIEWS = {
    "sound": "export default (kit) => ({ Board: () => kit.html`<p class='mine'>my board</p>` })",
    "absent": None,
    "garbled": "export default (",
    "boardless": "export default () => ({})",
    "throwing": "export default () => ({ Board: () => { throw new Error('no board'); } })",
    "speechless": "export default (kit) => ({ Board: () => kit.html`<p class='mine'>my board</p>`,"
    " status: () => { throw new Error('no word'); } })",
    "late": "await new Promise((done) => { globalThis.release = done; });"
    " export default (kit) => ({ Board: () => kit.html`<p class='mine'>my board</p>`,"
    " words: ({ e, by }) => ({ by, text: `${e} in my words` }) })",
    "foreign": "import 'https://example.org/x.js'; export default (kit) => ({ Board: kit.any.Board })",
}
BROKEN = sorted(set(VIEWS) - {"sound", "late"})
WRITTEN = ".log li.turn ol li"
# Dice that do not lie in the cup they belong to.
ASTRAY = """
return [...document.querySelectorAll('.ld-cup')].flatMap((cup) => {
  const box = cup.getBoundingClientRect();
  return [...cup.querySelectorAll('.ld-die')].map((die) => die.getBoundingClientRect())
    .filter((die) => die.width < 10 || die.left < box.left || die.right > box.right || die.top < box.top || die.bottom > box.bottom)
    .map((die) => [die.left, die.top]);
});
"""
MODULE = """
from infoset_games.descriptor import Descriptor

GAMES = [*{names}, "viewless"]
VIEWLESS = Descriptor(rules="odd_games.rules:Viewless")
for name in {names}:
    globals()[name.upper()] = Descriptor(rules=f"odd_games.rules:{{name.title()}}", page=f"odd_games:{{name}}/view.js")
"""
RULES = """
from infoset_games.testing.toys import Leduc

from . import GAMES

for name in GAMES:
    globals()[name.title()] = type(name.title(), (Leduc,), {"name": name, "rules": f"{name}/1.0", "__module__": __name__})
"""


@pytest.fixture(scope="module")
def plugged_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page of a server with games that bring views."""
    folder = tmp_path_factory.mktemp("site")
    package = folder / "odd_games"
    for name, script in VIEWS.items():
        (package / name).mkdir(parents=True)
        if script is not None:
            (package / name / "view.js").write_text(script, encoding="utf-8")
    (package / "__init__.py").write_text(MODULE.format(names=sorted(VIEWS)), encoding="utf-8")
    (package / "rules.py").write_text(RULES, encoding="utf-8")
    (folder / "new").mkdir()
    assert main(["new-game", "treasure_hunt", "--into", str(folder / "new")], [NEW_GAME]) == 0
    about = folder / "odd_games-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-games\nVersion: 1.0\n")
    entries = [f"{name} = odd_games:{name.upper()}" for name in (*VIEWS, "viewless")]
    lines = ["[infoset.games]", *OTHERS, *entries]
    (about / "entry_points.txt").write_text("\n".join(lines))
    with pytest.MonkeyPatch.context() as patch:
        places = [str(folder), str(EXAMPLE), str(folder / "new" / "treasure_hunt")]
        patch.setenv("PYTHONPATH", os.pathsep.join(places), prepend=os.pathsep)
        with open_server(tmp_path_factory.mktemp("plugged"), "replays.embed_on=*") as url:
            yield url


@pytest.fixture
def person(chrome: object, plugged_url: str) -> Iterator[Person]:
    someone = Person(chrome, plugged_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    yield someone
    resize(someone.driver, 1440, 900)


def play_a_hand(person: Person) -> None:
    """Plays one that goes on behind the first bid: the next to speak may call that, which ends it."""
    while person.play().count < 2:
        person.open_room("liars_dice", {"seats": 3, "dice": 2})


def test_the_example_is_played_to_its_end_on_its_own_board(person: Person) -> None:
    person.enter("bluffer")
    person.open_room("liars_dice", {"seats": 3, "dice": 2})
    person.see(".ld-cup .ld-die:not(.covered)")
    covered = person.look(".ld-cup:nth-child(2) .ld-die:not(.covered)")
    assert covered == [], "the dice of another seat are shown"
    play_a_hand(person)
    person.see(".action-bar.end")
    assert person.look(".log .big"), "nobody was called a liar"
    assert person.faults() == []


def test_the_board_of_the_example_is_in_the_picture(person: Person, tmp_path: Path) -> None:
    for someone in saving(person, tmp_path):
        someone.enter("painter")
        someone.open_room("liars_dice", {"seats": 3, "dice": 2})
        someone.play()
        someone.see(".action-bar.end")
        picture = saved(someone, tmp_path, f"{someone.place().split('/')[-1]}.png")
        assert difference(picture, seen(someone)) < MOST
        assert someone.faults() == []


def test_the_example_is_played_in_czech(person: Person) -> None:
    person.enter("hráč", language="cs")
    person.say(
        ".game-card",
        "Každý hází pod kelímkem",
    )
    person.open_room("liars_dice", {"seats": 3, "dice": 2})
    person.say(".ld-cups", "2 kostky")
    person.see(".action-bar.mine .liars-ask")
    if folder := os.environ.get("PICTURES"):
        person.driver.save_screenshot(f"{folder}/liars-cs.png")
    play_a_hand(person)
    person.see(".action-bar.end")
    person.say(".log", "ztrác")
    assert person.faults() == []


@pytest.mark.parametrize("game", ["liars_dice", "treasure_hunt"])
def test_no_word_of_a_board_is_left_in_its_code(game: str, person: Person) -> None:
    person.enter("traveller", language="en-XA")
    person.open_room(game, {})
    person.see(".action-bar.mine button")
    assert person.play().count > 0
    person.see(".action-bar.end")
    title = {game.capitalize().partition("_")[0], *game.split("_")}
    assert person.readable(data_of(person) | title) == []
    assert person.faults() == []


@pytest.mark.parametrize("size", ["desk", "least"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_board_of_the_example_is_readable_and_spoken(
    size: str, theme: str, person: Person
) -> None:
    resize(person.driver, *SIZES[size])
    person.enter("reader", theme)
    person.open_room("liars_dice", {"seats": 4, "dice": 5})
    person.see(".action-bar.mine .liars-ask")
    looks = [*person.too_wide(), *person.unreadable(), *person.unspoken(), *violations(person)]
    if folder := os.environ.get("PICTURES"):
        person.driver.save_screenshot(f"{folder}/liars-{theme}-{size}.png")
    assert looks == []
    assert person.driver.execute_script(ASTRAY) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_new_game_has_a_board_and_is_played_to_its_end(theme: str, person: Person) -> None:
    person.enter("beginner", theme)
    person.open_room("treasure_hunt", {})
    person.say(".my-board .my-seat", "nothing yet")
    looks = [*person.too_wide(), *person.unreadable(), *person.unspoken(), *violations(person)]
    if folder := os.environ.get("PICTURES"):
        person.driver.save_screenshot(f"{folder}/new-{theme}.png")
    assert looks == []
    assert person.play().count > 0
    person.see(".action-bar.end")
    assert person.look(".log .big"), "no cards were shown"
    assert person.faults() == []


def test_a_board_stays_after_the_page_is_loaded_again(person: Person) -> None:
    person.enter("again")
    person.open_room("sound", {})
    person.say(".board-area .mine", "my board")
    person.driver.refresh()
    person.say(".board-area .mine", "my board")
    assert person.look(".board-area [role=alert]") == []


def test_a_frame_without_an_origin_shows_the_board_that_a_game_brings(person: Person) -> None:
    person.enter("framed")
    person.open_room("sound", {})
    person.play()
    person.click(".action-bar.end a[href^='#/replay']")
    person.see(".action-bar.tape")
    match = person.place().split("/")[2]
    assert person.faults() == []
    person.driver.get(f"{person.url}embed/{match}")
    person.say(".board-area .mine", "my board")
    assert person.driver.execute_script("return origin") == "null"
    assert person.faults() == []


@pytest.mark.parametrize("game", BROKEN)
def test_a_broken_view_gives_way_to_the_usual_one_with_a_word(game: str, person: Person) -> None:
    person.enter("unlucky")
    person.open_room(game, {})
    person.say(".board-area [role=alert]", "could not be shown")
    person.say(".board-area", "knows")
    assert person.play().count > 0
    person.see(".action-bar.end")


def test_what_was_written_before_the_view_came_is_said_in_its_words(person: Person) -> None:
    person.enter("early")
    person.open_room("late", {})
    person.click(".action-bar.mine .choices button")
    person.see(WRITTEN)
    assert "in my words" not in person.see(".log").text
    person.driver.execute_script("globalThis.release()")
    person.say(".board-area .mine", "my board")
    person.say(".log", "in my words")
    lines = [one.text for one in person.look(WRITTEN)]
    assert [line for line in lines if "in my words" not in line] == []


def test_a_game_without_a_view_has_the_usual_one_without_a_word(person: Person) -> None:
    person.enter("plain")
    person.open_room("viewless", {})
    person.see(".board-area .panel .tree")
    assert person.look(".board-area [role=alert]") == []
