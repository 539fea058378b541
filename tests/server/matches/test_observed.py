"""Observations that a game writes itself are, byte for byte, what the codec makes of their plain values."""

from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from infoset_games.colonizers.game import Colonizers
from infoset_games.core import CHANCE, State
from infoset_games.rng import Rng
from infoset_games.writing import word
from infoset_protocol.codec import Encoding, Prepared, encode
from infoset_server.matches.observed import WrittenObservation
from infoset_server.matches.value_writers import JsonWriter, MsgpackWriter

VIEWERS = (0, 1, 2, 3, None)
OPTIONS: list[dict[str, Any]] = [{}, {"legacy": True}, {"colony": 2, "copies": [6] * 8 + [0] * 8}]


def positions(game: Colonizers, seed: str) -> Iterator[State]:
    """Every position of a random play, from before the first shuffle to the end."""
    rng = Rng(seed)
    state: State = game.begin(rng)
    yield state
    while state.result() is None:
        mover = state.mover()
        if mover == CHANCE:
            action = state.sample_chance(rng)
        else:
            action = state.legal(mover).draw(rng)
        state = state.copy()
        state.apply({mover: action})
        yield state


@pytest.mark.parametrize("options", OPTIONS)
def test_what_a_game_writes_is_what_the_codec_makes_of_its_plain_values(
    options: dict[str, Any],
) -> None:
    game = Colonizers(**options)
    for state in positions(game, "written"):
        for viewer in VIEWERS:
            observation = state.observe(viewer)
            written = WrittenObservation(game, observation)
            plain = game.write_observation(observation)
            assert written.plain() == plain
            for encoding in Encoding:
                message = {"type": "your_turn", "obs": plain, "clock": [1, 2]}
                expected = encode(message, encoding)
                assert encode(message | {"obs": written}, encoding) == expected
                again = Prepared(message | {"obs": written})  # by now it is written
                assert again.frame_body(encoding) == expected
                assert again.plain == message


@pytest.mark.parametrize(
    "number", [0, 9, 10, 99, 100, 127, 128, 255, 256, 1 << 40, -1, -2, -32, -33, -200, -(1 << 40)]
)
def test_numbers_of_any_size_are_written_in_shortest_form(number: int) -> None:
    key = word("value")
    json, msgpack = JsonWriter(), MsgpackWriter()
    for out in json, msgpack:
        out.begin_object(1)
        out.key(key)
        out.number(number)
        out.end_object()
    assert json.value() == b'{"value":%d}' % number
    plain = {"type": number}
    assert msgpack.value()[len(b"\x81\xa5value") :] == encode(plain, Encoding.MSGPACK)[6:]


@pytest.mark.parametrize("size", [0, 1, 15, 16, 300])
def test_lists_of_any_length_are_written_in_shortest_form(size: int) -> None:
    json, msgpack = JsonWriter(), MsgpackWriter()
    for out in json, msgpack:
        out.begin_list(size)
        for _ in range(size):
            out.begin_list(0)
            out.end_list()
        out.end_list()
    assert json.value() == orjson.dumps([[]] * size)
    plain: dict[str, Any] = {"type": [[]] * size}
    assert msgpack.value() == encode(plain, Encoding.MSGPACK)[6:]


def test_words_that_come_late_are_written_with_the_right_text() -> None:
    late = word('a "quoted" word that nobody has written before')
    out = JsonWriter()
    out.begin_list(1)
    out.text(late)
    out.end_list()
    assert out.value() == b'["a \\"quoted\\" word that nobody has written before"]'
