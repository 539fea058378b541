"""Turns a setup into a plan of the arena, and opens the folder it is played in, new or begun."""

from dataclasses import asdict, replace
from pathlib import Path

from infoset.errors import CommandError
from infoset_bots.lab.arena.plan import Entry, Plan
from infoset_bots.lab.arena.players import files_behind, rules_behind
from infoset_bots.lab.arena.run import check_files
from infoset_bots.lab.arena.schedule import RANDOM, Schedule
from infoset_bots.lab.arena.store import PLAN, RunFolder, read_plan
from infoset_bots.lab.experiments.setup import BLOCKS, SHUFFLED, Series, Setup
from infoset_games.registry import make_game


def make_plan(series: Series, setup: Setup, *, legacy: bool, games: int | None, seed: str) -> Plan:
    """The plan of an experiment, its games rounded up to whole deals; without `games` as many as usual.

    Legacy has the rules, the players and the seatings of the published experiment. Raises CommandError
    where there is none, and what the registry of games raises.
    """
    table = setup.legacy if legacy else setup.table
    if table is None:
        raise CommandError(
            f"experiment {setup.key} has no legacy form: it repeats no published one"
        )
    game = make_game(series.game, series.legacy_options if legacy else series.options)
    wanted = Plan(
        game=game.name,
        rules=game.rules,
        entries=tuple(replace(entry, files=files_behind(entry.spec)) for entry in table.bots),
        seed=seed,
        matches=table.games if games is None else games,
        options=game.options(),
        duplicate=table.seating == BLOCKS,
        seatings=RANDOM if table.seating == SHUFFLED else "all",
        game_files=rules_behind(game.name),
        patience_s=0,  # nobody hangs here, and a machine that is busy must not change a result
    )
    return replace(wanted, matches=Schedule(wanted, game.seats).matches)


def is_begun(path: Path, plan: Plan) -> bool:
    """Does the folder hold a run of this very plan? Raises CommandError, naming what differs, for another."""
    if not (path / PLAN).exists():
        return False
    begun = read_plan(path)
    was, asked = by_name(begun), by_name(plan)
    if was != asked:
        raise CommandError(f"{path} holds another run: {difference(was, asked)}; use another --out")
    check_files(begun)
    return True


def by_name(plan: Plan) -> Plan:
    """The same plan without what its bots and its rules are made of, of which earlier versions noted less."""
    entries = tuple(Entry(one.label, one.spec) for one in plan.entries)
    return replace(plan, entries=entries, game_files={})


def open_run(path: Path, plan: Plan) -> RunFolder:
    """The run in a folder, gone on with or new. Raises CommandError if another one is there."""
    return RunFolder.resume(path) if is_begun(path, plan) else RunFolder.create(path, plan)


def difference(begun: Plan, asked: Plan) -> str:
    """What two plans differ in, in words."""
    was, wanted = asdict(begun), asdict(asked)
    changed = (
        f"{name} {was[name]!r} instead of {wanted[name]!r}"
        for name in was
        if was[name] != wanted[name]
    )
    return "; ".join(changed)
