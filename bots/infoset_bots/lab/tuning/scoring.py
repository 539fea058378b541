"""Plays candidates on equal deals and scores them; what was played before a kill is not played again."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from infoset.errors import CommandError
from infoset_bots.lab.arena.jobs import play_jobs
from infoset_bots.lab.arena.plan import Entry
from infoset_bots.lab.arena.record import Record, rank_points
from infoset_bots.lab.arena.store import PLAN, RunFolder, ordered
from infoset_bots.lab.pools.port import ComputePool
from infoset_bots.lab.tuning.lineup import Comparison, check_files, plan_of
from infoset_bots.lab.tuning.settings import Score, Settings

NOTHING: Final = 0.0  # the score of matches that say nothing

Told = Callable[[int], None]  # hears how many matches of a comparison are over


def play_comparison(
    settings: Settings,
    comparison: Comparison,
    listed: Sequence[Entry],
    path: Path,
    pool: ComputePool,
    told: Told,
) -> list[Record]:
    """All matches of a comparison, in order. Raises CommandError as soon as a bot failed in one of them.

    That match is not kept, so whoever resumes the run has it played again.
    """
    check_files(settings)
    plan = plan_of(settings, listed, path.name, comparison.matches)
    is_begun = (path / PLAN).exists()
    with RunFolder.resume(path) if is_begun else RunFolder.create(path, plan) as folder:
        check(folder.records, path)
        told(len(folder.records))
        jobs = comparison.jobs(without=folder.done)
        with closing(play_jobs(pool, plan, jobs)) as batches:
            for batch in batches:
                for played in batch:
                    if played.tail:
                        folder.keep_output(played.record, played.tail)
                records = [played.record for played in batch]
                folder.add([record for record in records if not went_wrong(record)])
                check(records, path)
                told(len(folder.records))
        return ordered(folder.records)


def check(records: Iterable[Record], path: Path) -> None:
    """A bot that raises or crashes is not to be tuned but mended."""
    for record in records:
        if went_wrong(record):
            raise CommandError(
                f"{path}: match {record.match} went wrong ({record.ending}); see bots.log there"
            )


def went_wrong(record: Record) -> bool:
    """Has a bot failed, or the rules?"""
    return not record.is_counted or any(record.exceptions) or any(record.crashes)


def block_scores(
    comparison: Comparison, records: Iterable[Record], how: Score
) -> dict[str, list[float]]:
    """By candidate the scores of its blocks, in the order of deals."""
    blocks: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for record in records:
        label = comparison.label_of(record.match)
        blocks[label][record.deal].append(match_score(record, label, how))
    return {
        label: [sum(scores) / len(scores) for _, scores in sorted(deals.items())]
        for label, deals in blocks.items()
    }


def match_score(record: Record, label: str, how: Score) -> float:
    """By rank: mean rank points of its seats less those of the others, from -1 to 1; by wins: its share of the win."""
    own = [bot == label for bot in record.bots]
    if how == "wins":
        first = [place == 1 for place in record.places]
        return sum(mine and won for mine, won in zip(own, first, strict=True)) / sum(first)
    points = rank_points(record.places)
    mine = [value for value, is_own in zip(points, own, strict=True) if is_own]
    others = [value for value, is_own in zip(points, own, strict=True) if not is_own]
    if not mine or not others:
        return NOTHING
    return sum(mine) / len(mine) - sum(others) / len(others)
