"""Makes bots of candidates, and the matches that compare them on equal deals."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from infoset.errors import CommandError
from infoset_bots.lab.arena.files import Files, changes
from infoset_bots.lab.arena.plan import Entry, Plan
from infoset_bots.lab.arena.players import files_behind, rules_behind
from infoset_bots.lab.arena.run import changed_text, check_rules
from infoset_bots.lab.arena.schedule import Job, Seating, all_seatings, halves
from infoset_bots.lab.arena.store import write_whole
from infoset_bots.lab.tuning.settings import Settings
from infoset_bots.lab.tuning.space import WEIGHTS, Choice, Values, entries, parameters

START: Final = "start"
BEST: Final = "best"
RIVAL: Final = "rival"  # + number, of those named by --against
NOT_IN_PATHS: Final = ",=:"  # what separates the parameters of a bot


def spec_of(bot: str, params: Mapping[str, Any]) -> str:
    """A bot with its parameters, as the arena reads it."""
    if not params:
        return bot
    return f"{bot}:{','.join(f'{name}={value_text(value)}' for name, value in params.items())}"


def value_text(value: Any) -> str:
    """A value as the arena reads it back: JSON, but for text that needs no quotes. Raises CommandError."""
    text = value if isinstance(value, str) else json.dumps(value)
    if "," in text:
        raise CommandError(f"{text}: expected a value without commas")
    return text


def entry_of(settings: Settings, folder: Path, label: str, values: Values) -> Entry:
    """A candidate as an entry of the arena; its weights file, if it has one, is written to `folder`."""
    params = dict(settings.params) | parameters(settings.dimensions, values)
    if settings.record:
        path = folder.absolute() / f"{label}.json"
        write_record(path, dict(settings.record) | entries(values))
        params[WEIGHTS] = str(path)
    return entry_with_files(label, spec_of(settings.bot, params))


def write_record(path: Path, record: Mapping[str, Any]) -> None:
    """Writes a weights file, whole or not at all. Raises CommandError."""
    if any(mark in str(path) for mark in NOT_IN_PATHS):
        raise CommandError(f"{path}: expected a folder without any of {NOT_IN_PATHS} in its path")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(record, indent=1) + "\n")
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error


def rivals_of(settings: Settings, start: Entry) -> list[Entry]:
    """Who sits at the other seats."""
    if not settings.against:
        return [start]
    listed = enumerate(settings.against, 1)
    return [entry_with_files(f"{RIVAL}{number}", spec) for number, spec in listed]


def entry_with_files(label: str, spec: str) -> Entry:
    """An entry that says what it is made of, for workers elsewhere."""
    return Entry(label, spec, files=files_behind(spec))


def noted_files(settings: Settings) -> dict[str, Files]:
    """The files behind all that play, by who it is: the bot as it starts, with what it may choose from, and its rivals."""
    chosen = [
        {one.name: value}
        for one in settings.dimensions
        if isinstance(one, Choice)
        for value in one.options
    ]
    specs = [spec_of(settings.bot, {**settings.params, **more}) for more in ({}, *chosen)]
    return {spec: files_behind(spec) for spec in (*specs, *settings.against)}


def check_files(settings: Settings) -> None:
    """Raises CommandError, naming them, if files behind a bot or the rules are not what they were when the run began."""
    check_rules(settings.rules, settings.game_files, rules_behind(settings.game))
    if settings.files is None:
        return
    for spec, now in noted_files(settings).items():
        if changed := changes(settings.files.get(spec, {}), now):
            raise CommandError(
                f"{changed_text(spec, changed)}; or add --mended where you have mended what the matches so "
                "far did not meet, so that they count"
            )


def seatings_of(label: str, rivals: Sequence[Entry], seats: int) -> list[Seating]:
    """How a candidate sits in a block: as many seats as a single rival, or one among several."""
    others = [rival.label for rival in rivals]
    if len(others) == 1:
        return halves(label, others[0], seats)
    filled = [others[number % len(others)] for number in range(seats - 1)]
    return all_seatings((label, *filled), "rotations")


class Comparison:
    """Candidates on equal deals: every block is a deal under all seatings of one candidate.

    Matches come deal by deal, so that a run that is broken off has compared all on the same deals.
    """

    def __init__(
        self, labels: Sequence[str], rivals: Sequence[Entry], seats: int, seed: str, blocks: int
    ) -> None:
        self._tables = [seatings_of(label, rivals, seats) for label in labels]
        self._labels = list(labels)
        self._seed = seed
        self._blocks = blocks
        self.size = len(self._tables[0]) if labels else 0  # matches of a block
        self.matches = blocks * self.size * len(labels)

    def jobs(self, without: Iterable[int] = ()) -> Iterator[Job]:
        """All matches but those of these numbers."""
        done = set(without)
        for number in range(self.matches):
            if number not in done:
                yield self.job(number)

    def job(self, number: int) -> Job:
        """Match `number`."""
        block, seating = divmod(number, self.size)
        deal, candidate = divmod(block, len(self._labels))
        seats = self._tables[candidate][seating]
        return Job(number, deal, seating, f"{self._seed}:{deal}", seats)

    def label_of(self, number: int) -> str:
        """Whose block match `number` belongs to."""
        return self._labels[number // self.size % len(self._labels)]


def plan_of(settings: Settings, listed: Sequence[Entry], seed: str, matches: int) -> Plan:
    """The plan for the arena's folder and processes; the schedule is the comparison's own."""
    return Plan(
        game=settings.game,
        rules=settings.rules,
        entries=tuple(listed),
        seed=seed,
        matches=matches,
        options=settings.options,
        duplicate=True,
        patience_s=settings.patience_s,
    )
