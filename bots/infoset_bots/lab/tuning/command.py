"""`infoset tune`: reads the options, searches or goes on with a search, prints what came out."""

import argparse
import json
import secrets
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TextIO, get_args

from infoset.cli import Run as RunCommand
from infoset.errors import CommandError
from infoset.exits import INTERRUPTED
from infoset.extras import require
from infoset.game_options import read_options
from infoset.running import tidy_sigterm
from infoset_bots.lab.arena.command import (
    DEFAULT_PATIENCE_S,
    count,
    rules_in_words,
    seconds,
    usual_game,
)
from infoset_bots.lab.arena.players import (
    VERSION,
    ClassPlayer,
    find_player,
    read_spec,
    require_apart,
    require_fit,
    rules_behind,
)
from infoset_bots.lab.arena.run import unknown_text
from infoset_bots.lab.arena.store import free_folder
from infoset_bots.lab.pools.naming import add_pool_options, find_pool
from infoset_bots.lab.tuning import folder
from infoset_bots.lab.tuning.lineup import check_files, noted_files, spec_of
from infoset_bots.lab.tuning.optimiser import Candidate, candidates_of
from infoset_bots.lab.tuning.report import changes_text, check_text, search_text
from infoset_bots.lab.tuning.settings import Score, Settings
from infoset_bots.lab.tuning.space import (
    ENTRY,
    WEIGHTS,
    Choice,
    Dimension,
    Number,
    Part,
    around,
    joined,
    parameters,
    read_dimensions,
)
from infoset_bots.lab.tuning.tuning import Tuning, start_of
from infoset_games.registry import make_game

SHOW: Final = "show"
SEED_BYTES: Final = 16  # as in the arena
RUNS: Final = Path("tuning-runs")
NEEDED: Final = ("cmaes", "optuna", "scipy")
SPREAD: Final = 0.5
TOML: Final = ".toml"
USUAL: Final = "usual"
USUAL_WEIGHTS: Final = "usual_weights"  # what a bot class calls the record it starts with
LEAST_POPULATION: Final = 4  # CMA-ES learns nothing from fewer
LEAST_GENETIC: Final = 2


def command(parser: argparse.ArgumentParser) -> RunCommand:
    """Finds good parameters for a bot by playing it against what it was.

    infoset tune ismcts --vary c=0.1..2 --vary iterations=100..400
    infoset tune minimax --game catan --weights start.json --spread 0.5
    infoset tune minimax --game catan --genetic --vary modifiers=+early_expansion+ignore_ports
    infoset tune --resume DIR            goes on where a run was broken off
    infoset tune show DIR                what a run has found, over or not
    """
    parser.add_argument(
        "bot", nargs="*", metavar="BOT", help="who is tuned; after `show` the folder of a run"
    )
    add_search_options(parser)
    add_match_options(parser)
    return run


def add_search_options(parser: argparse.ArgumentParser) -> None:
    """What is varied, how, how long."""
    group = parser.add_argument_group("the search")
    group.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="NAME=WHAT",
        help="a parameter and what it may be: LOW..HIGH (:log behind it), a|b|c, or +a+b+c for any of "
        "these joined by +; weights.NAME for an entry of the weights",
    )
    group.add_argument(
        "--weights",
        nargs="?",
        const=USUAL,
        metavar="FILE",
        help="tune every number but 0 of this file (.json, .toml), which the bot takes as `weights`; without "
        "FILE those it has by itself",
    )
    group.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="NAME",
        help="of the weights only this one; may be given several times",
    )
    group.add_argument(
        "--spread",
        type=share,
        default=SPREAD,
        metavar="PART",
        help=f"how far a weight may move, as a part of itself (default: {SPREAD})",
    )
    group.add_argument(
        "--genetic",
        action="store_true",
        help="search by crossing and mutation instead of CMA-ES; needed for what is no number",
    )
    group.add_argument("--generations", type=count, default=20, metavar="N", help="(default: 20)")
    group.add_argument(
        "--population", type=count, default=12, metavar="N", help="of a generation (default: 12)"
    )
    group.add_argument(
        "--blocks",
        type=count,
        default=8,
        metavar="N",
        help="deals for each candidate, each under all seatings (default: 8)",
    )
    group.add_argument(
        "--check-blocks",
        type=count,
        default=100,
        metavar="N",
        help="fresh deals on which the best meets the start in the end (default: 100)",
    )
    group.add_argument(
        "--score",
        choices=get_args(Score),
        default="rank",
        help="what counts: places, or first places (default: rank)",
    )


