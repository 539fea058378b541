"""Nothing but what a spectator may know gets through.

The twins are servers in memory whose matches differ in what the spectator may not know yet, or at all: it
must be sent the same bytes, whatever it asks.
"""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.integration.tables import Numbers, Table

from infoset_games.decision import Choice
from infoset_games.luck import seed_commitment
from infoset_games.match import Match
from infoset_games.registry import register
from infoset_games.terms import Terms
from infoset_games.testing.toys import Leduc
from infoset_protocol.codec import Encoding, decode
from infoset_server.app.features.replays import ReplayFeature
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.spectators import DelayedSpectators


@pytest.fixture
def leduc() -> Iterator[None]:
    with register("leduc", Leduc):
        yield


def cards(seed: str) -> tuple[int, list[int], int]:
    """Who begins, the hidden cards, and the open card after four checks, of a match with this seed."""
    match = Match(Leduc(), Terms(), seed)
    match.start(0)
    first = match.deal["first"]
    hidden = list(match.steps[0].chance)
    for _ in range(2):
        (asked,) = match.open.values()
        match.submit(asked.seat, asked.number, Choice(action=["check"]), 0)
    return first, hidden, match.steps[-1].chance[0]


def twin_seeds(like: Any) -> tuple[str, str]:
    """Two seeds whose matches are the same for whom `like` describes them, and different in truth."""
    found: dict[Any, tuple[str, list[int]]] = {}
    for number in range(1_000):
        seed = f"twin {number}"
        first, hidden, opened = cards(seed)
        key = like(first, hidden, opened)
        if key in found and found[key][1] != hidden:
            return found[key][0], seed
        found.setdefault(key, (seed, hidden))
    raise AssertionError("no twins among a thousand")


class Theatre:
    """A table for two with one spectator, and what that one has been sent."""

    def __init__(self, encoding: Encoding, folder: Path, seed: str, **room: Any) -> None:
        self.table = Table(encoding, folder, replays__share="1.0", rates__queries_per_s="1000")
        self.table.app.play.floor._fresh_seed = lambda: seed
        self.seed = seed
        self._room = room

    async def open(self) -> MatchRunner:
        await self.table.start("leduc", 2, self._room)
        self.eve = self.table.connect("eve", features=["obs"])
        self.sent.clear()  # the welcome has a random token
        return self.table.live

    @property
    def sent(self) -> list[bytes]:
        return self.table.links[self.eve].sent

    def ask(self, kind: str, **fields: Any) -> None:
        self.table.tell(self.eve, kind, **fields)

    def play(self, *moves: str) -> None:
        """The seat to act makes these moves, one after the other."""
        for move in moves:
            seat = int(self.table.state.mover())
            number = self.table.number(seat)
            live = self.table.live
            self.table.tell(seat, "act", match_id=live.id, decision=number, action=[move])


async def test_players_hear_of_a_change_before_its_watchers_do(tmp_path: Path, leduc: None) -> None:
    theatre = Theatre(Encoding.JSON, tmp_path, "a seed")
    live = await theatre.open()
    theatre.ask("watch", match_id=live.id)
    before = len(theatre.sent)
    first = int(theatre.table.state.mover())
    theatre.play("check")
    kinds = [decode(frame, Encoding.JSON)["type"] for frame in theatre.table.links[first].sent]
    assert kinds[-2:] == ["act_ok", "events"]
    assert len(theatre.sent) == before
    await asyncio.sleep(0)
    shown = [decode(frame, Encoding.JSON)["type"] for frame in theatre.sent[before:]]
    assert shown == ["events"]
    await theatre.table.close()


async def test_who_is_given_the_whole_picture_is_shown_nothing_older(
    tmp_path: Path, leduc: None
) -> None:
    theatre = Theatre(Encoding.JSON, tmp_path, "a seed")
    live = await theatre.open()
    theatre.ask("watch", match_id=live.id)
    theatre.play("check")
    theatre.ask("sync", match_id=live.id)  # before the change has been shown
    await asyncio.sleep(0)
    theatre.play("check")
    await asyncio.sleep(0)
    shown = [decode(frame, Encoding.JSON) for frame in theatre.sent]
    kinds = ["snapshot", "events"]
    assert [(one["type"], one["ver"]) for one in shown if one["type"] in kinds] == [
        ("snapshot", 0),
        ("snapshot", 1),
        ("events", 2),
    ]
    await theatre.table.close()


