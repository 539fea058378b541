"""Which candidates to try next: CMA-ES or a genetic search by Optuna, kept in a database file.

Candidates come in generations; the first one asked for is where the search starts. What is asked for
depends on the seed, on their numbers and on the scores told, so a search that was killed goes on as
if it had not been: all it knows is in the file.
"""

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from infoset_bots.lab.tuning.folder import unwritten
from infoset_bots.lab.tuning.space import (
    Choice,
    Dimension,
    Number,
    Part,
    Value,
    Values,
)
from infoset_games.rng import Rng

if TYPE_CHECKING:
    from optuna import Study
    from optuna.distributions import BaseDistribution
    from optuna.samplers import BaseSampler

STUDY: Final = "tuning"
GENERATION: Final = "generation"  # the mark of a candidate that is whole


@dataclass(frozen=True)
class Candidate:
    """One setting of all dimensions. `score` is None until it is told."""

    number: int
    generation: int
    values: dict[str, Value]
    score: float | None


class Optimiser:
    """A search in one file; one process at a time."""

    def __init__(
        self,
        path: Path,
        dimensions: Sequence[Dimension],
        start: Values,
        seed: str,
        population: int,
        *,
        is_genetic: bool,
    ) -> None:
        """Opens the search, or begins it at `start`. `population` is the size of a generation, at least 2.

        Raises CommandError where the file cannot be written, as `generation` and `tell` do. Slow to load: Optuna is imported here.
        """
        import optuna

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self._optuna = optuna
        self._path = path
        self._seed = seed
        self._population = population
        self._is_genetic = is_genetic
        self._distributions = {one.name: distribution_of(one) for one in dimensions}
        with writing(path):
            self._storage = optuna.storages.RDBStorage(f"sqlite:///{path}")
            self._study = optuna.create_study(
                storage=self._storage, study_name=STUDY, direction="maximize", load_if_exists=True
            )
            if not self._study.get_trials(deepcopy=False):
                self._study.enqueue_trial(dict(start))

    def close(self) -> None:
        """Lets go of the file."""
        self._storage.remove_session()
        self._storage.engine.dispose()

    def candidates(self) -> list[Candidate]:
        """All that were asked for, in that order."""
        return candidates_in(self._study)

    def generation(self) -> list[Candidate]:
        """The candidates to be scored now; asks for a new generation where all have their scores."""
        known = self.candidates()
        number = max((one.generation for one in known), default=0)
        current = [one for one in known if one.generation == number]
        if current and all(one.score is not None for one in current):
            number += 1
            current = []
        missing = self._size(number) - len(current)
        with writing(self._path):
            if missing:
                self._drop_halves()
            for _ in range(missing):
                self._ask(number)
        return [one for one in self.candidates() if one.generation == number]

    def tell(self, number: int, score: float) -> None:
        """The score of a candidate; more is better."""
        with writing(self._path):
            self._study.tell(number, score)

    def _size(self, generation: int) -> int:
        """CMA-ES scores its start alone, before it knows in what space it searches."""
        return self._population if generation or self._is_genetic else 1

    def _ask(self, generation: int) -> None:
        asked = len(self._study.get_trials(deepcopy=False))
        self._study.sampler = self._sampler(int(Rng(self._seed, "ask", str(asked)).word()))
        trial = self._study.ask(self._distributions)
        trial.set_user_attr(GENERATION, generation)

    def _drop_halves(self) -> None:
        """Gives up what a kill left without all its values."""
        for trial in self._study.get_trials(deepcopy=False):
            is_running = trial.state == self._optuna.trial.TrialState.RUNNING
            if is_running and GENERATION not in trial.user_attrs:
                with contextlib.suppress(ValueError):
                    self._study.tell(trial.number, state=self._optuna.trial.TrialState.FAIL)

    def _sampler(self, seed: int) -> "BaseSampler":
        """A new one for every candidate, so that nothing but the file and the seed decides."""
        if self._is_genetic:
            return self._optuna.samplers.NSGAIISampler(population_size=self._population, seed=seed)
        return self._optuna.samplers.CmaEsSampler(
            popsize=self._population, seed=seed, warn_independent_sampling=False
        )


@contextlib.contextmanager
def writing(path: Path) -> Iterator[None]:
    """Raises CommandError where SQLite cannot write the file, with its words: Optuna and SQLAlchemy put their own around them."""
    try:
        yield
    except Exception as error:
        if (cause := sqlite_error(error)) is None:
            raise
        raise unwritten(path, str(cause)) from error


def sqlite_error(error: BaseException | None) -> sqlite3.OperationalError | None:
    """What SQLite said at the beginning of a chain of errors, None where it said nothing."""
    while error is not None:
        if isinstance(error, sqlite3.OperationalError):
            return error
        error = error.__cause__
    return None


def candidates_in(study: "Study") -> list[Candidate]:
    """All that were asked for, in that order."""
    return [
        Candidate(trial.number, trial.user_attrs[GENERATION], trial.params, trial.value)
        for trial in study.get_trials(deepcopy=False)
        if GENERATION in trial.user_attrs
    ]


def candidates_of(path: Path) -> list[Candidate]:
    """Those of the search in a file, which another process may be going on with: it is only read."""
    import optuna

    if not path.exists():
        return []
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    with TemporaryDirectory() as place:
        copy = Path(place, path.name)
        with (
            closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as whole,
            closing(sqlite3.connect(copy)) as copied,
        ):
            whole.backup(copied)
        storage = optuna.storages.RDBStorage(f"sqlite:///{copy}")
        study = optuna.create_study(storage=storage, study_name=STUDY, load_if_exists=True)
        found = candidates_in(study)
        storage.remove_session()
        storage.engine.dispose()
    return found


def distribution_of(dimension: Dimension) -> "BaseDistribution":
    """A dimension as Optuna has it."""
    from optuna import distributions

    match dimension:
        case Number(low=low, high=high, is_whole=True, is_log=is_log):
            return distributions.IntDistribution(int(low), int(high), log=is_log)
        case Number(low=low, high=high, is_log=is_log):
            return distributions.FloatDistribution(low, high, log=is_log)
        case Choice(options=options):
            return distributions.CategoricalDistribution(options)
        case Part():
            return distributions.CategoricalDistribution((False, True))
