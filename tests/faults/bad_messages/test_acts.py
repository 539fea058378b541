"""Wrong acts, each in a match of its own, because some of them count."""

from collections.abc import Iterator

import pytest
from tests.faults.bad_messages.words import LONG_CLOCK, MAX_SAFE_INT
from tests.faults.peers import TRANSPORTS, Peer, Plain
from tests.faults.playing import open_room, take_seat
from tests.faults.servers import Child


@pytest.fixture(params=TRANSPORTS)
def match(
    request: pytest.FixtureRequest, server: Child
) -> Iterator[tuple[Peer, Plain, list[Peer]]]:
    """The player to move, the question, and the three others at the table."""
    peers = [Peer(server.port, each) for each in (request.param, *TRANSPORTS[:3])]
    for peer in peers:
        peer.hello("acts")
    room = open_room(peers[0], clock=LONG_CLOCK)
    for seat, peer in enumerate(peers):
        take_seat(peer, room, seat)
    turn = peers[0].wait_type("your_turn")
    for peer in peers:
        peer.fence()
    yield peers[0], turn, peers[1:]
    for peer in peers:
        if not peer.is_ended:
            peer.ask("resign", match_id=turn["match_id"])
        peer.socket.close()


def act(peer: Peer, turn: Plain, **choice: object) -> Plain:
    """Answers the question."""
    return peer.ask("act", match_id=turn["match_id"], decision=turn["decision"], **choice)


@pytest.mark.parametrize(
    "choice",
    [
        {"index": 99},
        {"index": MAX_SAFE_INT},
        {"picks": [0]},
        {"action": ["fly", 1]},
        {"action": 5},
        {"action": {}},
        {"action": []},
        {"action": [[["pick"]]]},
        {"action": ["pick", "1"]},
        {"action": ["pick", True]},
        {"action": ["pick", 1.5]},
        {"action": ["pick", -1]},
        {"action": ["pick", MAX_SAFE_INT]},
        {"action": "pick"},
    ],
    ids=repr,
)
def test_an_illegal_act_leaves_the_decision_open_and_the_third_is_a_miss(
    match: tuple[Peer, Plain, list[Peer]], choice: Plain
) -> None:
    player, turn, others = match
    for left in (2, 1):
        said = act(player, turn, **choice)
        assert (said["code"], said["data"]["left"]) == ("illegal_action", left)
        assert said["data"]["why"]
        assert player.fence() == []
        for other in others:
            assert other.fence() == []
    said = act(player, turn, **choice)
    assert (said["code"], said["data"]["left"]) == ("illegal_action", 0)
    (missed,) = [one for one in player.fence() if one["type"] == "timeout"]
    assert (missed["seat"], missed["applied"], missed["misses"]) == (0, "fallback", 1)
    for other in others:
        assert [one["type"] for one in other.fence()][:2] == ["timeout", "events"]


def test_a_doubled_act_is_done_once_and_the_second_is_stale(
    match: tuple[Peer, Plain, list[Peer]],
) -> None:
    player, turn, others = match
    first, second = player.last_id + 1, player.last_id + 2
    player.last_id = second
    for number in (first, second):
        player.send(
            type="act", id=number, match_id=turn["match_id"], decision=turn["decision"], index=0
        )
    said = player.fence()
    assert [(one["type"], one.get("code")) for one in said if one.get("re") == first] == [
        ("act_ok", None)
    ]
    assert [(one["type"], one.get("code")) for one in said if one.get("re") == second] == [
        ("error", "stale_decision")
    ]
    for other in others:
        assert [one["type"] for one in other.fence()].count("events") == 1


def test_an_act_out_of_turn_is_stale_and_nobody_hears_of_it(
    match: tuple[Peer, Plain, list[Peer]],
) -> None:
    player, turn, (early, *others) = match
    said = act(early, turn, index=0)
    assert (said["code"], said["data"]) == ("stale_decision", {"open": []})
    for peer in (player, early, *others):
        assert peer.fence() == []


def test_an_act_in_somebody_elses_match_is_refused(
    match: tuple[Peer, Plain, list[Peer]], server: Child
) -> None:
    player, turn, others = match
    with Peer(server.port, player.transport) as stranger:
        stranger.hello("stranger")
        assert act(stranger, turn, index=0)["code"] == "not_your_seat"
        assert stranger.ask("resign", match_id=turn["match_id"])["code"] == "not_your_seat"
        assert stranger.ask("sync", match_id=turn["match_id"])["code"] == "not_found"
        assert stranger.ask("watch", match_id=turn["match_id"])["type"] == "ok"
        stranger.fence()
        assert act(stranger, turn, index=0)["code"] == "not_your_seat"
        assert stranger.fence() == []
    for peer in (player, *others):
        assert [one for one in peer.fence() if one["type"] != "room"] == []
