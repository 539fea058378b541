"""What is kept of a release, by subject: one function brings it about, the other holds a later server to it. No tests here.

The first returns what was true when its server stopped, as JSON; the second is given that.
"""

import hashlib
import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

from tests.integration.harness import (
    Client,
    Server,
    open_room,
    play_on,
    play_out,
    play_some,
    seat_all,
)
from tests.integration.test_ladder import counted, enter, playing, standing
from tests.integration.test_restart import PLAYERS, come, truth
from tests.integration.uploads import bot, open_hosting, upload
from tests.server.contests.tournaments.files import tournament_file

from infoset_games.match import Match
from infoset_games.replay import state_hash
from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role, User
from infoset_server.app.features.ladders import LadderFeature
from infoset_server.app.features.tournaments import TournamentFeature
from infoset_server.app.features.uploads import UploadFeature
from infoset_server.contests.tournaments.director import Director
from infoset_server.contests.tournaments.tournament import Tournament

Truth = dict[str, Any]
GAMES: Final[dict[str, dict[str, Any]]] = {
    "colonizers": {},
    "catan": {},
    "crossfire": {"options": {"preset": "mini"}},
}


# Matches under way, one for each game; one match of each number of players to its end.


async def make_matches(server: Server) -> Truth:
    players = [await come(server, name) for name in PLAYERS]
    running = {}
    for game, options in GAMES.items():
        seated = players[:2] if game == "crossfire" else players
        match_id = await begin_match(seated, game=game, **options)
        await play_some(seated, match_id, decisions=4)
        running[match_id] = picture(truth(server, match_id)) | {"players": len(seated)}
    finished = await begin_match(players, game="colonizers")
    (result, *_) = await play_out(players, finished)
    return {
        "running": running,
        "finished": {finished: {"places": result["places"], "seed": result["seed"]}},
    }


async def begin_match(players: list[Client], **settings: Any) -> str:
    """A match of these players; its id."""
    room = await open_room(players[0], **settings)
    await seat_all(players, room, ready=True)
    starts = [await player.expect("match_start") for player in players]
    match_id: str = starts[0]["match_id"]
    return match_id


def picture(match: Match) -> Truth:
    """What must be true of a match that a later server has read."""
    return {
        "rules": match.game.rules,
        "ver": match.ver,
        "steps": len(match.steps),
        "state": state_hash(match.state),
        "open": {str(seat): decision.number for seat, decision in match.open.items()},
    }


async def check_matches(server: Server, then: Truth) -> None:
    """All are as they were, and what had not ended ends."""
    for match_id, told in then["running"].items():
        now = picture(truth(server, match_id))
        assert {name: told[name] for name in now} == now
    players = [await come(server, name) for name in PLAYERS]
    for match_id, told in then["running"].items():
        seated = players[: told["players"]]
        for player in seated:
            await player.expect("match_start", match_id=match_id)
        results = await play_out(seated, match_id)
        assert {result["reason"] for result in results} == {"finished"}
    for match_id, told in then["finished"].items():
        await players[0].ask("replay", replay=match_id, form="actions", view="all")
        part = await players[0].expect("replay_part")
        assert match_id in json.dumps(part)
        assert told["seed"] in json.dumps(part)


# Accounts, and the tokens that let them in.


async def make_accounts(server: Server) -> Truth:
    credentials = server.app.people.accounts.credentials
    teacher, _ = account(server, "teacher", Role.ORGANISER)
    crab, _ = account(server, "crab", Role.PLAYER, is_bot=True)
    narrow = credentials.issue(crab, Kind.BOT, scopes=frozenset({"watch"}))[1]
    lost, revoked = credentials.issue(crab, Kind.BOT)
    credentials.revoke(lost.id)
    tokens = {
        "teacher": credentials.issue(teacher, Kind.USER)[1],
        "crab": credentials.issue(crab, Kind.BOT)[1],
        "crab, watching": narrow,
    }
    known = {
        name: (await identity(server, token)) | {"token": token} for name, token in tokens.items()
    }
    return {"known": known, "revoked": revoked}


def account(server: Server, name: str, role: Role = Role.PLAYER, **more: Any) -> tuple[User, str]:
    """A new account, and a token that lets it in."""
    user = server.app.people.accounts.register.add_account(name, role, **more)
    return user, server.app.people.accounts.credentials.issue(user, Kind.USER)[1]


async def log_in(server: Server, token: str) -> Client:
    client = await server.dial("somebody")
    return await client.log_in(auth={"kind": "token", "token": token})


async def identity(server: Server, token: str) -> Truth:
    """Whom a token lets in, and what they may do."""
    welcome = (await log_in(server, token)).welcome
    return {name: welcome[name] for name in ("user", "name", "scopes")}


async def check_accounts(server: Server, then: Truth) -> None:
    for told in then["known"].values():
        now = await identity(server, told["token"])
        assert (now["user"], now["name"]) == (told["user"], told["name"])
        assert set(now["scopes"]) >= set(told["scopes"])
    assert then["known"]["crab, watching"]["scopes"] == ["watch"]
    stranger = await server.dial("stranger")
    auth = {"kind": "token", "token": then["revoked"]}
    refusal = await stranger.refused("hello", proto=[1], auth=auth)
    assert refusal["code"] == "auth_failed"


# A ladder with results and ratings.


