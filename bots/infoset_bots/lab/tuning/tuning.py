"""A tuning run from its start, or from where it was broken off, to the check of what it found."""

from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, Self, TextIO

from infoset_bots.lab.arena.intervals import mean_interval, share_interval
from infoset_bots.lab.arena.plan import Entry
from infoset_bots.lab.arena.progress import Progress
from infoset_bots.lab.pools.port import ComputePool
from infoset_bots.lab.tuning import folder
from infoset_bots.lab.tuning.centre import centre
from infoset_bots.lab.tuning.lineup import (
    BEST,
    START,
    Comparison,
    entry_of,
    rivals_of,
    spec_of,
    write_record,
)
from infoset_bots.lab.tuning.optimiser import Candidate, Optimiser
from infoset_bots.lab.tuning.scoring import block_scores, play_comparison
from infoset_bots.lab.tuning.settings import Settings
from infoset_bots.lab.tuning.space import (
    WEIGHTS,
    Value,
    Values,
    entries,
    key_of,
    parameters,
    start_value,
)
from infoset_games.registry import make_game

CHECK_SEED: Final = "check"


class Tuning:
    """One run in one folder: `Tuning(path, settings, pool, err).run()`. Use as a context manager."""

    def __init__(self, path: Path, settings: Settings, pool: ComputePool, err: TextIO) -> None:
        """Opens the search. Raises what making the game raises, and CommandError."""
        self.path = path
        self.settings = settings
        self.pool = pool
        self.seats = make_game(settings.game, settings.options, settings.rules).seats
        self.start = start_of(settings)
        self.optimiser = Optimiser(
            path / folder.STUDY,
            settings.dimensions,
            self.start,
            settings.seed,
            settings.population,
            is_genetic=settings.is_genetic,
        )
        scored = sum(one.score is not None for one in self.optimiser.candidates())
        self.done = scored * self.matches_each()
        self.progress = Progress(err, self.total(), before=self.done)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.progress.clear()
        self.optimiser.close()

    def matches_each(self) -> int:
        """How many matches score a candidate."""
        rivals = rivals_of(self.settings, Entry(START, self.settings.bot))
        return Comparison([BEST], rivals, self.seats, "", self.settings.blocks).matches

    def total(self) -> int:
        """How many matches the run has at most; a candidate that comes again is not played again."""
        settings = self.settings
        first = 0 if settings.is_genetic else 1
        candidates = first + settings.population * settings.generations
        start = Entry(START, settings.bot)
        check = Comparison([BEST], [start], self.seats, "", settings.check_blocks)
        return candidates * self.matches_each() + check.matches

    def run(self) -> dict[str, Any]:
        """Plays what is missing; what came out, as it is in `best.json`."""
        last = self.settings.generations - (1 if self.settings.is_genetic else 0)
        while self.is_open(last):
            self.play(self.optimiser.generation())
        return self.check(self.best())

    def is_open(self, last: int) -> bool:
        """Is there a generation up to number `last` without all its scores?"""
        scored = [one for one in self.optimiser.candidates() if one.score is not None]
        told = sum(one.generation == last for one in scored)
        return told < (self.settings.population if last or self.settings.is_genetic else 1)

    def play(self, generation: list[Candidate]) -> None:
        """Scores a generation."""
        number = generation[0].generation
        known = self.known_scores()
        asked: dict[str, Candidate] = {}
        for one in generation:
            if key_of(one.values) not in known:
                asked.setdefault(key_of(one.values), one)
        if asked:
            scores = self.compare(number, list(asked.values()))
            known |= {key: scores[label_of(one)] for key, one in asked.items()}
        for one in generation:
            if one.score is None:
                self.optimiser.tell(one.number, known[key_of(one.values)])

    def known_scores(self) -> dict[str, float]:
        """Scores on the deals of this generation: a genetic search keeps its deals, CMA-ES takes new ones."""
        if not self.settings.is_genetic:
            return {}
        return {
            key_of(one.values): one.score
            for one in self.optimiser.candidates()
            if one.score is not None
        }

    def compare(self, number: int, candidates: list[Candidate]) -> dict[str, float]:
        """Mean block scores by label."""
        path = folder.generation_folder(self.path, number)
        start = self.entry(path, START, self.start)
        rivals = rivals_of(self.settings, start)
        listed = [self.entry(path, label_of(one), one.values) for one in candidates]
        labels = [entry.label for entry in listed]
        deals = self.settings.seed
        if not self.settings.is_genetic:
            deals = f"{deals}:{number}"
        comparison = Comparison(labels, rivals, self.seats, deals, self.settings.blocks)
        before = self.done

        def told(done: int) -> None:
            self.progress.show(before + done, f"generation {number}")

        records = play_comparison(
            self.settings, comparison, [*listed, *rivals], path, self.pool, told
        )
        self.done = before + comparison.matches
        scores = block_scores(comparison, records, self.settings.score)
        return {label: sum(blocks) / len(blocks) for label, blocks in scores.items()}

    def best(self) -> dict[str, Value]:
        """The best of a genetic search, all of whose scores are on the same deals; else the last centre."""
        scored = [one for one in self.optimiser.candidates() if one.score is not None]
        if self.settings.is_genetic:
            return max(scored, key=lambda one: (one.score or 0.0, -one.number)).values
        last = max(one.generation for one in scored)
        found = [one for one in scored if one.generation == last]
        return centre(self.settings.dimensions, found)

    def check(self, values: Values) -> dict[str, Any]:
        """Plays the best against the start on fresh deals, and writes down what came out."""
        settings = self.settings
        path = self.path / folder.CHECK
        best = self.entry(path, BEST, values)
        start = self.entry(path, START, self.start)
        deals = f"{settings.seed}:{CHECK_SEED}"
        comparison = Comparison([BEST], [start], self.seats, deals, settings.check_blocks)
        before = self.done

        def told(done: int) -> None:
            self.progress.show(before + done, "check")

        records = play_comparison(settings, comparison, [best, start], path, self.pool, told)
        params = dict(settings.params) | parameters(settings.dimensions, values)
        if settings.record:
            record = dict(settings.record) | entries(values)
            write_record((self.path / folder.WEIGHTS).absolute(), record)
            params[WEIGHTS] = str(self.path / folder.WEIGHTS)
        found = {
            "bot": spec_of(settings.bot, params),
            "values": values,
            "start": self.start,
            "check": {
                "rank": asdict(
                    mean_interval(block_scores(comparison, records, "rank")[BEST], least=-1, most=1)
                ),
                "wins": asdict(share_interval(block_scores(comparison, records, "wins")[BEST])),
            },
        }
        folder.write_best(self.path, found)
        return found

    def entry(self, path: Path, label: str, values: Values) -> Entry:
        """A candidate for the arena, its weights file beside the matches."""
        return entry_of(self.settings, path / "weights", label, values)


def label_of(candidate: Candidate) -> str:
    return f"c{candidate.number}"


def start_of(settings: Settings) -> dict[str, Value]:
    """Where the search begins. Raises CommandError where that lies outside what is searched."""
    return {
        one.name: start_value(one, settings.params, settings.record) for one in settings.dimensions
    }
