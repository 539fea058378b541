"""A person as a Seat of a Host: messages in, what is typed out as acts."""

import asyncio

from infoset.assistant.owner import PLAYED, Owner
from infoset.botseat import CLOSED, write_act
from infoset.client import Incoming
from infoset.errors import CommandError, ConnectionLostError, ReplyTimeoutError, RequestError
from infoset.printing import clean
from infoset.refusals import trouble_words
from infoset.remote import Request
from infoset.seated.desk import Clock, Desk
from infoset.seated.known import obey_know
from infoset.seated.neighbours import Neighbours
from infoset.seated.other_device import obey_device
from infoset.seated.second_thoughts import obey_undo
from infoset.seated.sitting import LeftError, Sitting
from infoset.turn import Choice, Match, MatchResult
from infoset.wording import say


class PersonSeat:
    """Plays one match by what a person types."""

    def __init__(
        self,
        sitting: Sitting,
        desk: Desk,
        request: Request,
        clock: Clock,
        owner: Owner | None = None,
        neighbours: Neighbours | None = None,
    ) -> None:
        """`owner` understands what is said to programs that help, `neighbours` what is said of others."""
        self.sitting = sitting
        self._owner = owner
        self._neighbours = neighbours
        self._desk = desk
        self._request = request
        self._clock = clock
        self._over = asyncio.Event()
        self._is_open = False

    @property
    def match(self) -> Match:
        return self.sitting.match

    @property
    def result(self) -> MatchResult | None:
        return self.sitting.result

    def take(self, incoming: Incoming) -> None:
        """Notes one message about the match, and shows what it says."""
        news = self.sitting.take(incoming.message, self._clock())
        if self._is_open:
            self._desk.show(self.sitting, news)
        if self.sitting.result is not None:
            self._over.set()

    async def play(self) -> None:
        """Until the match is over. Raises CommandError if the person leaves or nothing more can be typed."""
        await self._desk.open(self.sitting)
        self._is_open = True
        self._desk.show(self.sitting, list(self.sitting.scene.log))
        reading = asyncio.create_task(self._read(), name="answers")
        over = asyncio.create_task(self._over.wait(), name="end of the match")
        try:
            await asyncio.wait({reading, over}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._is_open = False
            reading.cancel()
            over.cancel()
            await self._desk.close(self.sitting)
        if not self._over.is_set():
            reading.result()  # raises why nothing more is read

    async def _read(self) -> None:
        while True:
            line = await self._desk.read_line(self.sitting)
            if await self._obey(line):
                continue
            try:
                choice = self.sitting.answer(line)
            except LeftError:
                raise CommandError(say("terminal-left")) from None
            if choice is not None:
                await self._act(choice)
            self._desk.show(self.sitting, ())

    async def _obey(self, line: str) -> bool:
        """Does what is said to programs that help, or of other people; is that what the line says?"""
        turn = self.sitting.turn
        told = None if self._owner is None else await self._owner.obey(line)
        if told is None and self._neighbours is not None:
            told = await self._neighbours.obey(line)
        if told is None:
            told = await obey_device(line, self._request)
        if told is None:
            told = await obey_undo(line, self.sitting.undoing, self._request)
        if told is None:
            wording = self.sitting.wording
            told = await obey_know(line, self.match, turn, wording, self._request)
        if told is None:
            return False
        if told == PLAYED and self.sitting.turn is turn:
            self.sitting.close()
        is_played = told == PLAYED
        lines = [say("terminal-played")] if is_played else list(map(clean, told.splitlines()))
        self.sitting.note = "\n".join(lines)
        self._desk.show(self.sitting, ())
        return True

    async def _act(self, choice: Choice) -> None:
        turn = self.sitting.turn
        assert turn is not None  # or there were no choice
        self.sitting.sent = turn.decision
        try:
            self.sitting.undoing.take(await self._request(write_act(turn, choice)))
        except RequestError as error:
            if error.code in CLOSED:
                self.sitting.close()
            self.sitting.note = trouble_words(error)
        except (ConnectionLostError, ReplyTimeoutError) as error:
            why = trouble_words(error)  # a snapshot will ask again
            self.sitting.note = say("terminal-not-sent", why=why)
        else:
            if self.sitting.turn is turn:  # the next question may have come first
                self.sitting.close()
        finally:
            self.sitting.sent = 0
