"""A match that is over, saved as a picture of the window by a key."""

from pathlib import Path

import pygame
from tests.gui.conftest import Open
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
