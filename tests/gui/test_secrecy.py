"""What the window is told in a match is what the seat's own eyes see, version by version, and nothing else."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.gui.conftest import ServerThread, Sit

from infoset.replaying.film import Reel
from infoset.replaying.source import fetch
from infoset_gui.driver import Driver
from infoset_gui.screens.match import MatchScreen
from infoset_protocol.messages import Events, ServerMessage, Snapshot, Unknown, YourTurn


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    """One that keeps its matches, so that they can be seen again."""
    started = ServerThread(tmp_path_factory.mktemp("server"), store__enabled=True)
    yield started
    started.close()


TOLD = (Events, Snapshot, YourTurn)


def play_and_listen(lobby: Driver, sit: Sit, heard: list[ServerMessage | Unknown]) -> str:
    """A short match of Colonizers; returns its id. `heard` gets every message about it."""
    table = sit("colonizers", 4, {"colony": 1})
    take = table.take

    def listen(message: ServerMessage | Unknown) -> None:
        heard.append(message)
        take(message)

    table.take = listen  # type: ignore[method-assign]  # hears what comes
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    while table.result is None:
        lobby.wait(lambda: bool(table.turn or table.result))
        if table.turn is not None:
            screen.answer(len(table.turn.actions) // 2)
    return table.match.match_id


def fetch_reel(lobby: Driver, match_id: str) -> Reel:
    """The record of the match, which tells everything once it is over."""
    reels: list[Reel] = []
    lobby.app.stage.session.run(lambda client: fetch(client, match_id, None), reels.append)
    lobby.wait(lambda: bool(reels))
    return reels[0]


def eyes_of(reel: Reel, seat: int) -> dict[int, Any]:
    """What a seat saw, by version."""
    seen: dict[int, Any] = {}
    for frame in reel.film(seat).frames:
        for message in frame.messages:
            if isinstance(message, Events | Snapshot):
                seen[message.ver] = message.obs
    return seen


def test_every_observation_is_that_of_the_own_seat(lobby: Driver, sit: Sit) -> None:
    heard: list[ServerMessage | Unknown] = []
    match_id = play_and_listen(lobby, sit, heard)
    reel = fetch_reel(lobby, match_id)
    own, other = eyes_of(reel, 0), eyes_of(reel, 1)
    told = [message for message in heard if isinstance(message, TOLD) and message.obs]
    assert len(told) > 10
    for message in told:
        assert message.obs == own[message.ver]
    assert any(message.obs != other[message.ver] for message in told), "the eyes do not differ"


def test_no_event_tells_what_only_others_may_know(lobby: Driver, sit: Sit) -> None:
    heard: list[ServerMessage | Unknown] = []
    match_id = play_and_listen(lobby, sit, heard)
    film = fetch_reel(lobby, match_id).film(0)
    allowed = {
        message.ver: message.items
        for frame in film.frames
        for message in frame.messages
        if isinstance(message, Events)
    }
    told = [message for message in heard if isinstance(message, Events)]
    assert told
    for message in told:
        assert list(message.items) == list(allowed[message.ver])
    kinds = {type(message).__name__ for message in heard}
    assert kinds <= {"Events", "YourTurn", "ActOk", "SeatStatus", "MatchOver", "Snapshot"}
