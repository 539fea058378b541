"""Records: written, read back, and refused where the rules would not have had them."""

import json
from typing import Any

import pytest
from tests.games.test_steps import GAMES, TERMS, eventful

from infoset_games.core import Json
from infoset_games.game import Game
from infoset_games.luck import seed_commitment
from infoset_games.match import Match
from infoset_games.record import Record, read_record, write_record
from infoset_games.steps import RecordError


def known(name: str, options: dict[str, Json], rules: str) -> Game:
    """The game of a record."""
    game = GAMES[name]
    if (game.options(), game.rules) != (options, rules):
        raise ValueError(f"no {rules} with these options here")
    return game


def record_of(match: Match, with_seed: bool = True) -> Record:
    players = tuple({"name": f"player {seat}"} for seat in range(match.game.seats))
    return Record(
        match.game,
        match.terms,
        match.deal,
        players,
        tuple(match.steps),
        seed_commitment(match.seed),
        match.seed if with_seed else None,
        {"match_id": "m_1", "at_ms": 1_000},
    )


@pytest.mark.parametrize("terms", TERMS)
@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_read_back_and_written_again_byte_for_byte(name: str, terms: str) -> None:
    for seed in range(15):
        match, _ = eventful(GAMES[name], TERMS[terms], seed)
        lines = list(write_record(record_of(match)))
        again = read_record([f"{line}\n" for line in lines], known)
        assert again.steps == tuple(match.steps)
        assert again.about == {"match_id": "m_1", "at_ms": 1_000}
        assert list(write_record(again)) == lines


def test_a_match_that_runs_has_no_last_line_and_tells_no_seed() -> None:
    match = Match(GAMES["colonizers"], TERMS["fallback"], "a secret")
    match.start(0)
    lines = list(write_record(record_of(match, with_seed=False)))
    assert len(lines) == 2
    assert "a secret" not in "".join(lines)
    assert read_record(lines, known).seed is None


def test_actions_and_chance_stand_in_the_notation_of_the_game() -> None:
    match, _ = eventful(GAMES["colonizers"], TERMS["fallback"], 0)
    first, second = (json.loads(line) for line in list(write_record(record_of(match)))[1:3])
    assert first["step"] == "start"
    assert first["chance"][0][0] == "shuffle"
    assert (second["step"], second["a"][0]) in (("act", "pick"), ("miss", "pick"))


def test_playing_a_record_gives_every_position_and_what_was_told() -> None:
    match, told = eventful(GAMES["leduc"], TERMS["fallback"], 3)
    played = list(record_of(match).play())
    assert [step for step, _, _ in played] == match.steps
    views = [notice for _, _, notices in played for notice in notices]
    assert [type(notice) for notice in views if type(notice).__name__ == "Told"] == [
        type(notice) for notice in told if type(notice).__name__ == "Told"
    ]


def tampered(lines: list[str], number: int, **changes: Any) -> list[str]:
    plain = json.loads(lines[number - 1]) | changes
    plain = {name: value for name, value in plain.items() if value is not None}
    return [*lines[: number - 1], json.dumps(plain, separators=(",", ":")), *lines[number:]]


@pytest.mark.parametrize(
    ("number", "changes", "named"),
    [
        (1, {"form": "other"}, "line 1"),
        (1, {"rules": "leduc/0.1"}, "line 1: .*no leduc/0.1"),
        (1, {"deal": {"first": 7}}, "line 1"),
        (1, {"match_id": "\ud800"}, "line 1: .*surrogates not allowed"),
        (1, {"clock": {"kind": "none", "tick": 1}}, "line 1"),
        (1, {"players": None}, "line 1: KeyError: 'players'"),
        (1, {"players": [1, 2]}, "line 1: ValueError: players: expected a list of 2 objects"),
        (1, {"players": [{"name": "Ada"}]}, "line 1: ValueError: players: expected a list of 2"),
        (1, {"players": [{"name": "Ada"}, {}]}, "line 1: ValueError: players: expected a list"),
        (-1, {"returns": [True, 1]}, "the rules give"),
        (2, {"drawn": []}, "line 2: step 1: less chance"),
        (2, {"chance": [["card", 5], ["card", 5]]}, "line 2: the rules give"),
        (3, {"i": 9}, "line 3: the rules give"),
        (3, {"seat": 0}, "line 3"),
        (3, {"a": ["dance"]}, "line 3"),
        (3, {"step": "dance"}, "line 3: `step`: expected one of start, act"),
        (3, {"a": None}, "line 3: 'a'"),
        (-1, {"places": [1, 1, 1]}, "the rules give"),
        (-1, {"seed": "another"}, "the seed is not the one"),
    ],
)
def test_a_changed_line_is_refused_with_its_number(
    number: int, changes: dict[str, Any], named: str
) -> None:
    match, _ = eventful(GAMES["leduc"], TERMS["fallback"], 3)
    lines = list(write_record(record_of(match)))
    place = number if number > 0 else len(lines)
    with pytest.raises(RecordError, match=named):
        read_record(tampered(lines, place, **changes), known)


def test_numbers_may_be_written_as_other_languages_write_them() -> None:
    match, _ = eventful(GAMES["leduc"], TERMS["fallback"], 3)
    lines = list(write_record(record_of(match)))
    assert "1.0" in lines[-1] or "0.0" in lines[-1]
    others = [line.replace(".0,", ",").replace(".0]", "]").replace(",", ", ") for line in lines]
    assert others != lines
    assert list(write_record(read_record(others, known))) == lines


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e400", "9" * 5000, "[" * 90_000])
def test_what_is_no_number_or_too_deep_is_refused_with_its_line(number: str) -> None:
    match, _ = eventful(GAMES["leduc"], TERMS["fallback"], 3)
    lines = list(write_record(record_of(match)))
    head, _, rest = lines[2].partition('"ms":')
    lines[2] = f'{head}"ms":{number},{rest.partition(",")[2]}'
    with pytest.raises(RecordError, match="line 3: "):
        read_record(lines, known)


@pytest.mark.parametrize("text", ["", "no json", "[1]", '{"form":"infoset-record/1"}'])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="line 1"):
        read_record(text.splitlines(), known)


def test_who_played_berserk_stands_in_the_record_and_nowhere_else() -> None:
    match, _ = eventful(GAMES["leduc"], TERMS["berserk"], 3)
    record = read_record(list(write_record(record_of(match))), known)
    assert record.terms.berserk == (1,)
    *_, (_, end, _) = record.play()
    assert end.banks_ms() == match.banks_ms()
    usual, _ = eventful(GAMES["leduc"], TERMS["fallback"], 3)
    assert "berserk" not in next(write_record(record_of(usual)))


@pytest.mark.parametrize("seats", [[2], [-1], [1, 0], [1, 1], ["1"], 1, [], "1"])
def test_seats_that_cannot_have_played_berserk_are_refused(seats: Any) -> None:
    match, _ = eventful(GAMES["leduc"], TERMS["berserk"], 3)
    lines = list(write_record(record_of(match)))
    with pytest.raises(RecordError, match="line 1"):
        read_record(tampered(lines, 1, berserk=seats), known)
