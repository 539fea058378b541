"""Ladder files: what is taken, and that every refusal names the file, the field and what was expected."""

from pathlib import Path
from typing import Any

import pytest

from infoset_server.config import RoomLimits
from infoset_server.contests.ladder.definition import (
    LadderFileError,
    check_ladder,
    read_ladder_file,
    table_settings,
    with_file,
)
from infoset_server.contests.ladder.template import ladder_text

LEAST: dict[str, Any] = {"game": "crossfire"}


def test_a_game_is_all_that_a_ladder_needs() -> None:
    ladder = check_ladder(LEAST, "x")
    (settings,) = table_settings(ladder, RoomLimits())
    assert settings.is_rated
    assert settings.terms.absent == "forfeit"
    assert settings.terms.clock.kind == "per_move"
    assert not settings.compute


@pytest.mark.parametrize("talk", ["off", "people", "all"])
def test_a_ladder_says_who_talks_at_its_tables(talk: str) -> None:
    (settings,) = table_settings(check_ladder({**LEAST, "talk": talk}, "x"), RoomLimits())
    assert settings.talk == talk
    (usual,) = table_settings(check_ladder(LEAST, "x"), RoomLimits())
    assert usual.talk == "people"


def test_kinds_of_tables_have_options_of_their_own() -> None:
    tables = [{"options": {"seats": 3}, "share": 2}, {"options": {"seats": 4}}]
    ladder = check_ladder({"game": "catan", "options": {"target": 8}, "tables": tables}, "x")
    found = table_settings(ladder, RoomLimits())
    assert [settings.game.seats for settings in found] == [3, 4]
    assert [settings.asked.options["target"] for settings in found] == [8, 8]


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"gmae": "catan"}, "gmae: Extra inputs are not permitted"),
        ({"options": {"preset": "tiny"}}, "options.preset: expected one of"),
        ({"rules": "crossfire/9.9"}, "crossfire/9.9"),
        ({"clock": {"kind": "sand"}}, "clock.kind: "),
        ({"clock": {"kind": "per_move", "move_ms": 1}}, "clock.move_ms: expected at least 50"),
        ({"open_to": ["cats"]}, "open_to.0: "),
        ({"talk": "cats"}, "talk: "),
        ({"best_of": 3, "game": "colonizers"}, "best_of: expected 1 unless"),
        ({"same_deal": True}, "same_deal: expected open_to = []"),
        ({"uploads": True}, "uploads: expected a classroom beside it"),
        ({"uploads": "some", "classroom": "c_7b"}, "uploads: "),
        ({"ends": "2026-12-24T18:00:00"}, "ends: expected a time zone"),
        ({"title": "# practice"}, "title: "),
        ({"tables": [{"share": 0}]}, "tables: expected one with a share above 0"),
        ({"pairing": {"promise": 0, "doubt": 0, "novelty": 0}}, "pairing: expected promise"),
        ({"pairing": {"parallel": 65}}, "pairing.parallel: "),
        ({"options": {"mirror": True}}, "tables: expected two seats or more"),
        ({"anchors": [{"name": "x"}]}, "anchors.0.rating: Field required"),
        ({"matches": 0}, "matches: "),
    ],
)
def test_a_bad_field_is_named(fields: dict[str, Any], complaint: str) -> None:
    with pytest.raises(LadderFileError) as caught:
        check_ladder(LEAST | fields, "open.toml")
    assert str(caught.value).startswith("open.toml: ")
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("Open.toml", 'game = "catan"', "expected a file name of a-z"),
        ("open.toml", "game = ", "open.toml: "),
        ("open.toml", "\udcff", "open.toml: "),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, name: str, text: str, complaint: str) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(LadderFileError, match=complaint):
        read_ladder_file(path)


def test_what_the_template_writes_is_a_ladder(tmp_path: Path) -> None:
    path = tmp_path / "open.toml"
    path.write_text(ladder_text("catan", {"seats": 3}, ["all"], ["bot"], 700), "utf-8")
    ladder = read_ladder_file(path)
    assert (ladder.game, ladder.options, ladder.hosted) == ("catan", {"seats": 3}, "all")
    assert (ladder.open_to, ladder.clock.move_ms) == (("bot",), 700)


def test_the_template_has_the_defaults_where_nobody_has_asked_for_more(tmp_path: Path) -> None:
    path = tmp_path / "open.toml"
    path.write_text(ladder_text("catan", {}, ["all"], ["bot"], 5_000), "utf-8")
    by_itself = check_ladder({"game": "catan", "hosted": "all", "open_to": ["bot"]}, "open")
    assert read_ladder_file(path).to_plain() == by_itself.to_plain()


def test_plain_values_of_a_ladder_make_it_again() -> None:
    given = LEAST | {"ends": "2026-12-24T18:00:00+01:00", "hosted": ["random"], "best_of": 3}
    ladder = check_ladder(given, "x")
    assert check_ladder(ladder.to_plain(), "y") == ladder


def test_conditions_stay_once_there_are_results_and_the_rest_may_change() -> None:
    stored = check_ladder(LEAST | {"rules": "crossfire/1.0", "max_timeouts": 2}, "x")
    now = check_ladder(LEAST | {"max_timeouts": 5, "title": "new", "hosted": "all"}, "x")
    allowed, refused = with_file(now, stored)
    assert refused == ["max_timeouts"]
    assert (allowed.max_timeouts, allowed.rules) == (2, "crossfire/1.0")
    assert (allowed.title, allowed.hosted) == ("new", "all")


def test_an_anchor_is_found_by_name_and_version() -> None:
    anchors = [{"name": "random", "rating": 1500}, {"name": "good", "version": "2", "rating": 1900}]
    ladder = check_ladder(LEAST | {"anchors": anchors}, "x")
    assert ladder.anchor_of("random", "whatever") == 0.0
    assert ladder.anchor_of("good", "2") == pytest.approx(2.3026, abs=1e-4)
    assert ladder.anchor_of("good", "3") is None


def test_uploads_are_written_only_where_they_are_asked_for_and_may_be_later() -> None:
    """A server of an earlier version reads the ladders that do not ask for them."""
    plain = check_ladder(LEAST | {"classroom": "c_7b", "uploads": False}, "x")
    assert "uploads" not in plain.to_plain()
    asked = check_ladder(LEAST | {"classroom": "c_7b", "uploads": True}, "x")
    assert check_ladder(asked.to_plain(), "x") == asked
    assert with_file(asked, plain) == (asked.model_copy(update={"rules": plain.rules}), [])
