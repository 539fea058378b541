"""Whose is what: every command of the console, given by whoever may and by whoever may not.

What is not theirs does not exist for an organiser: the answer and the audit log are, to the letter, those for a thing
that nobody has. A command that is refused has changed nothing.
"""

import dataclasses
import json
import re
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import FunctionType
from typing import Any, Final

import pytest
from tests.integration.harness import Client, Server, open_room, open_server, start_match
from tests.server.contests.tournaments.files import tournament_file

from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import ALL_SCOPES, Role, User
from infoset_server.admin.audit import AuditLog
from infoset_server.admin.commands import Operator, Result
from infoset_server.admin.console import Console, Refusal
from infoset_server.app.features.abtests import AbTestFeature
from infoset_server.app.features.console import ConsoleFeature
from infoset_server.app.features.ladders import LadderFeature
from infoset_server.app.features.tournaments import TournamentFeature
from infoset_server.app.features.webhooks import WebhookFeature
from infoset_server.rooms.room_list import room_info

Arguments = dict[str, Any]

PUBLIC_KEY: Final = "1B2M2Y8AsgTpgAmY7PhCfg1B2M2Y8AsgTpgAmY7PhCc"
DUEL: Final = {"game": "crossfire", "options": {"preset": "mini"}}
CUP: Final = tournament_file("round_robin", bots=(), users=("Otter", "Lynx"))


