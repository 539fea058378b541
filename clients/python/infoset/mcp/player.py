"""One login with one seat, and what the tools of a language model do with it. All answers are text."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Final, Self

from infoset.client import Client, Incoming
from infoset.errors import AddressError, ConnectionLostError, ReplyTimeoutError, RequestError
from infoset.mcp.refusal import RefusedError
from infoset.mcp.seat import NOTHING_ASKED, TextSeat
from infoset.opening import open_room
from infoset.playing import Host, Plan
from infoset.printing import clean
from infoset.remote import expect
from infoset.seated.worlds import tell_rows, tell_worlds
from infoset.turn import Match, Turn
from infoset_games.core import Json
from infoset_protocol.messages import (
    Chat,
    ClientMessage,
    CreateRoom,
    Describe,
    GameInfo,
    Games,
    Join,
    Resign,
    Seek,
    ServerMessage,
    SimJob,
    Unknown,
)

FEATURES: Final = ("obs", "chat", "compute")
LONGEST_WAIT_S: Final = 60.0
ANSWER_S: Final = 45.0  # many who call tools give up after a minute
MOST_WORLDS: Final = 8
MOST_PLAYOUTS: Final = 64
NO_MATCH: Final = "you are in no match; call find_match"
NOT_STARTED: Final = "the match has not started yet; call wait_for_turn"


class Player:
    """Use as `async with Player(client) as player:`. The client is closed with it."""

    def __init__(self, client: Client, answer_s: float = ANSWER_S) -> None:
        """`client` has asked for FEATURES. A tool refuses when the server has not answered for `answer_s`."""
        self.client = client
        self._answer_s = answer_s
        self.seat: TextSeat | None = None  # of the newest match
        self._host = Host(client, self._sit, Plan(matches=None))
        self._hosting: asyncio.Task[None] | None = None
        self._seated = asyncio.Event()
        self._is_sought = False  # a match that has not started

    async def __aenter__(self) -> Self:
        await self.client.connect()
        self._hosting = asyncio.create_task(self._host.run(), name="seat of a model")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._hosting is not None:
            self._hosting.cancel()
            await asyncio.wait([self._hosting])
        await self.client.close()

    def _sit(self, match: Match, start: Incoming) -> TextSeat:
        self.seat = TextSeat(match, self._ask)
        self._is_sought = False
        self._seated.set()
        return self.seat

    @property
    def is_playing(self) -> bool:
        """Is there a match that is not over?"""
        return self.seat is not None and self.seat.result is None

    @property
    def is_lost(self) -> bool:
        """Has the connection ended for good?"""
        return self._hosting is not None and self._hosting.done()

    # Finding a match.

    async def games(self) -> str:
        """What can be played here, and against which house bots. Raises RequestError."""
        told = expect(await self._request(Describe()), Games)
        lines = [
            f"{game.game} ({clean(game.rules)}), {game.seats[0]} to {game.seats[1]} seats; "
            f"options: {usual_options(game)}"
            for game in told.games
        ]
        lines += [
            f"house bot {bot.bot} for {', '.join(bot.games)}: {clean(bot.about or '')}"
            for bot in told.bots
        ]
        return "\n".join(lines)

    async def find_match(
        self,
        game: str,
        seats: int | None,
        bots: Sequence[str],
        room: str,
        options: Mapping[str, Json],
        wait_s: float,
    ) -> str:
        """Sits down: in a room, in a new one with house bots, or with whoever seeks the same game.

        Raises RefusedError while a match is being played.
        """
        if self.is_playing:
            raise RefusedError("you are in a match already; call wait_for_turn, or resign it")
        if room and options:
            raise RefusedError("options: expected none with a room, which has its own")
        self._seated.clear()
        self._is_sought = False
        if room:
            await self._request(Join(room=room, any_seat=True, ready=True))
        elif bots:
            wanted = CreateRoom(game=game, seats=seats or len(bots) + 1, options=dict(options))
            await self._open(wanted, bots)
        else:
            await self._request(Seek(game=game, seats=seats, options=dict(options) or None))
        self._is_sought = not self._seated.is_set()
        return await self.wait_for_turn(wait_s)

    async def _open(self, request: CreateRoom, bots: Sequence[str]) -> None:
        async with self._answers():
            room = await open_room(self.client, request, bots)
        await self._request(Join(room=room.room, seat=0, ready=True))

    # Playing.

    def _current(self) -> TextSeat:
        """The seat. Raises RefusedError where there is none, or what ended the connection for good."""
        if self._hosting is not None and self.is_lost:
            error = self._hosting.exception()
            raise RefusedError(f"the connection is lost for good: {error}")
        if self.seat is None:
            raise RefusedError(NO_MATCH)
        return self.seat

    async def wait_for_turn(self, wait_s: float) -> str:
        """What has happened, and the position with the legal actions as soon as it is our turn."""
        if self.seat is None or self._is_sought:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(bounded(wait_s)):
                    await self._seated.wait()
        if self._is_sought and not self.is_lost:
            return NOT_STARTED
        seat = self._current()
        await seat.wait(bounded(wait_s))
        return seat.tell()

    async def act(
        self, answer: str, note: str, value: Sequence[float] | None, wait_s: float
    ) -> str:
        """Plays, then as `wait_for_turn`. Raises RefusedError, which says what is legal."""
        seat = self._current()
        await seat.act(answer, note, value)
        await seat.wait(bounded(wait_s))
        return seat.tell()

    async def say(self, text: str) -> str:
        """Table talk."""
        await self._request(Chat(match_id=self._current().match.match_id, text=text))
        return "said"

    async def resign(self) -> str:
        """Gives the match up."""
        await self._request(Resign(match_id=self._current().match.match_id))
        return "resigned"

    def history(self, last: int) -> str:
        """The last lines of what has happened, all of them for 0."""
        lines = self._current().log
        return "\n".join(lines[-last:] if last > 0 else lines) or "nothing has happened yet"

    def result(self) -> str:
        """How the match ended, or that it runs."""
        return "\n".join(self._current().scene.final_table())

    # Thinking on the server.

    def _asked(self) -> Turn:
        turn = self._current().turn
        if turn is None:
            raise RefusedError(NOTHING_ASKED)
        return turn

    async def worlds(self, count: int, seed: int) -> str:
        """Positions that agree with what the seat knows: what the others hold in each."""
        turn = self._asked()
        async with self._answers():
            drawn = await self.client.determinize(
                turn.match.match_id,
                min(max(count, 1), MOST_WORLDS),
                decision=turn.decision,
                seed=seed,
            )
            handles = [world.w for world in drawn.worlds]
            views = {
                seat: await self._look(turn.match, handles, seat, seed)
                for seat in range(turn.match.seats)
                if seat != turn.seat
            }
        return "\n".join(tell_worlds(turn, views))

    async def _look(
        self, match: Match, handles: Sequence[str], seat: int, seed: int
    ) -> list[dict[str, object]]:
        """What a seat would see in each of the worlds."""
        jobs = [SimJob(w=handle, acts=[], keep=False) for handle in handles]
        told = await self.client.simulate(match.match_id, jobs, want=["obs"], view=seat, seed=seed)
        return [result.obs or {} for result in told.results]

    async def rollout(self, playouts: int, policy: str, seed: int) -> str:
        """The mean result of each legal action over random worlds, best first."""
        turn = self._asked()
        worlds = min(max(playouts, 1), MOST_PLAYOUTS)
        first = None if turn.n is None else "all"
        async with self._answers():
            told = await self.client.rollout(
                turn.match.match_id,
                decision=turn.decision,
                first=first,
                k=worlds,
                n=1,
                policy=policy,
                seed=seed,
            )
        return "\n".join(tell_rows(turn, told.rows))

    async def _ask(self, message: ClientMessage) -> Incoming:
        """As `Client.ask`, which would wait for a server that is away as long as it hopes to come back."""
        async with self._in_time():
            return await self.client.ask(message)

    @contextlib.asynccontextmanager
    async def _in_time(self) -> AsyncIterator[None]:
        """Raises ReplyTimeoutError when the block has waited too long for the server."""
        try:
            async with asyncio.timeout(self._answer_s):
                yield
        except ReplyTimeoutError:
            raise  # the client's own
        except TimeoutError:
            waited = f"no answer within {self._answer_s:.0f} s, the server is perhaps away"
            raise ReplyTimeoutError(waited) from None

    @contextlib.asynccontextmanager
    async def _answers(self) -> AsyncIterator[None]:
        """Raises what the server or the connection refuses, or does not answer in time, as a RefusedError."""
        with refusals():
            async with self._in_time():
                yield

    async def _request(self, message: ClientMessage) -> ServerMessage | Unknown:
        with refusals():
            return (await self._ask(message)).message


def usual_options(game: GameInfo) -> str:
    """The options of a game with what they are where nobody says, as JSON."""
    usual = {name: told.get("default") for name, told in game.options.items()}
    return clean(" ".join(f"{name}={json.dumps(value)}" for name, value in usual.items()))


def bounded(seconds: float) -> float:
    """A wait that no caller can make endless."""
    return min(max(seconds, 0.0), LONGEST_WAIT_S)


@contextlib.contextmanager
def refusals() -> Iterator[None]:
    """Raises what the server or the connection refuses as a RefusedError."""
    try:
        yield
    except RequestError as error:
        raise RefusedError(f"{clean(error.msg)} ({error.code})") from None
    except (AddressError, ConnectionLostError, ReplyTimeoutError) as error:
        raise RefusedError(clean(error)) from None
