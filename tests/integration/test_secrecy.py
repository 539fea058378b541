"""What leaves the server over the wire, held against the true log: no seat is told what it may not know."""

import asyncio
import hashlib
from typing import Any

import pytest
from tests.integration.harness import (
    TRANSPORTS,
    Client,
    Message,
    Server,
    open_room,
    play_on,
    play_out,
    seat_all,
)

from infoset_games.core import CHANCE
from infoset_games.events import mask
from infoset_games.luck import seed_commitment
from infoset_games.match import Match
from infoset_games.replay import canonical

# What an event of Colonizers hides, by kind: numbers that only some seats may see.
SECRETS = {
    "pick": ("role",),
    "draw": ("module",),
    "keep": ("module",),
    "gone": ("module",),
    "bonus": ("module",),
    "swap": ("given", "taken"),
}


class Truth:
    """A finished match played again from its log: every view at every version."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.views: list[dict[int | None, list[Message]]] = []  # of version 1, 2, ...
        self.observed: list[dict[int | None, Message]] = []  # of version 0, 1, 2, ...
        self.audiences: list[int | None] = [*range(match.game.seats), None]
        self._replay()

    def _replay(self) -> None:
        game = self.match.game
        state = game.start(self.match.deal)
        for position, joint in enumerate(self.match.log):
            before = state.copy()
            state.apply(joint)
            events = game.narrate(before, joint, state)
            is_chance = CHANCE in joint
            if not is_chance:
                self.views.append({seat: [] for seat in self.audiences})
            if self.views:  # the chance plies before the first decision are told to nobody
                for seat in self.audiences:
                    self.views[-1][seat] += [event.view(seat) for event in events]
            following = self.match.log[position + 1 : position + 2]
            if not following or CHANCE not in following[0]:
                self.observed.append(
                    {seat: game.write_observation(state.observe(seat)) for seat in self.audiences}
                )


async def play_four(server: Server) -> tuple[list[Client], list[Client], Truth]:
    """A whole match of four people on four transports with two watchers; and what really happened."""
    players = [await server.connect(f"p{i}", TRANSPORTS[i]) for i in range(4)]
    watchers = [await server.connect("eve"), await server.connect("thin", features=["obs"])]
    room = await open_room(players[0])
    for watcher in watchers:
        await watcher.ask("watch", room=room)
    await seat_all(players, room, ready=True)
    match_id = (await players[0].expect("match_start"))["match_id"]
    match = server.live(match_id).match
    await play_out(players, match_id)
    await asyncio.gather(*(watcher.expect("match_over") for watcher in watchers))
    return players, watchers, Truth(match)


@pytest.fixture
async def played(server: Server) -> tuple[list[Client], list[Client], Truth]:
    """A match that is over, as each client heard it."""
    return await play_four(server)


Played = tuple[list[Client], list[Client], Truth]


def viewers(played: Played) -> list[tuple[int | None, Client]]:
    players, watchers, _ = played
    return [*enumerate(players), *((None, watcher) for watcher in watchers)]


async def test_every_viewer_hears_exactly_his_own_view(played: Played) -> None:
    truth = played[2]
    for seat, client in viewers(played):
        heard = client.of_type("events")
        assert [message["ver"] for message in heard] == list(range(1, len(truth.views) + 1))
        assert [message["items"] for message in heard] == [view[seat] for view in truth.views]


async def test_every_observation_on_the_wire_is_the_viewers_own(played: Played) -> None:
    truth = played[2]
    shown = 0
    for seat, client in viewers(played):
        for message in client.heard:
            if "obs" in message:
                shown += 1
                assert message["obs"] == truth.observed[message["ver"]][seat]
    assert shown > len(truth.views)


async def test_everybody_hears_as_much_about_what_is_hidden_from_him(played: Played) -> None:
    """One message per ply and viewer, of one shape: numbers hidden, all views of a ply are alike."""
    truth = played[2]
    per_viewer = [client.of_type("events") for _, client in viewers(played)]
    for told in zip(*per_viewer, strict=True):
        shapes = {canonical([mask_numbers(item) for item in message["items"]]) for message in told}
        assert len(shapes) == 1, shapes
    assert {len(told) for told in per_viewer} == {len(truth.views)}


def mask_numbers(value: Any) -> Any:
    """`value` with every number hidden, keys and texts kept."""
    if isinstance(value, dict):
        return {key: mask_numbers(inner) for key, inner in value.items()}
    return value if isinstance(value, str) else mask(value)


async def test_a_watcher_is_told_no_secret_at_all(played: Played) -> None:
    hidden = 0
    for watcher in played[1]:
        for item in [item for message in watcher.of_type("events") for item in message["items"]]:
            for name in SECRETS.get(item["e"], ()):
                if name in item:
                    hidden += 1
                    assert item[name] == mask(item[name]), item
    assert hidden > 50


async def test_a_card_is_told_only_to_who_has_seen_it(played: Played) -> None:
    """Without a look at the rules: a drawn card is a number in the drawer's stream only, unless it was seen."""
    players, _, _ = played
    told = 0
    for seat, client in enumerate(players):
        for message in client.of_type("events"):
            for position, item in enumerate(message["items"]):
                if item["e"] == "pick" and item["by"] != seat:
                    assert item["role"] == -1
                if item["e"] == "draw" and item["by"] == seat:
                    told += 1
                    assert item["module"] >= 0
                    ver = message["ver"]
                    blind = [other for other in players if other is not client]
                    seen = [of_ver(other, ver)[position]["module"] for other in blind]
                    assert set(seen) <= {-1, item["module"]}
    assert told > 20


