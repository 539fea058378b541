"""Plays a run to its end, new or resumed: jobs out, results to disk, problems shown, progress told."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Final, TextIO

from infoset.errors import CommandError
from infoset.printing import clean
from infoset.tally import count_text
from infoset_bots.lab.arena.abtest import AbTest
from infoset_bots.lab.arena.files import Files, changes
from infoset_bots.lab.arena.jobs import play_jobs
from infoset_bots.lab.arena.plan import Plan
from infoset_bots.lab.arena.players import rules_behind, unknown_files, what_changed
from infoset_bots.lab.arena.playing import Played
from infoset_bots.lab.arena.progress import Progress
from infoset_bots.lab.arena.schedule import Job, Schedule
from infoset_bots.lab.arena.store import BOTS_LOG, RunFolder
from infoset_bots.lab.arena.text import llr_text, short
from infoset_bots.lab.pools.port import ComputePool

SHOWN_PROBLEMS: Final = 3  # of each bot; more are in the run's folder
SHOWN_LINES: Final = 12  # of each problem


@dataclass
class Run:
    """One run in one folder: `Run(folder, out).play(pool)`."""

    folder: RunFolder
    err: TextIO  # progress and problems

    def __post_init__(self) -> None:
        plan = self.folder.plan
        self.schedule = Schedule(plan, plan.make_game().seats)
        self.ab = make_test(plan)
        if self.ab is not None:
            self.ab.add(self.folder.records)
        self._problems: Counter[str] = Counter()

    def extend(self, matches: int) -> None:
        """Plays on to so many matches. Raises CommandError as `play`, and changes nothing then."""
        check_files(self.folder.plan)
        self.folder.extend(matches)
        self.schedule = Schedule(self.folder.plan, self.folder.plan.make_game().seats)

    @property
    def is_undecided(self) -> bool:
        """Is it a sequential test without a verdict?"""
        return self.ab is not None and not self.ab.is_over

    def play(self, pool: ComputePool) -> None:
        """Plays all matches that are missing. What is on disk before an interruption stays."""
        check_files(self.folder.plan)
        plan = self.folder.plan
        unknown = [name for label in plan.labels for name in unknown_files(plan.find(label))]
        self.err.write(unknown_text(sorted(set(unknown))))
        progress = Progress(self.err, self.schedule.matches, before=len(self.folder.records))
        jobs = self._jobs(self.folder.done)
        try:
            with closing(play_jobs(pool, self.folder.plan, jobs)) as batches:
                for batch in batches:
                    self._take(batch, progress)
                    if self.ab is not None and self.ab.is_over:
                        break
        finally:
            progress.clear()

    def _jobs(self, done: set[int]) -> Iterator[Job]:
        """The missing matches; none once an A-B test is decided."""
        if self.ab is not None and self.ab.is_over:
            return iter(())
        return self.schedule.jobs(without=done)

    def _take(self, batch: list[Played], progress: Progress) -> None:
        for played in batch:
            if played.lines:
                self.folder.keep_match(played.record, played.lines)
            if played.said:
                self.folder.keep_transcript(played.record, played.said)
        self.folder.add([played.record for played in batch])
        note = ""
        if self.ab is not None:
            self.ab.add(played.record for played in batch)
            test = self.ab.test
            note = (
                f"{count_text(test.blocks, 'block')}, {llr_text(test.llr, test.lower, test.upper)}"
            )
        for played in batch:
            if played.tail:
                self.folder.keep_output(played.record, played.tail)
            if played.tail and (played.record.faults or not played.record.is_counted):
                self._show_problem(played, progress)
        progress.show(len(self.folder.records), note)

    def _show_problem(self, played: Played, progress: Progress) -> None:
        """The end of what a match left on stderr, for the first few matches of each bot at fault."""
        record = played.record
        guilty = guilty_bots(played)
        self._problems.update(guilty)
        if guilty and min(self._problems[bot] for bot in guilty) > SHOWN_PROBLEMS:
            return
        progress.clear()
        who = ", ".join(map(short, guilty)) or "the rules"
        self.err.write(f"match {record.match} (seed {record.seed}): trouble with {who}\n")
        for line in played.tail.splitlines()[-SHOWN_LINES:]:
            self.err.write(f"    {clean(line)}\n")
        if guilty and max(self._problems[bot] for bot in guilty) == SHOWN_PROBLEMS:
            self.err.write(f"    (more of this is only in {self.folder.path / BOTS_LOG})\n")
        self.err.flush()


def make_test(plan: Plan) -> AbTest | None:
    """The sequential test of a plan, None if it is no comparison of two bots."""
    if plan.ab is None:
        return None
    a, b = plan.labels
    return AbTest(plan.ab, a, b, Schedule(plan, plan.make_game().seats).block)


def guilty_bots(played: Played) -> list[str]:
    """The bots that something went wrong with in a match, each once."""
    record = played.record
    faulty = (
        bot
        for seat, bot in enumerate(record.bots)
        if record.misses[seat]
        or record.illegal[seat]
        or record.exceptions[seat]
        or record.crashes[seat]
    )
    return list(dict.fromkeys(faulty))


def check_files(plan: Plan) -> None:
    """Raises CommandError, naming them, if files behind a bot or the rules are not what they were when the run began."""
    check_rules(plan.rules, plan.game_files, rules_behind(plan.game))
    for label in plan.labels:
        entry = plan.find(label)
        if changed := what_changed(entry):
            raise CommandError(changed_text(entry.spec, changed))


def check_rules(rules: str, before: Files, now: Files) -> None:
    """Raises CommandError if files of rules have changed under the same version. `before` is empty where none were noted."""
    if before and (changed := changes(before, now)):
        raise CommandError(
            f"the rules {rules} have changed since this run began ({', '.join(changed)}); its results "
            "would be those of two games. Give the changed rules another version, and begin a new run, "
            "in another folder"
        )


def changed_text(spec: str, changed: Sequence[str]) -> str:
    """Why a run cannot go on."""
    return (
        f"bot {spec!r} has changed since this run began ({', '.join(changed)}); its results would be "
        "those of two bots. Begin a new run, in another folder"
    )


def unknown_text(names: Sequence[str]) -> str:
    """What to say of files that an earlier version, which has begun a run, did not note; nothing where there are none."""
    if not names:
        return ""
    return f"not known to be what they were when this run began: {', '.join(names)}\n"