class World:
    """A server with the class, bots, matches and contests of Ms Hill, and people who are not she."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server = server
        self.accounts = server.app.people.accounts
        self.audit = AuditLog(folder, server.app.config.audit, self.accounts.now_ms)
        more = server.app.core.services.commands()
        self.handlers = Console(
            server.app.people,
            self.audit,
            "inf_admin_x",
            None,
            server.app.feature(ConsoleFeature).moderation,
            more,
        )
        register = self.accounts.register
        self.hill = self._operator(register.add_account("Ms Hill", Role.ORGANISER))
        self.wood = self._operator(register.add_account("Mr Wood", Role.ORGANISER))
        self.ann = self._operator(register.add_account("ann", Role.PLAYER))
        self.guest = self._operator(register.add_guest("gus"))
        self.admin = Operator(None, ALL_SCOPES)
        self.classroom = self.accounts.classrooms.add("7b", self._id(self.hill))
        for name in ("Otter", "Lynx"):
            self.accounts.classrooms.add_pupil(self.classroom, name)
        self.crab = register.add_account(
            "crab", Role.PLAYER, is_bot=True, owner=self._id(self.hill)
        )
        self.token, _ = self.accounts.credentials.issue(self.crab, Kind.BOT)

    def _operator(self, user: User) -> Operator:
        return Operator(user, user.scopes(self.accounts.now_ms()))

    @staticmethod
    def _id(operator: Operator) -> Any:
        assert operator.user is not None
        return operator.user.id

    def user(self, name: str) -> User:
        """A user by name."""
        return next(user for user in self.accounts.register if user.name == name)

    async def come(self, name: str) -> Client:
        """Somebody with an account connects."""
        _, token = self.accounts.credentials.issue(self.user(name), Kind.USER)
        client = await self.server.dial(name)
        return await client.log_in(auth={"kind": "token", "token": token})

    async def run(self, by: Operator, name: str, asked: Mapping[str, Any]) -> Result | Refusal:
        """A command, as the console gives it."""
        return await self.handlers.run(name, asked, by)

    async def do(self, by: Operator, name: str, /, **asked: Any) -> Result:
        """A command that must be done."""
        result = await self.run(by, name, asked)
        assert isinstance(result, Result), (name, result)
        return result

    def notes(self, behind: int = 0) -> list[dict[str, Any]]:
        """The entries of the audit log behind so many, without their times."""
        entries = self.audit.last(10_000)[behind:]
        return [{key: one[key] for key in one if key != "when"} for one in entries]

    def everything(self) -> str:
        """What commands may change, as text. House bots come and go by themselves."""
        app = self.server.app
        ladders = app.feature(LadderFeature).ladders.ladders
        told = {
            "users": [
                {**vars(user), "seen_ms": 0}
                for user in self.accounts.register
                if user.house_bot is None
            ],
            "classes": [vars(one) for one in self.accounts.classrooms],
            "tokens": [(one.id, one.user) for one in self.accounts.credentials],
            "bans": [vars(one) for one in self.accounts.bans],
            "rooms": [room_info(room, secret=True) for room in app.lobby.rooms.values()],
            "closed": sorted(map(str, app.matchmaker._closed)),
            "matches": {
                key: (live.is_over, live.clock.is_frozen, len(live.match.steps))
                for key, live in app.play.running.items()
            },
            "tournaments": [
                (one.tournament.id, one.tournament.state, one.tournament.course, one.busy_tables())
                for one in app.feature(TournamentFeature).tournaments.directors()
            ],
            "A-B tests": [vars(one) for one in app.feature(AbTestFeature).tests._tests.values()],
            "webhooks": [
                (vars(one), [*map(vars, outbox.messages(one))])
                for outbox in [app.feature(WebhookFeature).outbox]
                for one in outbox
            ],
            "ladders": {
                name: (one.state, one.file.to_plain(), sorted(one.entries))
                for name, one in ladders.items()
            },
        }
        return json.dumps(told, default=repr, sort_keys=True)

    # The things of Ms Hill.

    async def room(self) -> str:
        """A room that a pupil of hers has opened."""
        return await open_room(await self.come("Otter"))

    async def running(self) -> str:
        """A match that a pupil of hers plays, and in which everybody else waits for the pupil."""
        otter = await self.come("Otter")
        match_id = await start_match([otter], **DUEL)
        live = self.server.live(match_id)

        def is_quiet() -> bool:
            others = [one for one in live.match_seats if one.user.id != otter.user]
            asked = [live.match.open[one.seat] for one in others if one.seat in live.match.open]
            return all(one.is_here for one in others) and all(
                decision.sealed is not None for decision in asked
            )

        await self.server.until(is_quiet)
        return match_id

    async def finished(self) -> str:
        """The same when it is over."""
        otter = await self.come("Otter")
        match_id = await start_match([otter], **DUEL)
        await otter.ask("resign", match_id=match_id)
        await otter.expect("match_over")
        await self.server.until(lambda: match_id not in self.server.app.play.running)
        return match_id

    async def cup(self) -> str:
        """A draft of a tournament."""
        await self.do(self.hill, "tournament-create", file=CUP)
        return "cup"

    async def running_cup(self) -> str:
        """A tournament that has begun; its pupils are not here, so that its table waits for them."""
        cup = await self.cup()
        await self.do(self.hill, "tournament-start", tournament=cup)
        director = self.server.app.feature(TournamentFeature).tournaments.director(cup)
        await self.server.until(lambda: bool(director.calls))
        return cup

    async def ladder(self) -> str:
        """A ladder of her class, on which a pupil has an entry."""
        asked = {"ladder": "ours", "classroom": "7b", **DUEL}
        await self.do(self.hill, "class-ladder", **asked)
        otter = await self.come("Otter")
        await otter.ask("ladder_register", ladder="ours", name="otter", kind="human")
        return "ours"

    async def ab_test(self) -> str:
        """An A-B test that she has submitted."""
        await self.do(self.hill, "ab-piece", **PIECE)
        told = await self.do(self.hill, "ab-submit", **AB_TEST)
        return str(told.rows[0]["test"])

    async def webhook(self) -> str:
        """Where she has the results of her tournament sent."""
        if not self.server.app.feature(TournamentFeature).tournaments.directors():
            await self.cup()
        asked = {"tournament": "cup", "url": "https://hill.example/7b"}
        await self.do(self.hill, "webhook-add", **asked)
        (webhook,) = self.server.app.feature(WebhookFeature).outbox
        return webhook.id

    async def message(self) -> str:
        """A message to there that is over."""
        outbox = self.server.app.feature(WebhookFeature).outbox
        (webhook,) = outbox
        message = outbox.test(webhook)
        outbox.delivered(message, "answered 204")
        return message.id

    async def package(self) -> str:
        """What is installed here."""
        return self.server.app.feature(AbTestFeature).tests.package


Make = Callable[[World], Awaitable[Arguments]]


def given(**fields: Any) -> Make:
    """Arguments that need nothing to be made; a callable one is asked for the value."""

    async def make(world: World) -> Arguments:
        asked: Arguments = {}
        for name, value in fields.items():
            asked[name] = await value(world) if isinstance(value, FunctionType) else value
        return asked

    return make


@dataclass(frozen=True)
class Theirs:
    """A command about something that has an owner, which the argument `field` names. `before` it others are given."""

    field: str
    arguments: Make
    by_admin: Mapping[str, Any] = dataclasses.field(
        default_factory=dict
    )  # and more, for an administrator
    before: tuple[tuple[str, Arguments], ...] = ()


@dataclass(frozen=True)
class Anybodys:
    """A command of every organiser, about their own things; who lists sees no others."""

    arguments: Make


@dataclass(frozen=True)
class Admins:
    """A command of administrators only."""

    arguments: Make


Power = Theirs | Anybodys | Admins


async def token_of(world: World) -> str:
    return world.token.id


USER = given(user="Otter")
BOT = given(bot="crab")
CLASS = given(name="7b")
IN_CUP = {"tournament": World.running_cup}
TABLE_1 = {**IN_CUP, "table": "R1.1"}
ENTRY = given(ladder=World.ladder, entry="otter")

PROGRAM: Final = sha256(b"no archive").hexdigest()
PIECE: Final[Arguments] = {
    "digest": PROGRAM,
    "size": 10,
    "offset": 0,
    "data": b64encode(b"no archive").decode(),
}
NEW_SIDE: Final = {"label": "new", "spec": "{files}/bot.py", "program": PROGRAM}
AB_TEST: Final[Arguments] = {
    "a": NEW_SIDE,
    "b": {"label": "old", "spec": "random"},
    "game": "crossfire",
    "options": {"preset": "mini"},
    "title": "Winter Cup",
}
WORKER: Final[Arguments] = {"worker": "w1"}
FOR_ALL: Final = {"for_all": True}

WEBHOOK: Final = given(webhook=World.webhook)

TABLE: Final[Mapping[str, Power]] = {
    # Users, bots, tokens.
    "users": Anybodys(given()),
    "add-user": Admins(given(name="new")),
    "set-role": Admins(given(user="ann", role="organiser")),
    "rename": Theirs("user", given(user="Otter", name="Heron")),
    "remove-user": Admins(given(user="ann")),
    "add-bot": Anybodys(given(name="gull")),
    "disable-bot": Theirs("bot", BOT),
    "enable-bot": Theirs("bot", BOT),
    "mute": Theirs("user", USER),
    "unmute": Theirs("user", USER),
    "ban": Admins(given(user="ann")),
    "unban": Admins(given(user="ann")),
    "bans": Admins(given()),
    "tokens": Theirs("user", given(user="crab")),
    "add-token": Theirs("user", given(user="crab")),
    "add-key": Theirs("user", given(user="crab", key=PUBLIC_KEY)),
    "revoke-token": Theirs("id", given(id=token_of)),
    "revoke-tokens": Theirs("user", given(user="crab")),
    # Classes.
    "classes": Anybodys(given()),
    "pupils": Theirs("name", CLASS),
    "add-class": Anybodys(given(name="7c", names=["Heron"])),
    "add-pupils": Theirs("name", given(name="7b", names=["Heron"])),
    "remove-pupil": Theirs("name", given(name="7b", pupil="Lynx")),
    "keep-class": Theirs("name", CLASS),
    "rename-class": Theirs("name", given(name="7b", new_name="8b")),
    "remove-class": Theirs("name", CLASS),
    "cards": Theirs("name", CLASS),
    "open-class": Theirs("name", CLASS),
    "close-class": Theirs("name", CLASS),
    "allow-chat": Theirs("name", CLASS),
    "forbid-chat": Theirs("name", CLASS),
    # Rooms and matches.
    "open": Theirs("room", given(room=World.room)),
    "close": Theirs("room", given(room=World.room)),
    "freeze": Theirs("room", given(room=World.room)),
    "announce": Theirs("room", given(room=World.room, text="ten minutes left")),
    "re-run": Theirs("match", given(match=World.running)),
    "end-match": Theirs("match", given(match=World.running)),
    "export": Theirs("match", given(match=World.finished)),
    "slow": Admins(given()),
    # Ladders.
    "ladders": Anybodys(given()),
    "load-ladders": Admins(given()),
    "class-ladder": Theirs("classroom", given(ladder="ours", classroom="7b", **DUEL)),
    "change-ladder": Theirs("ladder", given(ladder=World.ladder, title="Sprint")),
    "remove-ladder": Theirs(
        "ladder",
        given(ladder=World.ladder),
        before=(("ladder", {"ladder": "ours", "state": "closed"}),),
    ),
    "ladder-file": Theirs("ladder", given(ladder=World.ladder)),
    "ladder": Theirs("ladder", given(ladder=World.ladder, state="paused")),
    "entries": Theirs("ladder", given(ladder=World.ladder)),
    "entry-log": Theirs("ladder", ENTRY),
    "bench": Theirs("ladder", ENTRY),
    "unbench": Theirs("ladder", ENTRY, before=(("bench", {"ladder": "ours", "entry": "otter"}),)),
    "ladder-results": Theirs("ladder", given(ladder=World.ladder)),
    "annul": Theirs("ladder", given(ladder=World.ladder, match="m_none", reason="cheating")),
    "reinstate": Theirs("ladder", given(ladder=World.ladder, match="m_none")),
    "seasons": Theirs("ladder", given(ladder=World.ladder)),
    "end-season": Theirs("ladder", given(ladder=World.ladder)),
    "batches": Theirs("ladder", given(ladder=World.ladder)),
    "batch": Theirs("ladder", given(ladder=World.ladder, entry="otter", matches=2)),
    "cancel-batch": Theirs("ladder", given(ladder=World.ladder, batch="b_none")),
    # A-B tests.
    "ab-submit": Anybodys(
        given(**{**AB_TEST, "a": {"label": "new", "spec": "first"}, "title": "mine"})
    ),
    "ab-release": Anybodys(
        given(name="gull", game="crossfire", side={"label": "new", "spec": "first"})
    ),
    "ab-tests": Anybodys(given()),
    "ab-show": Theirs("test", given(test=World.ab_test)),
    "ab-stop": Theirs("test", given(test=World.ab_test)),
    "ab-priority": Theirs("test", given(test=World.ab_test, priority=-1)),
    "ab-piece": Anybodys(given(**PIECE)),
    "ab-program": Theirs("test", given(test=World.ab_test, program=PROGRAM)),
    "ab-take": Anybodys(given(**WORKER, package=World.package, most=2)),
    "ab-renew": Anybodys(given(**WORKER)),
    "ab-leave": Anybodys(given(**WORKER)),
    "ab-report": Theirs(
        "test",
        given(**WORKER, test=World.ab_test, blocks=[{"number": 0, "scores": [1.0, 0.5]}]),
        by_admin=FOR_ALL,
    ),
    "ab-refuse": Theirs("test", given(**WORKER, test=World.ab_test, why="tired"), by_admin=FOR_ALL),
    # Tournaments.
    "tournament-teams": Theirs("tournament", given(**IN_CUP)),
    "tournament-create": Anybodys(given(file=tournament_file(bots=("A", "B", "C", "D")))),
    "tournament-open": Theirs("tournament", given(tournament=World.cup)),
    "tournament-enter": Theirs("tournament", given(tournament=World.cup, bot="first", name="F")),
    "tournament-start": Theirs("tournament", given(tournament=World.cup)),
    "tournament-pause": Theirs("tournament", given(**IN_CUP)),
    "tournament-resume": Theirs(
        "tournament", given(**IN_CUP), before=(("tournament-pause", {"tournament": "cup"}),)
    ),
    "tournament-pace": Theirs("tournament", given(**IN_CUP, tables=2)),
    "tournament-forfeit": Theirs("tournament", given(**TABLE_1, entrant="Otter")),
    "tournament-withdraw": Theirs("tournament", given(**IN_CUP, entrant="Otter")),
    "tournament-readmit": Theirs(
        "tournament",
        given(**IN_CUP, entrant="Otter"),
        before=(("tournament-withdraw", {"tournament": "cup", "entrant": "Otter"}),),
    ),
    "tournament-rule": Theirs("tournament", given(**TABLE_1, places=[1, 2])),
    "tournament-replay": Theirs("tournament", given(**TABLE_1)),
    "tournament-adjust": Theirs(
        "tournament", given(**IN_CUP, entrant="Otter", points=1, reason="late")
    ),
    "tournament-release": Theirs("tournament", given(**IN_CUP)),
    "tournament-remove": Theirs("tournament", given(**IN_CUP)),
    "tournaments": Anybodys(given()),
    "tournament-standings": Theirs("tournament", given(**IN_CUP)),
    "tournament-schedule": Theirs("tournament", given(**IN_CUP)),
    "tournament-bracket": Theirs("tournament", given(**IN_CUP)),
    "tournament-crosstable": Theirs("tournament", given(**IN_CUP)),
    "tournament-export": Theirs("tournament", given(**IN_CUP)),
    # Webhooks.
    "webhooks": Anybodys(given()),
    "webhook-add": Theirs("tournament", given(tournament=World.cup, url="https://club.example/")),
    "webhook-remove": Theirs("webhook", WEBHOOK),
    "webhook-secret": Theirs("webhook", WEBHOOK),
    "webhook-on": Theirs("webhook", WEBHOOK),
    "webhook-test": Theirs("webhook", WEBHOOK),
    "webhook-messages": Theirs("webhook", WEBHOOK),
    "webhook-resend": Theirs("webhook", given(webhook=World.webhook, message=World.message)),
    "audit": Admins(given()),
}
# What the state of things refuses to their owner, too; it is another answer than that for a thing that is not there.
IMPOSSIBLE: Final = {
    "tournament-release": "nothing is hidden",
    "tournament-bracket": "knock-out",
    "end-season": "season",
    "batch": "is a person",
    "cancel-batch": "b_none",
    "annul": "m_none",
    "reinstate": "m_none",
    "tournament-teams": "where the file has some",
    "webhook-test": "the test did not arrive",
}
GHOSTS: Final = {"room": "ZZZZ", "match": "m_000000000000", "id": "t_000000000000"}


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with open_server(tmp_path / "data", store__enabled=True) as server:
        yield World(server, tmp_path)
        await server.app.close(0)


def named(kind: type[Power]) -> list[str]:
    return [name for name, power in TABLE.items() if isinstance(power, kind)]


async def test_every_command_is_in_the_table(world: World) -> None:
    assert set(TABLE) == set(world.handlers.commands)
    for name, power in TABLE.items():
        assert (world.handlers.commands[name].scope == "admin") is isinstance(power, Admins), name


@pytest.mark.parametrize("name", TABLE)
async def test_who_organises_nothing_can_do_nothing(world: World, name: str) -> None:
    asked = await TABLE[name].arguments(world)
    before = world.everything()
    for by in (world.ann, world.guest):
        refused = await world.run(by, name, asked)
        assert isinstance(refused, Refusal)
        assert refused.status == 403
    assert world.everything() == before


@pytest.mark.parametrize("name", named(Admins))
async def test_what_is_an_administrators_is_no_organisers(world: World, name: str) -> None:
    asked = await TABLE[name].arguments(world)
    before = world.everything()
    for by in (world.hill, world.wood):
        refused = await world.run(by, name, asked)
        assert refused == Refusal(403, f"{name} needs the scope admin")
    assert world.everything() == before
    await world.do(world.admin, name, **asked)


@pytest.mark.parametrize("name", named(Anybodys))
async def test_who_lists_or_makes_sees_only_their_own(world: World, name: str) -> None:
    await world.cup()
    await world.ladder()
    await world.ab_test()
    if name == "webhooks":
        await world.webhook()
    asked = await TABLE[name].arguments(world)
    if name == "tournament-create":
        asked["file"] = asked["file"].replace('id = "cup"', 'id = "other"')
    told = await world.do(world.wood, name, **asked)
    hers = ("Ms Hill", "Otter", "crab", "7b", "ours", "Winter Cup")
    if name not in ("tournament-create",):
        assert not any(word in str(told.to_plain()) for word in hers)
    assert any(word in str(world.everything()) for word in hers)


@pytest.mark.parametrize("by", ["owner", "admin"])
@pytest.mark.parametrize("name", named(Theirs))
async def test_what_is_somebody_elses_does_not_exist(world: World, name: str, by: str) -> None:
    power = TABLE[name]
    assert isinstance(power, Theirs)
    asked = await power.arguments(world)
    for command, arguments in power.before:
        await world.do(world.hill, command, **arguments)
    ghost = asked | {power.field: GHOSTS.get(power.field, "nobodys")}
    before = world.everything()
    said, noted = [], []
    for arguments in (asked, ghost):
        known = len(world.notes())
        refused = await world.run(world.wood, name, arguments)
        assert isinstance(refused, Refusal), name
        name_of_it = re.escape(str(arguments[power.field]))
        thing = re.compile(rf"(?<![\w-]){name_of_it}(?![\w-])")  # not within an id
        said.append((refused.status, thing.sub("THING", refused.reason)))
        noted.append(thing.sub("THING", json.dumps(world.notes(known))))
    assert said[0] == said[1]
    assert noted[0] == noted[1]
    assert world.everything() == before
    if by == "owner":
        result = await world.run(world.hill, name, asked)
    else:
        result = await world.run(world.admin, name, asked | dict(power.by_admin))
    if name in IMPOSSIBLE:
        assert isinstance(result, Refusal)
        assert IMPOSSIBLE[name] in result.reason
    else:
        assert isinstance(result, Result), result


async def test_the_whole_server_is_an_administrators(world: World) -> None:
    before = world.everything()
    for name, more in (
        ("open", {}),
        ("close", {}),
        ("freeze", {}),
        ("announce", {"text": "hello"}),
    ):
        refused = await world.run(world.hill, name, more)
        assert isinstance(refused, Refusal)
        assert world.everything() == before
        await world.do(world.admin, name, **more)
        await world.do(world.admin, "open")


# Organisers who play.

MATCH_COMMANDS: Final[Mapping[str, str]] = {
    "open": "room",
    "close": "room",
    "freeze": "room",
    "announce": "room",
    "re-run": "match",
    "end-match": "match",
    "export": "match",
}
PUPIL_COMMANDS: Final[Mapping[str, Arguments]] = {
    "mute": {"user": "Otter"},
    "unmute": {"user": "Otter"},
    "add-token": {"user": "Otter"},
    "add-key": {"user": "Otter", "key": PUBLIC_KEY},
    "revoke-tokens": {"user": "Otter"},
    "cards": {"name": "7b", "pupil": "Otter"},
    "rename": {"user": "Otter", "name": "Heron"},
    "remove-pupil": {"name": "7b", "pupil": "Otter"},
    "remove-class": {"name": "7b"},
}


async def against(world: World, rival: str) -> tuple[str, str]:
    """Ms Hill, or a bot of hers, plays against her pupil, in a room of that pupil; the match and the room."""
    match_id = await start_match([await world.come("Otter"), await world.come(rival)], **DUEL)
    return match_id, world.server.app.play.room_of(world.server.live(match_id)).id


@pytest.mark.parametrize("rival", ["Ms Hill", "crab"])
async def test_who_plays_in_a_match_has_no_power_over_it(world: World, rival: str) -> None:
    world.crab.classroom = world.classroom.id  # a bot that its class may meet
    match_id, room = await against(world, rival)
    things = {"room": room, "match": match_id}
    before = world.everything()
    for name, what in MATCH_COMMANDS.items():
        more = {"text": "hello"} if name == "announce" else {}
        refused = await world.run(world.hill, name, {what: things[what], **more})
        assert isinstance(refused, Refusal), name
        assert "take part" in refused.reason
        assert world.everything() == before
    await world.do(world.admin, "freeze", room=room)
    await world.do(world.admin, "open", room=room)
    assert await world.do(world.admin, "re-run", match=match_id) is not None


async def test_who_plays_against_a_pupil_cannot_become_that_pupil_or_send_them_away(
    world: World,
) -> None:
    match_id, _ = await against(world, "Ms Hill")
    [mine] = world.accounts.credentials.of(world.user("Otter"))
    before = world.everything()
    for name, asked in {**PUPIL_COMMANDS, "revoke-token": {"id": mine.id}}.items():
        refused = await world.run(world.hill, name, asked)
        assert isinstance(refused, Refusal), name
        assert "take part" in refused.reason
        assert world.everything() == before
    world.server.live(match_id).abort("aborted")
    await world.server.until(lambda: match_id not in world.server.app.play.running)
    await world.do(world.hill, "add-token", user="Otter")


async def test_who_assists_in_a_match_has_no_power_over_it(world: World) -> None:
    otter, lynx = await world.come("Otter"), await world.come("Lynx")
    hill = await world.come("Ms Hill")
    owner = await world.server.dial("Lynx again")
    _, token = world.accounts.credentials.issue(world.user("Lynx"), Kind.USER)
    await lynx.leave()
    await owner.log_in(auth={"kind": "token", "token": token}, features=["assist"])
    match_id = await start_match([otter, owner], assist="advice", **DUEL)
    code = (await owner.ask("assist_invite", match_id=match_id))["data"]["code"]
    await hill.ask("assist_join", code=code)
    refused = await world.run(world.hill, "re-run", {"match": match_id})
    assert isinstance(refused, Refusal)
    assert "take part" in refused.reason
    assert match_id in world.server.app.play.running


TOURNAMENT_COMMANDS: Final[Mapping[str, Arguments]] = {
    "tournament-forfeit": {"table": "R1.1", "entrant": "Otter"},
    "tournament-rule": {"table": "R1.1", "places": [2, 1]},
    "tournament-replay": {"table": "R1.1"},
    "tournament-adjust": {"entrant": "Otter", "points": -5, "reason": "late"},
    "tournament-withdraw": {"entrant": "Otter"},
    "tournament-remove": {},
}


async def test_who_takes_part_in_a_tournament_decides_nothing_in_their_favour(world: World) -> None:
    file = tournament_file("round_robin", bots=(), users=("Otter", "Ms Hill"))
    await world.do(world.hill, "tournament-create", file=file)
    await world.do(world.hill, "tournament-start", tournament="cup")
    director = world.server.app.feature(TournamentFeature).tournaments.director("cup")
    await world.server.until(lambda: bool(director.calls))
    before = world.everything()
    for name, more in TOURNAMENT_COMMANDS.items():
        refused = await world.run(world.hill, name, {"tournament": "cup", **more})
        assert isinstance(refused, Refusal), name
        assert "take part" in refused.reason
        assert world.everything() == before
    await world.do(world.admin, "tournament-rule", tournament="cup", table="R1.1", places=[2, 1])


# Refused is unchanged.


async def test_a_match_that_cannot_be_played_again_goes_on(world: World) -> None:
    """The attack of the report: the match was aborted first, and refused then."""
    otter, lynx = await world.come("Otter"), await world.come("Lynx")
    match_id = await start_match([otter, lynx], **DUEL)
    room = world.server.app.play.room_of(world.server.live(match_id)).id
    await lynx.ask("leave", room=room)
    refused = await world.run(world.hill, "re-run", {"match": match_id})
    assert isinstance(refused, Refusal)
    assert "not everybody is there" in refused.reason
    assert match_id in world.server.app.play.running
    assert not world.server.live(match_id).is_over


async def test_where_no_match_may_begin_none_is_ended_to_be_played_again(world: World) -> None:
    match_id = await world.running()
    await world.do(world.admin, "close")
    refused = await world.run(world.hill, "re-run", {"match": match_id})
    assert isinstance(refused, Refusal)
    assert not world.server.live(match_id).is_over


async def test_a_class_is_made_with_all_its_pupils_or_not_at_all(world: World) -> None:
    before = world.everything()
    for name, asked in (
        ("add-class", {"name": "7c", "names": ["Heron", "Heron"]}),
        ("add-class", {"name": "7c", "pupils": 1_000}),
        ("add-pupils", {"name": "7b", "names": ["Heron", "Otter"]}),
    ):
        refused = await world.run(world.hill, name, asked)
        assert isinstance(refused, Refusal)
        assert world.everything() == before


# Nobody comes by more than they have.


async def test_a_narrow_token_makes_no_wider_one(world: World) -> None:
    boss = world.accounts.register.add_account("boss", Role.MANAGER)
    narrow = Operator(boss, frozenset({"organise"}))
    refused = await world.run(narrow, "add-token", {"user": "boss", "scopes": ["admin"]})
    assert isinstance(refused, Refusal)
    await world.do(narrow, "add-token", user="boss")
    [made] = world.accounts.credentials.of(boss)
    assert made.scopes == frozenset({"organise"})


async def test_who_made_the_account_of_an_administrator_is_not_its_owner(world: World) -> None:
    boss = world.accounts.register.add_account("boss", Role.MANAGER, owner=world._id(world.hill))
    for name in ("tokens", "add-token", "revoke-tokens", "mute"):
        refused = await world.run(world.hill, name, {"user": boss.id})
        assert isinstance(refused, Refusal)
        assert "no users go by" in refused.reason


async def test_names_of_others_can_be_given_again(world: World) -> None:
    """Otherwise the refusal would tell that there is such an account."""
    told = await world.do(world.wood, "add-bot", name="crab")
    assert "crab is u_" in told.message
    refused = await world.run(world.wood, "add-bot", {"name": "crab"})
    assert isinstance(refused, Refusal)