def of_ver(client: Client, ver: int) -> list[Message]:
    items: list[Message] = client.of_type("events")[ver - 1]["items"]
    return items


async def test_the_seed_is_committed_to_at_the_start_and_told_at_the_end(played: Played) -> None:
    match = played[2].match
    for _, client in viewers(played):
        start = client.of_type("match_start")[0]
        assert start["seed_commit"] == hashlib.sha256(match.seed.encode()).hexdigest()
        over = client.of_type("match_over")[0]
        assert over["seed"] == match.seed
        before = client.heard[: client.heard.index(over)]
        assert match.seed not in str(before)
        assert str(match.deal) not in str(before)


async def test_questions_go_to_their_seat_only_and_are_numbered_there(played: Played) -> None:
    players, watchers, truth = played
    asked = 0
    for seat, client in enumerate(players):
        turns = client.of_type("your_turn")
        assert {turn["seat"] for turn in turns} == {seat}
        assert [turn["decision"] for turn in turns] == list(range(1, len(turns) + 1))
        asked += len(turns)
    assert asked == sum(CHANCE not in joint for joint in truth.match.log)
    for watcher in watchers:
        assert not watcher.of_type("your_turn", "turn_closed", "act_ok")


async def test_a_returning_player_is_shown_his_own_view_only(server: Server) -> None:
    auth = [{"kind": "guest", "name": f"p{i}", "token": f"secret {i}"} for i in range(4)]
    players = [await server.connect(f"p{i}", auth=auth[i]) for i in range(4)]
    room = await open_room(players[0])
    await seat_all(players, room, ready=True)
    match_id = (await players[0].expect("match_start"))["match_id"]
    match = server.live(match_id).match
    plays = [asyncio.create_task(play_out([player], match_id)) for player in players[1:]]
    await play_on(players[0], match_id, until=lambda turn: turn["decision"] == 6)
    await players[0].cut()
    again = await server.connect("p0", auth=auth[0])
    await play_out([again], match_id)
    await asyncio.gather(*plays)
    commits = [start["seed_commit"] for start in again.of_type("match_start")]
    assert commits == [seed_commitment(match.seed)]  # it can be checked by who was away, too
    truth = Truth(match)
    snapshot = again.of_type("snapshot")[0]
    assert snapshot["obs"] == truth.observed[snapshot["ver"]][0]
