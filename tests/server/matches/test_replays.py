"""The list of finished matches, the packing of parts, and what a delayed spectator's match takes when."""

import json
from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from infoset_protocol.codec import Encoding
from infoset_server.common.request_errors import BadOptionError
from infoset_server.matches.replay_streams import MAX_ENTRIES, Packer, size_of
from infoset_server.matches.replays import (
    REPLAY,
    Finished,
    FinishedMatches,
    is_routine,
    is_sample,
    read_finished,
)
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.views import ALL, PUBLIC, read_view, write_role
from infoset_server.storage.notes import NoNotes


def finished(name: str, at_ms: int = 0) -> Finished:
    return Finished(
        name, "toy", "toy/1.0", ("a", "b"), ("u_1", "u_2"), (1, 2), "finished", at_ms, 9
    )


def written(one: Finished) -> bytes:
    return json.dumps(vars(one)).encode()


class Drops(NoNotes):
    """Remembers what is dropped."""

    def __init__(self) -> None:
        self.dropped: list[tuple[str, str]] = []

    def drop(self, kind: str, key: str) -> None:
        self.dropped.append((kind, key))


def test_what_was_noted_is_read_back() -> None:
    one = finished("m_1", 5)
    assert read_finished(written(one)) == one
    item = one.item()
    assert "is_listed" not in item
    assert (item["players"], item["users"], item["places"]) == (["a", "b"], ["u_1", "u_2"], [1, 2])


def test_the_newest_come_first_and_the_oldest_go() -> None:
    notes = Drops()
    matches = FinishedMatches(notes, 3)
    documents = {f"m_{at}": written(finished(f"m_{at}", at)) for at in (4, 1, 3, 2)}
    matches.restore(documents | {"m_bad": b"{", "m_worse": b"{}"})
    assert [one.replay for one in matches.behind(None)] == ["m_4", "m_3", "m_2"]
    assert [one.replay for one in matches.behind("m_3")] == ["m_2"]
    assert list(matches.behind("m_1")) == []
    assert notes.dropped == [(REPLAY, "m_1")]
    assert matches.find("m_1") is None


def test_a_match_that_is_not_kept_is_not_listed() -> None:
    live = SimpleNamespace(id="m_1", commit_gate=SimpleNamespace(is_kept=False))
    matches = FinishedMatches(NoNotes(), 3)
    matches.add(cast(MatchRunner, live), 0, None)
    assert list(matches.behind(None)) == []


def test_routine_matches_of_bots_do_not_turn_the_list_over() -> None:
    matches = FinishedMatches(NoNotes(), 6)
    documents = {}
    for at in range(20):
        one = finished(f"m_{at}", at)
        documents[one.replay] = written(replace(one, is_routine=at not in (0, 1, 9)))
    matches.restore(documents)
    assert [one.replay for one in matches.behind(None)] == [
        *("m_19", "m_18", "m_17"),
        *("m_9", "m_1", "m_0"),
    ]
    assert "is_routine" not in finished("m_1").item()


def seats(kinds: Sequence[str], ratings: Sequence[int | None]) -> MatchRunner:
    """A match `m_0`, which is no sample."""
    taken = [
        SimpleNamespace(kind=kind, rating=rating)
        for kind, rating in zip(kinds, ratings, strict=True)
    ]
    return cast(MatchRunner, SimpleNamespace(id="m_0", match_seats=taken))


def test_matches_with_people_upsets_and_samples_are_no_routine() -> None:
    bots = ("bot", "bot")
    assert not is_sample("m_0")
    assert is_routine(seats(bots, (1500, 1600)), (1, 2))
    assert is_routine(seats(bots, (1500, 1700)), (2, 1))
    assert not is_routine(seats(bots, (1500, 1700)), (1, 2)), "an upset"
    assert not is_routine(seats(("human", "bot"), (1500, 1600)), (1, 2))
    assert not is_routine(seats(bots, (None, None)), (1, 2)), "not of a ladder"
    samples = [is_sample(f"m_{number}") for number in range(2000)]
    assert 60 <= sum(samples) <= 140


@pytest.mark.parametrize("encoding", list(Encoding))
def test_parts_are_filled_up_to_their_limit_and_keep_the_order(encoding: Encoding) -> None:
    packer = Packer(limit=500, most=900, encoding=encoding)
    entries: list[dict[str, Any]] = [{"n": n, "text": "x" * (n * 37 % 400)} for n in range(50)]
    parts: list[list[dict[str, Any]]] = []
    for entry in entries:
        packer.put(entry)
        if packer.is_full:
            parts.append(packer.take())
    parts.append(packer.take())
    assert [entry for part in parts for entry in part] == entries
    sizes = [sum(size_of(entry, encoding) for entry in part) for part in parts]
    assert max(sizes) <= 500
    assert len(parts) < len(entries)
    assert packer.take() == []


def test_one_large_entry_has_a_part_of_its_own_and_one_too_large_is_refused() -> None:
    packer = Packer(limit=100, most=500, encoding=Encoding.JSON)
    packer.put({"small": 1})
    packer.put({"large": "x" * 300})
    assert packer.take() == [{"small": 1}]
    packer.put({"small": 2})
    assert packer.take() == [{"large": "x" * 300}]
    with pytest.raises(BadOptionError):
        packer.put({"larger": "x" * 600})


def test_no_part_has_more_entries_than_a_message_may() -> None:
    packer = Packer(limit=1 << 20, most=1 << 20, encoding=Encoding.JSON)
    for n in range(MAX_ENTRIES):
        assert not packer.is_full
        packer.put({"n": n})
    assert packer.is_full


def test_views_are_read_and_written() -> None:
    assert read_view(None, 4) is PUBLIC
    assert read_view("public", 4) is PUBLIC
    assert read_view("all", 4) == ALL
    assert read_view("seat:3", 4) == 3
    with pytest.raises(BadOptionError):
        read_view("seat:4", 4)
    assert write_role(0) == {"role": "watcher", "seat": 0, "view": "seat"}
    assert [write_role(view)["view"] for view in (PUBLIC, ALL)] == ["public", "all"]