def add_match_options(parser: argparse.ArgumentParser) -> None:
    """Who else plays what, and where results go."""
    group = parser.add_argument_group("the matches")
    group.add_argument("--game", metavar="GAME", help="which game (default: as `infoset arena`)")
    group.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    group.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="BOT",
        help="who sits at the other seats; may be given several times (default: the bot as it starts)",
    )
    group.add_argument("--seed", metavar="TEXT", help="results repeat with it (default: a new one)")
    add_pool_options(group)
    group.add_argument(
        "--patience-s",
        type=seconds,
        default=DEFAULT_PATIENCE_S,
        metavar="SECONDS",
        help="a decision that takes longer has hung (default: 60; 0: wait for ever)",
    )
    ways = group.add_mutually_exclusive_group()
    ways.add_argument(
        "--out", type=Path, metavar="DIR", help=f"folder for results (default: a new one in {RUNS})"
    )
    ways.add_argument(
        "--resume", type=Path, metavar="DIR", help="go on with the run in this folder"
    )
    group.add_argument(
        "--mended",
        action="store_true",
        help="with --resume: go on though a bot has changed, and count what it has played before",
    )


def share(text: str) -> float:
    """An argument above 0, up to 100."""
    value = float(text)
    if not 0 < value <= 100:
        raise argparse.ArgumentTypeError(f"expected a number above 0, up to 100, got {text}")
    return value


def run(args: argparse.Namespace) -> int:
    """Does what the options say. Raises InfosetError for what a person can put right."""
    require("infoset tune", "lab", *NEEDED)
    with rules_in_words():
        return _run(args, sys.stdout, sys.stderr)


def _run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    if args.resume is not None:
        if args.bot:
            raise CommandError("--resume takes no bot: it is that of the run")
        path, settings = args.resume, folder.read_settings(args.resume)
        settings = gone_on_with(path, settings, err, is_mended=args.mended)
    elif args.mended:
        raise CommandError("--mended: expected --resume with it")
    elif args.bot[:1] == [SHOW]:
        return show(args.bot[1:], out)
    else:
        settings = read_settings(args)
        path = args.out or free_folder(RUNS, settings.game)
        folder.create(path, settings)
    pool = find_pool(args)
    with folder.held(path), tidy_sigterm(), Tuning(path, settings, pool, err) as tuning:
        return play(tuning, out, err)


def gone_on_with(path: Path, settings: Settings, err: TextIO, *, is_mended: bool) -> Settings:
    """The settings of a run that goes on, of bots that are what they were. Raises CommandError where they are not."""
    if is_mended:
        settings = replace(
            settings, files=noted_files(settings), game_files=rules_behind(settings.game)
        )
        with folder.held(path):
            folder.write_settings(path, settings)
    check_files(settings)
    if settings.files is None:
        names = {name for files in noted_files(settings).values() for name in files}
        err.write(unknown_text(sorted(names - {VERSION})))
    return settings


def play(tuning: Tuning, out: TextIO, err: TextIO) -> int:
    """Searches to the end and prints what came out. Returns the exit code."""
    settings = tuning.settings
    err.write(
        f"{tuning.path}: {len(settings.dimensions)} parameters of {settings.bot}, "
        f"up to {tuning.total()} matches of {settings.game}, seed {settings.seed}\n"
    )
    try:
        best = tuning.run()
    except KeyboardInterrupt:
        tuning.progress.clear()
        err.write(f"stopped; go on with it: infoset tune --resume {tuning.path}\n")
        return INTERRUPTED
    tuning.progress.clear()
    report(settings, tuning.optimiser.candidates(), best, out)
    return 0


def report(
    settings: Settings, candidates: Sequence[Candidate], best: dict[str, Any] | None, out: TextIO
) -> None:
    """The search, what changed, the check."""
    out.write(search_text(settings, candidates))
    if best is not None:
        out.write("\n" + changes_text(best) + "\n" + check_text(best))
    out.flush()


def show(asked: Sequence[str], out: TextIO) -> int:
    """Prints what a run has found so far, also while it goes on."""
    if len(asked) != 1:
        raise CommandError("show: expected the folder of one run")
    path = Path(asked[0])
    settings = folder.read_settings(path)
    report(settings, candidates_of(path / folder.STUDY), folder.read_best(path), out)
    return 0


