"""Matches as files: saved from a replay, dropped on the window again; what is no record is refused in words."""

from pathlib import Path

import pygame
import pytest
from tests.games.test_record import record_of
from tests.games.test_steps import GAMES, TERMS, eventful
from tests.gui.conftest import Open

from infoset.errors import CommandError
from infoset.replaying.film import RecordReel
from infoset.replaying.source import load_file
from infoset_games.record import write_record
from infoset_gui.driver import Driver
from infoset_gui.screens.record_file import load_reel, save_record
from infoset_gui.screens.replay import ReplayScreen


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A match of Colonizers in a file."""
    match, _ = eventful(GAMES["colonizers"], TERMS["fallback"], 0)
    file = tmp_path / "match.jsonl"
    file.write_text("".join(f"{line}\n" for line in write_record(record_of(match))), "utf-8")
    return file


def drop(driver: Driver, file: Path) -> None:
    """A file is dragged onto the window."""
    driver.step(pygame.event.Event(pygame.DROPFILE, file=str(file)))


def test_a_record_that_is_dropped_is_shown_without_a_server(window: Open, record: Path) -> None:
    driver = window()
    drop(driver, record)
    driver.wait(lambda: isinstance(driver.app.stage.screen, ReplayScreen), "the replay")
    driver.click("last")
    assert not driver.has("review")  # there is no server to ask
    assert driver.has("eyes/5")  # all, and each seat's


def test_a_saved_match_is_the_same_record(window: Open, record: Path) -> None:
    driver = window()
    stage = driver.app.stage
    save_record(stage, RecordReel(load_file(record)))
    assert (stage.downloads / "m_1.jsonl").read_bytes() == record.read_bytes()
    driver.wait(lambda: any("saved as" in note for note in driver.notes), "a word about it")


@pytest.mark.parametrize("text", ["", "{", "[" * 90_000, '{"form":"infoset-record/1"}'])
def test_what_is_no_record_is_refused_in_words(window: Open, tmp_path: Path, text: str) -> None:
    driver = window()
    (tmp_path / "bad.jsonl").write_text(text, "utf-8")
    drop(driver, tmp_path / "bad.jsonl")
    driver.wait(lambda: any("bad.jsonl: line 1" in note for note in driver.notes), "a refusal")
    drop(driver, tmp_path / "none.jsonl")
    driver.wait(lambda: any("none.jsonl" in note for note in driver.notes), "a refusal")


def test_names_that_no_server_would_send_are_refused(record: Path) -> None:
    record.write_text(record.read_text("utf-8").replace("player 0", "x" * 65), "utf-8")
    with pytest.raises(CommandError, match=r"cannot be played: .*players\.0\.name"):
        load_reel(record)