async def make_ladder(server: Server) -> Truth:
    clients = [(await enter(server, name, games=3))[0] for name in ("eve", "fay")]
    async with playing(*clients):
        await server.until(lambda: counted(server) == 3)
        for client in clients:
            await client.expect("rating", games=3)
    return {"table": await counts(clients[0]), "matches": rated(server)}


async def counts(client: Client) -> Truth:
    """The table without ratings, which a later version may calculate by better rules."""
    rows = await standing(client)
    return {
        name: {field: row[field] for field in ("entry", "games", "wins")}
        for name, row in rows.items()
    }


def rated(server: Server) -> list[str]:
    """The matches that count, in their order."""
    ladder = server.app.feature(LadderFeature).ladders.ladders["open"]
    return [result.match_id for result in ladder.results]


async def check_ladder(server: Server, then: Truth) -> None:
    """The table is what it was, and goes on."""
    assert rated(server) == then["matches"]
    await server.until(lambda: counted(server) == len(then["matches"]))
    clients = [(await enter(server, name, queue=False))[0] for name in ("eve", "fay")]
    assert await counts(clients[0]) == then["table"]
    for name, client in zip(("eve", "fay"), clients, strict=True):
        entry = then["table"][name]["entry"]
        await client.ask("ladder_queue", ladder="open", entry=entry, games=1)
    async with playing(*clients):
        await server.until(lambda: counted(server) == len(then["matches"]) + 1)


# A tournament that is over, and one in the middle of a series.


async def make_tournaments(server: Server) -> Truth:
    cup = start_tournament(server, tournament_file("swiss", rounds=2))
    tokens = {name: account(server, name)[1] for name in ("gus", "hal")}
    series = tournament_file(
        "round_robin", "ready = false", "best_of = 3", bots=(), users=tuple(tokens)
    )
    director = start_tournament(server, series.replace('id = "cup"', 'id = "series"'))
    await server.until(lambda: cup.tournament.state == "over")
    clients = [await log_in(server, token) for token in tokens.values()]
    match_id = (await clients[0].expect("match_start"))["match_id"]
    await play_out(clients, match_id)
    await clients[0].expect("match_start")
    return {
        "cup": score(cup.tournament),
        "series": score(director.tournament),
        "tokens": tokens,
    }


def start_tournament(server: Server, text: str) -> Director:
    tournaments = server.app.feature(TournamentFeature).tournaments
    one = tournaments.create(text, None, lambda user: True)
    director = tournaments.director(one.id)
    one.start(tournaments.now_ms())
    director.changed()
    return director


def score(one: Tournament) -> Truth:
    """How far a tournament has come."""
    return {
        "state": one.state,
        "entrants": [entrant.name for entrant in one.entrants],
        "scores": [str(points) for points in one.course.scores()],
        "played": [[match.match for match in table.played] for table in one.course.sittings],
        "running": [table.match.id for table in one.tables.values() if table.match is not None],
    }


async def check_tournaments(server: Server, then: Truth) -> None:
    """What is over says the same, and what is under way comes to its end."""
    tournaments = server.app.feature(TournamentFeature).tournaments
    assert score(tournaments.director("cup").tournament) == then["cup"]
    series = tournaments.director("series").tournament
    assert score(series) == then["series"]
    (match_id,) = then["series"]["running"]
    clients = [await log_in(server, token) for token in then["tokens"].values()]
    async with playing(*clients):
        await server.until(lambda: series.state == "over")
    (played,) = score(series)["played"]
    assert played[:2] == [*then["series"]["played"][0], match_id]


# A bot that its owner has uploaded.


async def make_uploads(server: Server) -> Truth:
    await open_hosting(server)
    olga, token = account(server, "olga")
    version = await upload(server, olga, bot("ferris", "table_bot.py", "first"))
    return {"token": token, "version": {"number": version.number, "digest": version.digest}}


async def check_uploads(server: Server, then: Truth) -> None:
    """It is its owner's, and plays where this machine can shut programs in."""
    hosted = server.app.feature(UploadFeature).hosted
    owner = await log_in(server, then["token"])
    user = server.app.people.accounts.register.named("olga")
    assert user.id == owner.user
    ferris = hosted.find(user, "ferris")
    (version,) = ferris.versions
    assert {"number": version.number, "digest": version.digest} == then["version"]
    assert version.state == "ready"
    archive = await hosted.archive(ferris, version.number)
    assert hashlib.sha256(archive).hexdigest() == version.digest
    await open_hosting(server)
    room = await open_room(owner, game="crossfire", options={"preset": "mini"})
    await seat_all([owner], room)
    await owner.ask("add_bot", room=room, seat=1, bot="ferris")
    await owner.ask("start", room=room)
    match_id = (await owner.expect("match_start"))["match_id"]
    assert (await play_on(owner, match_id))["reason"] == "finished"


SUBJECTS: Final[
    dict[
        str,
        tuple[Callable[[Server], Awaitable[Truth]], Callable[[Server, Truth], Awaitable[None]]],
    ]
] = {
    "accounts": (make_accounts, check_accounts),
    "ladder": (make_ladder, check_ladder),
    "tournaments": (make_tournaments, check_tournaments),
    "uploads": (make_uploads, check_uploads),
    "matches": (
        make_matches,
        check_matches,
    ),  # last, so that they are under way when the server stops
}
