"""Who is told how a match ended: connections that come, go, and go on."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client, User
from infoset_server.app.composition import Core
from infoset_server.app.features.results import ResultFeature
from infoset_server.common.ids import MatchId, UserId
from infoset_server.config import ResultLimits
from infoset_server.storage.notes import NoNotes

OVER = Prepared({"type": "match_over", "match_id": "m_1", "reason": "finished"})


class Line:
    """As much of a line as is asked here; `told` is what was sent."""

    is_open = True
    has_left = False

    def __init__(self) -> None:
        self.told: list[Prepared] = []

    def send(self, message: Prepared) -> None:
        self.told.append(message)


class Desk:
    """The feature, and the connections that it knows of. `searches` counts how often all were looked through."""

    def __init__(self) -> None:
        self.clients: list[Client] = []
        self.searches = 0
        core = SimpleNamespace(
            config=SimpleNamespace(results=ResultLimits()),
            notes_of=lambda writer: NoNotes(),
            wall_ms=lambda: 1_000,
            people=SimpleNamespace(clients_of=self.clients_of),
            play=SimpleNamespace(running={}),
        )
        self.feature = ResultFeature(cast(Core, core))

    def clients_of(self, user: User) -> list[Client]:
        self.searches += 1
        return [client for client in self.clients if client.user is user]

    def connect(self, user: User) -> Client:
        client = Client(user, cast(Any, Line()))
        self.clients.append(client)
        return client


def told(client: Client) -> list[Prepared]:
    return cast(Line, client.line).told


@pytest.fixture
async def desk() -> Desk:
    return Desk()


async def test_what_a_dead_connection_was_told_its_user_hears_over_the_other_one(
    desk: Desk,
) -> None:
    ann = User(UserId("u_ann"), "ann")
    dead = desk.connect(ann)
    desk.feature.client_came(dead)
    desk.feature.results.add(MatchId("m_1"), OVER, {ann.id}, ())
    here = desk.connect(ann)
    desk.feature.client_came(here)
    desk.feature.client_back(here)  # it knows of nothing that the other was told
    assert told(here) == []
    desk.clients.remove(dead)
    desk.feature.client_left(dead)
    assert told(here) == [OVER]


async def test_one_that_came_back_as_the_match_ended_hears_the_end_when_its_link_breaks_at_once(
    desk: Desk,
) -> None:
    ann = User(UserId("u_ann"), "ann")
    broken = desk.connect(ann)
    desk.feature.client_came(broken)
    desk.feature.client_away(broken)
    desk.feature.results.add(MatchId("m_1"), OVER, {ann.id}, {ann.id})
    desk.feature.client_back(broken)  # its node said so before it heard of the end, and breaks now
    desk.feature.client_away(broken)
    desk.clients.remove(broken)
    desk.feature.client_left(broken)
    anew = desk.connect(ann)
    desk.feature.client_came(anew)
    assert told(anew) == [OVER]


async def test_a_program_of_the_server_may_go_on_though_no_result_waits_for_it(desk: Desk) -> None:
    bot = desk.connect(User(UserId("u_bot"), "first", house_bot="first"))
    desk.feature.client_back(bot)
    assert told(bot) == []


async def test_who_goes_without_a_result_in_doubt_costs_no_search(desk: Desk) -> None:
    ann = desk.connect(User(UserId("u_ann"), "ann"))
    desk.feature.client_came(ann)
    desk.feature.client_away(ann)
    desk.feature.client_back(ann)
    assert desk.searches == 0
