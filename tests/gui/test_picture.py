"""A match that is over, saved as a picture of the window by a button or its key."""

from pathlib import Path

import pygame
from tests.gui.conftest import Open, Sit
from tests.gui.test_record_file import drop, record

from infoset_gui.driver import Driver
from infoset_gui.screens.replay import ReplayScreen

__all__ = ["record"]  # a fixture


def saved(driver: Driver) -> list[str]:
    """The pictures among the downloads."""
    return sorted(path.name for path in driver.app.stage.downloads.glob("*.png"))


def test_a_replay_is_saved_as_it_is_seen(window: Open, record: Path) -> None:
    driver = window()
    drop(driver, record)
    driver.wait(lambda: isinstance(driver.app.stage.screen, ReplayScreen), "the replay")
    driver.click("last")
    driver.redraw()
    seen = pygame.image.tobytes(driver.app.surface, "RGB")
    driver.key(pygame.K_F12)
    assert saved(driver) == ["m_1.png"]
    picture = pygame.image.load(driver.app.stage.downloads / "m_1.png")
    assert pygame.image.tobytes(picture, "RGB") == seen
    driver.wait(lambda: any("m_1.png" in note for note in driver.notes), "a word about it")
    driver.click("previous")
    driver.key(pygame.K_F12)
    (middle,) = set(saved(driver)) - {"m_1.png"}
    assert middle.startswith("m_1-")


def pixels(file: Path) -> bytes:
    return pygame.image.tobytes(pygame.image.load(file), "RGB")


def test_the_button_saves_what_is_seen_without_what_is_said_about_the_button(
    window: Open, record: Path
) -> None:
    driver = window(audited=True)
    drop(driver, record)
    driver.wait(lambda: isinstance(driver.app.stage.screen, ReplayScreen), "the replay")
    driver.click("last")
    driver.hover("picture")
    driver.app.stage.memory.hover_since_s = -1.0  # long ago: a word about it is shown
    assert driver.redraw() == []
    assert driver.app.audit is not None
    about = "Save the board as it is seen, as a picture (F12)"
    assert about in " ".join(one.text for one in driver.app.audit.drawn)
    with_words = pygame.image.tobytes(driver.app.surface, "RGB")
    driver.click("picture")
    driver.wait(lambda: any("m_1.png" in note for note in driver.notes), "a word about it")
    kept = pixels(driver.app.stage.downloads / "m_1.png")
    assert kept != with_words
    driver.app.stage.toasts.clear()
    driver.app.stage.memory.forget()
    driver.redraw()
    board = driver.app.surface.subsurface((0, 60, 700, 500))
    picture = pygame.image.load(driver.app.stage.downloads / "m_1.png")
    same = picture.subsurface((0, 60, 700, 500))
    assert pygame.image.tobytes(board, "RGB") == pygame.image.tobytes(same, "RGB")


def test_after_a_match_the_button_is_there_and_before_its_end_it_is_not(
    lobby: Driver, sit: Sit
) -> None:
    table = sit("crossfire", 2, {"preset": "mini"})
    lobby.wait(lambda: table.turn is not None)
    assert not lobby.has("picture")
    lobby.click("resign")
    lobby.click("confirm")
    lobby.click("look")
    lobby.click("picture")
    name = f"{table.match.match_id}.png"
    lobby.wait(lambda: any(name in note for note in lobby.notes), "a word about it")
    assert saved(lobby) == [name]


def test_where_no_match_is_over_the_key_saves_nothing(window: Open) -> None:
    driver = window()
    driver.key(pygame.K_F12)
    assert not driver.app.stage.downloads.exists()


def test_a_picture_that_cannot_be_kept_is_refused_in_words(window: Open, record: Path) -> None:
    driver = window()
    drop(driver, record)
    driver.wait(lambda: isinstance(driver.app.stage.screen, ReplayScreen), "the replay")
    driver.app.stage.downloads.write_text("in the way")
    driver.key(pygame.K_F12)
    driver.wait(lambda: any("cannot be saved" in note for note in driver.notes), "a refusal")