def read_settings(args: argparse.Namespace) -> Settings:
    """The settings that the options describe; everything is tried once. Raises CommandError."""
    if len(args.bot) != 1:
        raise CommandError(f"expected one bot to tune, got {len(args.bot)}")
    least = LEAST_GENETIC if args.genetic else LEAST_POPULATION
    if args.population < least:
        raise CommandError(f"--population: expected at least {least}")
    name = args.game or usual_game()
    game = make_game(name, read_options(name, args.option))
    asked = read_spec(args.bot[0])
    record = read_record(args.weights, args.bot[0], game.name)
    dimensions = joined(
        [*around(narrowed(record, args.only), args.spread), *read_dimensions(args.vary)]
    )
    check_kinds(dimensions, record, is_genetic=args.genetic)
    settings = Settings(
        game=game.name,
        rules=game.rules,
        bot=asked.place,
        params=asked.params,
        record=record,
        dimensions=tuple(dimensions),
        seed=args.seed or secrets.token_hex(SEED_BYTES),
        against=tuple(args.against),
        options=game.options(),
        is_genetic=args.genetic,
        generations=args.generations,
        population=args.population,
        blocks=args.blocks,
        check_blocks=args.check_blocks,
        score=args.score,
        patience_s=args.patience_s,
    )
    try_out(settings, args.weights)
    return replace(settings, files=noted_files(settings), game_files=rules_behind(settings.game))


def try_out(settings: Settings, weights: str | None) -> None:
    """Makes the bot as it starts, and its rivals, so that what is wrong is known before the first match."""
    game = make_game(settings.game, settings.options, settings.rules)
    chosen = [
        {one.name: value}
        for one in settings.dimensions
        if isinstance(one, Choice)
        for value in one.options
    ]
    specs = []
    for values in ({}, *chosen):
        params = dict(settings.params)
        params |= parameters(settings.dimensions, start_of(settings) | values)
        if weights not in (None, USUAL):
            params[WEIGHTS] = weights
        specs.append(spec_of(settings.bot, params))
    require_apart((specs[0], *settings.against))
    for spec in dict.fromkeys((*specs, *settings.against)):
        require_fit(spec, game)


def read_record(asked: str | None, bot: str, game: str) -> dict[str, Any]:
    """The weights to start with; none if there is nothing to read. Raises CommandError."""
    if asked is None:
        return {}
    if asked == USUAL:
        return usual_record(bot, game)
    try:
        text = Path(asked).read_text(encoding="utf-8")
        record = tomllib.loads(text) if asked.endswith(TOML) else json.loads(text)
    except OSError as error:
        raise CommandError(f"{asked}: {error.strerror}") from error
    except ValueError as error:
        raise CommandError(f"{asked}: {error}") from error
    if not isinstance(record, dict):
        raise CommandError(f"{asked}: expected a flat table, a number for each name")
    return record


def usual_record(bot: str, game: str) -> dict[str, Any]:
    """The weights a bot class has by itself."""
    player = find_player(bot, game)
    made = player.make if isinstance(player, ClassPlayer) else None
    usual = getattr(getattr(made, "func", made), USUAL_WEIGHTS, None)
    if usual is None:
        raise CommandError(f"{bot} tells no weights of its own: name a file with --weights FILE")
    return dict(usual())


def narrowed(record: Mapping[str, Any], only: Sequence[str]) -> dict[str, Any]:
    """The entries that were asked for, all if none was named. Raises CommandError for an unknown one."""
    for name in only:
        if name not in record:
            raise CommandError(f"--only {name}: no such weight; known: {', '.join(record)}")
    return {name: value for name, value in record.items() if not only or name in only}


def check_kinds(
    dimensions: Sequence[Dimension], record: Mapping[str, Any], *, is_genetic: bool
) -> None:
    """Raises CommandError for what cannot be searched so."""
    for one in dimensions:
        if one.name.startswith(ENTRY) and one.name.removeprefix(ENTRY) not in record:
            raise CommandError(f"--vary {one.name}: expected --weights with such an entry")
        if isinstance(one, Choice | Part) and not is_genetic:
            raise CommandError(f"--vary {one.name}: CMA-ES varies numbers only; add --genetic")
    numbers = sum(isinstance(one, Number) for one in dimensions)
    if numbers < 2 and not is_genetic:
        raise CommandError("CMA-ES needs at least two numbers to vary; for one add --genetic")
