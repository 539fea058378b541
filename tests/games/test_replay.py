"""Logs and fingerprints: a play as data, played again."""

import json

import pytest

from infoset_games.core import OVER
from infoset_games.replay import Log, canonical, digest, random_log, replay, state_hash
from infoset_games.testing.toys import Ambush, Leduc


@pytest.mark.parametrize("game", [Leduc(), Ambush(seats=3)], ids=["sequential", "simultaneous"])
def test_a_log_survives_json_and_replays_to_the_end(game: Leduc | Ambush) -> None:
    log = random_log(game, "a play", max_plies=100)
    again = Log.from_plain(json.loads(json.dumps(log.to_plain())))
    assert again == log
    states = list(replay(game, again))
    assert len(states) == len(log.joints) + 1
    assert states[-1].mover() == OVER
    assert [state_hash(state) for state in states] == [
        state_hash(state) for state in replay(game, log)
    ]


def test_replayed_positions_belong_to_the_caller() -> None:
    game = Leduc()
    log = random_log(game, "a play", max_plies=100)
    first = next(replay(game, log))
    before = state_hash(first)
    list(replay(game, log))
    assert state_hash(first) == before


def test_equal_seeds_name_equal_plays() -> None:
    one, other, third = (random_log(Ambush(), seed, 100) for seed in ("1", "1", "2"))
    assert one == other
    assert one != third


def test_a_play_without_an_end_is_reported() -> None:
    with pytest.raises(RuntimeError, match="ambush, seed 'long': no end after 2 plies"):
        random_log(Ambush(rounds=5), "long", max_plies=2)


def test_the_canonical_text_does_not_depend_on_the_order_of_keys() -> None:
    assert canonical({"b": [1, 2], "a": "é"}) == '{"a":"é","b":[1,2]}'
    assert digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1})
    assert digest({"a": 1}) != digest({"a": 2})
    assert len(digest({})) == 32


def test_what_is_no_json_number_has_no_canonical_text() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical([float("nan")])
