"""Plays the cases with a client program, one run of it for many cases, and judges how it ends."""

import asyncio
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from infoset.conformance.cases import COMPARED, WHOLE, Case, Trouble
from infoset.conformance.chapters import Chapter
from infoset.conformance.door import Door
from infoset.conformance.findings import Outcome
from infoset.conformance.host import Host
from infoset.conformance.programme import Programme
from infoset.conformance.programs import Client, Program, make_values
from infoset.conformance.table import FROZEN_S
from infoset.conformance.weather import FAIR

GIVE_UP: Final = 2  # runs in a row in which nothing was played: the rest is not tried
MAX_FREEZES: Final = 5  # of the machine in one run that are not blamed on the program
STARTING: Final = 3  # times as patient before the first hello: some languages start slowly
ENDING_S: Final = 1.0  # a client may take so long to end by itself after the last case


@dataclass(frozen=True, slots=True)
class Settings:
    """How a client is tried. Equal seeds give equal deals, weather and troubles.

    `is_repeatable`: the client promises to choose the same in the same position, so that matches with
    and without cuts must end alike.
    """

    seed: str = "1"
    patience_s: float = 10.0
    is_repeatable: bool = False


class Runner:
    """Tries one client. `on_outcome` hears of every case when it is decided."""

    def __init__(
        self, client: Client, settings: Settings, on_outcome: Callable[[Outcome], None]
    ) -> None:
        self._client = client
        self._settings = settings
        self._on_outcome = on_outcome
        self._host = Host(Programme([]), settings.seed, settings.patience_s)
        self._port = 0

    async def run(self, cases: Sequence[Case]) -> list[Outcome]:
        """Plays all cases. Raises CommandError if the program cannot be started."""
        outcomes = [Outcome(case) for case in cases]
        door = Door(self._host)
        self._port = await door.listen()
        try:
            for batch in batches(outcomes):
                await self._run_batch(batch)
                for outcome in batch:
                    self._on_outcome(outcome)
        finally:
            await door.close()
        if self._settings.is_repeatable:
            compare(outcomes)
        return outcomes

    async def _run_batch(self, batch: list[Outcome]) -> None:
        """Runs the program until every case of the batch is decided, again where it ends too early."""
        fruitless = 0
        while fruitless < GIVE_UP and (left := [o for o in batch if not (o.is_over or o.misses)]):
            await self._run_once(left)
            still = [o for o in left if not (o.is_over or o.misses)]
            fruitless = fruitless + 1 if not any(o.is_over for o in left) else 0
            if not still:
                break

    async def _run_once(self, outcomes: list[Outcome]) -> None:
        """One run of the program."""
        programme = self._host.programme = Programme(outcomes)
        case = outcomes[0].case
        values = make_values(case.transport, self._port, case.game, len(outcomes))
        program = await Program.start(self._client, values)
        try:
            await self._follow(program, programme)
            if programme.is_done:
                await program.stop(ENDING_S)
        finally:
            await program.stop(0.0)
            self._host.forget_everybody()
            for outcome in outcomes:
                outcome.last_words = program.last_words()

    async def _follow(self, program: Program, programme: Programme) -> None:
        """Waits until all is decided, or nothing more can come."""
        loop, freezes = asyncio.get_running_loop(), 0
        ended = asyncio.create_task(program.wait())
        try:
            while not programme.is_done:
                self._host.changed.clear()
                changed = asyncio.create_task(self._host.changed.wait())
                times = 1 if self._host.has_guests else STARTING
                patience_s = times * self._settings.patience_s
                until_s = loop.time() + patience_s
                done, _ = await asyncio.wait(
                    {ended, changed}, timeout=patience_s, return_when=asyncio.FIRST_COMPLETED
                )
                changed.cancel()
                if not done and loop.time() - until_s > FROZEN_S and freezes < MAX_FREEZES:
                    freezes += 1  # the machine stood still, and the program with it
                    continue
                if ended in done:
                    judge_end(programme, ended.result(), program.last_words())
                    return
                if any(o.misses and (o.is_over or not o.has_begun) for o in programme.outcomes):
                    return  # what it does after that would be blamed on other cases
                if not done and not self._host.is_playing:
                    judge_silence(programme, patience_s, program.last_words())
                    return
        finally:
            ended.cancel()


def batches(outcomes: Sequence[Outcome]) -> Iterator[list[Outcome]]:
    """Cases that one run of the program can play, one after another."""

    def is_last(outcome: Outcome) -> bool:
        return outcome.case.trouble is Trouble.REPLACED  # there is no way back from it

    def kind(outcome: Outcome) -> tuple[object, ...]:
        case = outcome.case
        return is_last(outcome), case.transport, case.role, case.game

    for _, group in itertools.groupby(sorted(outcomes, key=lambda o: repr(kind(o))), key=kind):
        found = list(group)
        if is_last(found[0]):
            yield from ([outcome] for outcome in found)
        else:
            yield found


def judge_end(programme: Programme, code: int, last_words: str) -> None:
    """The program has ended before all was decided."""
    running = next((o for o in programme.outcomes if o.has_begun and not o.is_over), None)
    if running is not None and running.case.trouble is Trouble.REPLACED:
        return
    if running is not None:
        running.miss(
            f"the program ended with exit code {code} during the match; it said: {last_words}",
            "to play to the end",
            running.case.where,
        )
    elif not any(outcome.is_over for outcome in programme.outcomes):
        programme.outcomes[0].miss(
            f"the program ended with exit code {code} before a match; it said: {last_words}",
            "to connect, say `hello` and `seek`",
            Chapter.RUN,
        )


def judge_silence(programme: Programme, patience_s: float, last_words: str) -> None:
    """The program runs, and does not ask for a match."""
    waiting = next((o for o in programme.outcomes if not o.has_begun), None)
    if waiting is not None:
        waiting.miss(
            f"it asked for nothing within {patience_s:g} s; it said: {last_words}",
            "`hello` and `seek`, or to take the seat that is given",
            Chapter.RUN,
        )


def compare(outcomes: Sequence[Outcome]) -> None:
    """Matches must be as the plain one of their level, for a client that chooses alike."""
    whole = {(o.case.level, o.case.game): o for o in outcomes if o.case.name == WHOLE}
    for outcome in outcomes:
        reference = whole.get((outcome.case.level, outcome.case.game))
        if reference is None or reference.misses or outcome.misses:
            continue
        if (outcome.result, outcome.actions) != (reference.result, reference.actions):
            outcome.miss(
                f"the match went another way than {reference.case.about}",
                "the same choices and the same result",
            )


def with_reference(cases: Sequence[Case]) -> list[Case]:
    """The cases, and for each game of a level that compares the same match as it usually is before them."""
    whole = [
        replace(
            case,
            name=WHOLE,
            about=COMPARED[case.level],
            trouble=None,
            weather=FAIR,
            where=Chapter.PLAYING,
        )
        for case in {(c.level, c.game): c for c in cases if c.level in COMPARED}.values()
    ]
    return sorted([*whole, *cases], key=lambda case: case.level)