async def ask_everything(theatre: Theatre, view: str) -> None:
    """Whatever a spectator could ask to learn more, after it was shown what there is to see."""
    await asyncio.sleep(0)
    match_id = theatre.table.live.id
    for kind, fields in (
        ("sync", {}),
        ("watch", {"view": "all"}),
        ("watch", {"view": "seat:1"}),
        ("act", {"decision": 1, "action": ["check"]}),
        ("chat", {"text": "hm"}),
        ("resign", {}),
        ("determinize", {}),
    ):
        theatre.ask(kind, match_id=match_id, **fields)
    for form in ("events", "frames", "actions"):
        theatre.ask("replay", replay=match_id, view="all", form=form)
        theatre.ask("replay", replay=match_id, view=view, form=form)
        await settle(theatre)  # two at a time may overtake each other
    theatre.ask("watch_lobby")
    theatre.ask("replays")


async def settle(theatre: Theatre) -> None:
    """Until no replay is being told."""
    while theatre.table.app.feature(ReplayFeature).streams.open_streams:  # noqa: ASYNC110 (no event tells it)
        await asyncio.sleep(0)


def compare(theatres: Sequence[Theatre]) -> int:
    """Asserts that both spectators were sent equal bytes; returns how many messages."""
    one, other = (list(without_commitment(theatre)) for theatre in theatres)
    encoding = theatres[0].table.encoding
    assert [decode(frame, encoding) for frame in one] == [
        decode(frame, encoding) for frame in other
    ]
    assert one == other
    return len(one)


def without_commitment(theatre: Theatre) -> Iterator[bytes]:
    """What was sent. Seeds differ, and so do, by right, their commitments: all are zero here."""
    commitment = seed_commitment(theatre.seed).encode()
    for frame in theatre.sent:
        yield frame.replace(commitment, b"0" * len(commitment))


@pytest.mark.parametrize("encoding", list(Encoding))
@pytest.mark.parametrize(
    ("view", "like"),
    [
        ("public", lambda first, hidden, opened: (first, opened)),
        ("seat:0", lambda first, hidden, opened: (first, opened, hidden[0])),
        ("seat:1", lambda first, hidden, opened: (first, opened, hidden[1])),
    ],
)
@pytest.mark.parametrize("room", [{}, {"watch": "delayed", "watch_delay": {"versions": 1}}])
async def test_no_byte_depends_on_what_the_spectator_may_not_know(
    encoding: Encoding,
    view: str,
    like: Any,
    room: dict[str, Any],
    tmp_path: Path,
    leduc: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    count = Numbers(monkeypatch)
    theatres = []
    for seed in twin_seeds(like):
        count.restart()
        theatre = Theatre(encoding, tmp_path, seed, **room)
        live = await theatre.open()
        if view != "public":
            theatre.table.tell(int(view[-1]), "consent", match_id=live.id)
        theatre.ask("watch", match_id=live.id, view=view)
        theatre.play("check", "check", "check")
        await ask_everything(theatre, view)
        theatres.append(theatre)
    assert compare(theatres) >= 20
    for theatre in theatres:
        kinds = [decode(frame, encoding)["type"] for frame in theatre.sent]
        assert kinds.count("replay_part") == 2
        assert kinds.count("events") == 3 - room.get("watch_delay", {}).get("versions", 0)
        await theatre.table.close()


@pytest.mark.parametrize("encoding", list(Encoding))
async def test_no_byte_depends_on_what_is_newer_than_the_delay(
    encoding: Encoding,
    tmp_path: Path,
    leduc: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    count = Numbers(monkeypatch)
    theatres = []
    for newest in (["check", "bet"], ["bet", "call"]):
        count.restart()
        delay = {"watch": "delayed", "watch_delay": {"versions": 2}}
        theatre = Theatre(encoding, tmp_path, "the same", **delay)
        live = await theatre.open()
        theatre.ask("watch", match_id=live.id)
        theatre.play(*newest)
        theatre.table.tell(0, "chat", match_id=live.id, text=f"well, {newest[-1]}")
        await ask_everything(theatre, "public")
        theatres.append(theatre)
    assert len({str(one.table.state.to_plain()) for one in theatres}) == 2
    assert compare(theatres) >= 20
    for theatre in theatres:
        await theatre.table.close()


async def test_the_comparison_sees_a_delay_that_is_too_short(
    tmp_path: Path, leduc: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_due = DelayedSpectators._is_due
    monkeypatch.setattr(
        DelayedSpectators,
        "_is_due",
        lambda self, mark: is_due(self, type(mark)(mark.kept, mark.version - 1, mark.at_s)),
    )
    with pytest.raises(AssertionError):
        await test_no_byte_depends_on_what_is_newer_than_the_delay(
            Encoding.JSON, tmp_path, leduc, monkeypatch
        )
