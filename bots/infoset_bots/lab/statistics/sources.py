"""Where a series comes from: the folder of an arena run, files with replays, folders of such files."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from infoset.errors import CommandError
from infoset.replaying.source import load_file
from infoset_bots.lab.arena.record import Record, Thinking
from infoset_bots.lab.arena.store import MATCHES, PLAN, match_file, ordered, read_run
from infoset_bots.lab.statistics.tale import Tale, tell
from infoset_games.game import Game
from infoset_games.match import Match
from infoset_games.notices import Ended
from infoset_games.places import Spot, places_of
from infoset_games.record import Record as Replay
from infoset_games.steps import RecordError

MAX_MATCHES: Final = 100_000


@dataclass(frozen=True)
class Played:
    """One match: its result, its tale where a replay of it was kept, the points that win if there are such."""

    record: Record
    tale: Tale | None
    target: int | None


@dataclass(frozen=True)
class Source:
    """What is told apart in a series: names of bots, the game, how matches of a deal count together.

    `spots` are those of `infoset_games.places`.
    """

    game: str
    labels: tuple[str, ...]
    by_deal: bool
    matches: tuple[Played, ...]
    spots: Mapping[str, Spot] = field(default_factory=dict)


def read_source(paths: Sequence[Path]) -> Source:
    """Everything in these files and folders. Raises CommandError."""
    if len(paths) == 1 and (paths[0] / PLAN).exists():
        return _read_run(paths[0])
    files = [file for path in paths for file in replay_files(path)]
    if not files:
        raise CommandError(f"{paths[0]}: neither a run of the arena nor replays")
    if len(files) > MAX_MATCHES:
        raise CommandError(f"expected at most {MAX_MATCHES} replays, got {len(files)}")
    played = [_read_replay(number, file) for number, file in enumerate(files)]
    names = {game.name for game, _ in played}
    if len(names) > 1:
        raise CommandError(f"expected replays of one game, got {', '.join(sorted(names))}")
    matches = tuple(match for _, match in played)
    labels = dict.fromkeys(bot for match in matches for bot in match.record.bots)
    game = played[0][0]
    return Source(game.name, tuple(labels), by_deal=False, matches=matches, spots=spots_of(game))


def spots_of(game: Game) -> Mapping[str, Spot]:
    """Where the places of a game lie."""
    return places_of(game.name).spots(game)


def replay_files(path: Path) -> Iterator[Path]:
    """A file, or all replays of a folder. Raises CommandError for neither, and for a run of the arena."""
    if (path / PLAN).exists():
        raise CommandError(f"{path}: a run of the arena is looked at alone")
    if path.is_dir():
        yield from sorted(path.glob("*.jsonl"))
    elif path.is_file():
        yield path
    else:
        raise CommandError(f"{path}: there is no such file or folder")


def _read_run(path: Path) -> Source:
    plan, records = read_run(path)
    target = plan.options.get("target")
    has_replays = (path / MATCHES).is_dir()
    matches = tuple(
        Played(
            record,
            _tale(match_file(path, record)) if has_replays else None,
            target if isinstance(target, int) else None,
        )
        for record in ordered(records)
    )
    return Source(plan.game, plan.labels, plan.duplicate, matches, spots_of(plan.make_game()))


def _tale(file: Path) -> Tale | None:
    """The tale of a match, None where it was not kept: its process died, or the rules failed."""
    return _tell(file, load_file(file))[0] if file.exists() else None


def _tell(file: Path, replay: Replay) -> tuple[Tale, Match]:
    try:
        return tell(replay)
    except RecordError as error:
        raise CommandError(f"{file}: {error}") from error


def _read_replay(number: int, file: Path) -> tuple[Game, Played]:
    """A replay as a match of a series. Raises CommandError for one that is not over."""
    replay = load_file(file)
    tale, match = _tell(file, replay)
    if match.over is None:
        raise CommandError(f"{file}: the match is not over")
    record = _result(number, replay, tale, match.over, len(match.log))
    target = replay.game.options().get("target")
    return replay.game, Played(record, tale, target if isinstance(target, int) else None)


def _result(number: int, replay: Replay, tale: Tale, over: Ended, plies: int) -> Record:
    """The result of a replay in the form of the arena's."""
    seats = replay.game.seats
    zeros = [0] * seats
    mean_ms = [
        spent / count if count else 0.0
        for spent, count in zip(tale.spent_ms, tale.decisions, strict=True)
    ]
    record = Record(
        match=number,
        deal=number,
        seating=0,
        seed=replay.seed or "",
        deal_hash="",
        bots=[str(player.get("name", f"seat {at}")) for at, player in enumerate(replay.players)],
        places=list(over.result.places),
        scores=list(over.result.scores),
        returns=list(over.result.returns),
        reason=over.reason,
        ending=over.result.ending,
        plies=plies,
        rounds=tale.rounds,
        decisions=tale.decisions,
        misses=zeros,
        illegal=zeros,
        exceptions=zeros,
        crashes=zeros,
        thinking=Thinking(mean_ms, list(mean_ms)),
    )
    return replace(record, places=[]) if over.reason == "aborted" else record
