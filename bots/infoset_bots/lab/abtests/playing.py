"""An order of the server as a plan of the arena, and its matches as the blocks the server wants."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from infoset.errors import CommandError
from infoset_bots.lab.abtests.submitting import placed
from infoset_bots.lab.arena.abtest import match_score
from infoset_bots.lab.arena.files import changes
from infoset_bots.lab.arena.plan import Entry, Plan
from infoset_bots.lab.arena.players import files_behind, rules_behind
from infoset_bots.lab.arena.playing import Played
from infoset_bots.lab.arena.record import Record
from infoset_bots.lab.arena.run import guilty_bots
from infoset_bots.lab.arena.schedule import Job, Schedule
from infoset_games.clocks import Clock
from infoset_games.contests.sequential import AbSettings, block_size
from infoset_games.registry import make_game

SIDES: Final = ("a", "b")
MAX_LOG: Final = 3_000  # characters, as the server takes them


def plan_of(order: Mapping[str, Any], folders: Mapping[str, Path]) -> Plan:
    """What is played. `folders` are where the files of each side lie. Raises what making the game raises."""
    game = make_game(order["game"], order["options"], order["rules"])
    pace = order["pace"]
    return Plan(
        game=game.name,
        rules=game.rules,
        entries=tuple(entry_of(order[side], folders.get(side)) for side in SIDES),
        seed=order["seed"],
        matches=order["max_blocks"] * block_size(game.seats),
        options=game.options(),
        duplicate=True,
        clock=clock_of(pace),
        on_timeout=pace["on_timeout"],
        patience_s=pace["patience_s"],
        game_files=order.get("game_files", {}),
        ab=AbSettings(),  # which the server judges by; here it makes every deal one block
    )


def check_rules(plan: Plan) -> None:
    """Raises CommandError if the rules of a plug-in are others than those with which the test was submitted."""
    if plan.game_files and (found := changes(plan.game_files, rules_behind(plan.game))):
        raise CommandError(
            f"the rules {plan.rules} are not those with which the test was submitted ({', '.join(found)}); its "
            "results would be those of two games. Give the changed rules another version"
        )


def entry_of(side: Mapping[str, Any], folder: Path | None) -> Entry:
    """A side as the arena names it."""
    spec = side["spec"] if folder is None else placed(side["spec"], folder)
    return Entry(side["label"], spec, files=files_behind(spec))


def clock_of(pace: Mapping[str, Any]) -> Clock:
    """The time control of an order."""
    if pace["move_ms"] is not None:
        return Clock("per_move", move_ms=pace["move_ms"], first_ms=pace["first_ms"])
    if pace["bank_ms"] is not None:
        return Clock(
            "bank", main_ms=pace["bank_ms"], inc_ms=pace["inc_ms"], first_ms=pace["first_ms"]
        )
    return Clock()


def jobs_of(schedule: Schedule, blocks: Iterable[int]) -> Iterator[Job]:
    """The matches of these blocks."""
    for block in blocks:
        for number in range(block * schedule.block, (block + 1) * schedule.block):
            yield schedule.job(number)


@dataclass
class Blocks:
    """Puts matches together into blocks, of which a report is made when all of one are over."""

    plan: Plan
    size: int
    _over: dict[int, list[Record]] = field(default_factory=lambda: defaultdict(list))

    def add(self, played: Iterable[Played]) -> list[dict[str, Any]]:
        """Takes in matches; returns the blocks that they complete."""
        done = []
        for one in played:
            deal = one.record.deal
            self._over[deal].append(one.record)
            if len(self._over[deal]) == self.size:
                done.append(self._block(deal, self._over.pop(deal)))
        return done

    def _block(self, deal: int, records: list[Record]) -> dict[str, Any]:
        a, b = self.plan.labels
        is_counted = all(record.is_counted for record in records)
        scores = [match_score(record, a, b) for record in records] if is_counted else None
        told: dict[str, Any] = {"number": deal, "scores": scores}
        return told | {
            side: conduct(records, label) for side, label in zip(SIDES, (a, b), strict=True)
        }


def conduct(records: Iterable[Record], label: str) -> dict[str, int]:
    """What went wrong with a bot in these matches."""
    names = ("crashes", "exceptions", "illegal", "misses", "decisions", "fallbacks")
    told: dict[str, int] = dict.fromkeys(names, 0)
    for record in records:
        for name in names:
            values = getattr(record, name)
            told[name] += sum(
                value for value, bot in zip(values, record.bots, strict=True) if bot == label
            )
    return told


def logs_of(plan: Plan, played: Iterable[Played]) -> list[dict[str, Any]]:
    """The ends of what was written in matches in which something went wrong, for the side at fault."""
    sides = dict(zip(plan.labels, SIDES, strict=True))
    return [
        {"match": one.record.match, "side": sides[label], "text": one.tail[-MAX_LOG:]}
        for one in played
        for label in guilty_bots(one)
        if one.tail
    ]
