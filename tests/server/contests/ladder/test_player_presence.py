"""Over which connection entries play: the one that is here, and another of the same user when it is gone."""

from types import SimpleNamespace
from typing import cast

from tests.server.contests.ladder.made import AWAY, enter, make_ladder, user

from infoset_server.accounts.clients import Client
from infoset_server.common.ids import UserId
from infoset_server.contests.ladder.entries import EntryState
from infoset_server.contests.ladder.player_presence import PlayerPresence


def client(name: str) -> Client:
    """A connection of a user that is here."""
    connection = SimpleNamespace(is_here=True)
    return cast(Client, SimpleNamespace(user=user(name), line=connection))


def test_who_comes_back_plays_on_over_the_new_connection() -> None:
    ladder = make_ladder()
    ann = enter(ladder, "ann", client=AWAY)
    newer = client("ann")
    PlayerPresence({"open": ladder}).arrived(newer, now_s=7.0)
    assert (ann.client, ann.since_s) == (newer, 7.0)


def test_an_entry_that_is_here_stays_with_its_connection() -> None:
    ladder = make_ladder()
    first = client("ann")
    ann = enter(ladder, "ann", client=first)
    PlayerPresence({"open": ladder}).arrived(client("ann"), now_s=7.0)
    assert (ann.client, ann.since_s) == (first, 0.0)


def test_the_latest_of_other_connections_takes_over() -> None:
    ladder = make_ladder()
    first, second, third = (client("ann") for _ in range(3))
    ann = enter(ladder, "ann", client=first)
    player_presence = PlayerPresence({"open": ladder})
    player_presence.gone(first, [second, third], is_over=True)
    assert ann.client is third
    player_presence.gone(third, [], is_over=True)
    assert ann.client is None
    assert ann.state is EntryState.QUEUED


def test_what_was_sought_ends_with_its_connection_but_not_with_the_server() -> None:
    ladder = make_ladder()
    first = client("ann")
    ann = enter(ladder, "ann", client=first)
    ann.is_brief = True
    player_presence = PlayerPresence({"open": ladder})
    player_presence.gone(first, [], is_over=False)
    states = [ann.state]
    ann.client = first
    player_presence.gone(first, [], is_over=True)
    assert [*states, ann.state] == [EntryState.QUEUED, EntryState.IDLE]


def test_who_plays_or_may_play_again_is_not_forgotten() -> None:
    ladder = make_ladder()
    enter(ladder, "ann")
    ladder.roster.drain(enter(ladder, "bob"))
    ladder.roster.bench(enter(ladder, "cat"), "too loud")
    assert PlayerPresence({"open": ladder}).owners() == {UserId("u_ann"), UserId("u_cat")}
