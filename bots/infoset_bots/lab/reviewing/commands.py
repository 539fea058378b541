"""`infoset blunders`, `infoset luck` and `infoset worlds`: what kept matches say beyond their results."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from infoset.cli import Run
from infoset.errors import CommandError
from infoset.knowing.wording import KnownWords, words_for
from infoset_bots.lab.arena.command import rules_in_words
from infoset_bots.lab.arena.players import files_behind
from infoset_bots.lab.pools.naming import find_pool
from infoset_bots.lab.reviewing.answers import Answers
from infoset_bots.lab.reviewing.blunders import review
from infoset_bots.lab.reviewing.jobs import judge, measure, sample
from infoset_bots.lab.reviewing.judging import Judged, Judgement
from infoset_bots.lab.reviewing.kept import Kept, find_kept
from infoset_bots.lab.reviewing.losses import MIN_WORLDS
from infoset_bots.lab.reviewing.options import (
    MOST,
    add_common,
    add_running,
    add_sources,
    check_end,
    guarded,
    hand_out,
    number,
    read_matches,
    read_seed,
    save,
)
from infoset_bots.lab.reviewing.reference import require_reference
from infoset_bots.lab.reviewing.results import LuckSettings, adjusted_results
from infoset_bots.lab.reviewing.sampling import Look, Sampling
from infoset_bots.lab.reviewing.text import luck_text, review_text, worlds_text
from infoset_bots.lab.reviewing.worlds import held_against_truth, learnt
from infoset_bots.search.habits import Habits, load_habits
from infoset_games.registry import make_game

PACKAGE: Final = "infoset"
REFERENCE: Final = "monte_carlo"
WORLDS: Final = 100
DECISIONS: Final = 10
THRESHOLD: Final = 0.05
OUTCOMES: Final = 40
LINE: Final = TypeAdapter(Judged)
LOOK: Final = TypeAdapter(Look)


def blunders(parser: argparse.ArgumentParser) -> Run:
    """Says what decisions in kept matches cost beside those of a reference.

    infoset blunders arena-runs/catan-1                          by flat Monte Carlo
    infoset blunders replays --reference ismcts:iterations=2000  any bot class, as for `infoset arena`
    infoset blunders match.jsonl --decisions 0 --json loss.json  every decision of a match

    At each decision the reference says what it would play. Then both actions are played out in fresh worlds
    drawn from what the seat knew, with equal luck.
    """
    add_sources(parser)
    parser.add_argument(
        "--reference", default=REFERENCE, metavar="BOT", help=f"who judges (default: {REFERENCE})"
    )
    add_looking(parser, "judge", "judged", "in which the two actions are compared")
    parser.add_argument(
        "--threshold",
        type=share,
        default=THRESHOLD,
        metavar="LOSS",
        help=f"what a blunder surely costs more than (default: {THRESHOLD})",
    )
    parser.add_argument(
        "--confirm",
        type=number(0, MOST),
        default=0,
        metavar="N",
        help="a blunder has to be one again in so many other worlds (default: 0, off)",
    )
    add_common(parser)
    return run_blunders


def add_looking(parser: argparse.ArgumentParser, do: str, done: str, worlds: str) -> None:
    """Which decisions, in how many worlds, and where each of them is written; the words for what is done with them."""
    parser.add_argument(
        "--worlds",
        type=number(MIN_WORLDS, MOST),
        default=WORLDS,
        metavar="N",
        help=f"worlds {worlds} (default: {WORLDS})",
    )
    parser.add_argument(
        "--decisions",
        type=number(0, MOST),
        default=DECISIONS,
        metavar="N",
        help=f"of each seat and match {do} so many, drawn by the seed (default: {DECISIONS}; 0: all)",
    )
    parser.add_argument(
        "--each",
        type=Path,
        metavar="FILE",
        help=f"write every decision that is {done} as a line of JSON",
    )


def run_blunders(args: argparse.Namespace) -> int:
    """Raises InfosetError for what a person can put right."""
    return guarded(args, lambda: _blunders(args))


def _blunders(args: argparse.Namespace) -> None:
    with rules_in_words():
        matches = read_matches(args)
        require_reference(args.reference, matches)
        check_end(args, "infoset blunders", matches, args.each)
        judgement = Judgement(
            reference=args.reference,
            policy=args.policy,
            horizon=args.horizon,
            worlds=args.worlds,
            most=args.decisions,
            threshold=args.threshold,
            seed=read_seed(args),
            confirm=args.confirm,
        )
        with closing(Answers(args.out, programs(args.reference))) as answers:
            judged = judge(find_pool(args), matches, judgement, sys.stderr, answers)
        report = review(matches[0].game, len(matches), judgement, judged)
    if args.each is not None:
        save(args.each, "".join(f"{LINE.dump_json(one).decode()}\n" for one in judged))
    hand_out(args, report, review_text(report))


def luck(parser: argparse.ArgumentParser) -> Run:
    """Says what kept matches say of their bots when luck is taken out of the results.

    infoset luck arena-runs/catan-1                     by the game's evaluation of positions
    infoset luck arena-runs/colonizers-1 --playouts 20  by playouts, which takes longer

    Wherever chance acted, what it brought is compared with all it could have brought. The mean keeps its
    expectation and loses variance.
    """
    add_sources(parser)
    parser.add_argument(
        "--playouts",
        type=number(0, MOST),
        default=0,
        metavar="N",
        help="value a position by so many playouts (default: 0, by the game's evaluation)",
    )
    parser.add_argument(
        "--outcomes",
        type=number(0, MOST),
        default=OUTCOMES,
        metavar="N",
        help=f"compare up to so many ways of chance, and draw so many of more (default: {OUTCOMES}; 0, with "
        "--playouts: value the position before chance instead)",
    )
    add_common(parser)
    return run_luck


def run_luck(args: argparse.Namespace) -> int:
    """Raises InfosetError for what a person can put right."""
    return guarded(args, lambda: _luck(args))


def _luck(args: argparse.Namespace) -> None:
    if not (args.outcomes or args.playouts):
        raise CommandError("--outcomes 0: expected --playouts, which let chance act")
    with rules_in_words():
        matches = read_matches(args)
        check_end(args, "infoset luck", matches)
        settings = LuckSettings(
            playouts=args.playouts,
            policy=args.policy,
            horizon=args.horizon,
            outcomes=args.outcomes,
            seed=read_seed(args),
        )
        with closing(Answers(args.out, programs())) as answers:
            measured = measure(find_pool(args), matches, settings, sys.stderr, answers)
        report = adjusted_results(matches[0].game, settings, measured)
    hand_out(args, report, luck_text(report))


def worlds(parser: argparse.ArgumentParser) -> Run:
    """Holds the worlds that `determinize` draws against what was true in kept matches.

    infoset worlds arena-runs/catan-1                      hands and development cards of the others
    infoset worlds arena-runs/crossfire-1 --worlds 400     where enemies are

    At decisions of each seat worlds are drawn from what it knew. What most of them say should be true most of the time: as
    often as they say where nobody's play gives anything away.
    """
    add_sources(parser)
    add_looking(parser, "look at", "looked at", "that are drawn at a decision")
    parser.add_argument(
        "--learn",
        type=Path,
        metavar="FILE",
        help="write what these players turned out to hold as weights for worlds: `habits` of search bots",
    )
    parser.add_argument(
        "--habits",
        type=Path,
        metavar="FILE",
        help="weigh worlds by what --learn has written before",
    )
    add_running(parser)
    return run_worlds


def run_worlds(args: argparse.Namespace) -> int:
    """Raises InfosetError for what a person can put right."""
    return guarded(args, lambda: _worlds(args))


def _worlds(args: argparse.Namespace) -> None:
    with rules_in_words():
        matches = find_kept(args.sources)
        words = known_words(matches)
        rules = rules_of(args, matches)
        check_end(args, "infoset worlds", matches, args.each, args.learn)
        sampling = Sampling(
            worlds=args.worlds,
            most=args.decisions,
            seed=read_seed(args),
            habits=read_weights(args.habits, matches),
        )
        with closing(Answers(args.out, programs())) as answers:
            looks = sample(find_pool(args), matches, sampling, sys.stderr, answers)
        report = held_against_truth(matches[0].game, len(matches), sampling, looks)
    if args.each is not None:
        save(args.each, "".join(f"{LOOK.dump_json(one).decode()}\n" for one in looks))
    if args.learn is not None:
        save(args.learn, Habits(matches[0].game, rules, learnt(looks)).to_text())
    hand_out(args, report, worlds_text(report, words))


def rules_of(args: argparse.Namespace, matches: Sequence[Kept]) -> str:
    """The version of the rules. Raises CommandError where nothing can be learnt."""
    rules = sorted({kept.rules for kept in matches})
    if args.learn is not None and args.habits is not None:
        raise CommandError("--learn: expected worlds without --habits")
    if args.learn is not None and len(rules) > 1:
        raise CommandError(
            f"--learn: expected matches under the same rules, got {', '.join(rules)}"
        )
    return rules[0]


def read_weights(file: Path | None, matches: Sequence[Kept]) -> str:
    """The text of a file of habits that fit these matches, "" without one. Raises CommandError."""
    if file is None:
        return ""
    try:
        habits = load_habits(str(file))
    except ValueError as error:
        raise CommandError(f"--{error}") from None
    for kept in matches:
        if kept.rules != habits.rules:
            raise CommandError(
                f"--habits: {file}: learnt under {habits.rules}, and {kept.file} is {kept.rules}"
            )
    return habits.to_text()


@dataclass(frozen=True)
class Named:
    """Rules of which there is no match: a `wording.Rules`."""

    game: str
    consts: Mapping[str, Any]


def known_words(matches: Sequence[Kept]) -> KnownWords:
    """What secrets are called in these matches. Raises CommandError for a game that can draw no worlds."""
    kept = matches[0]
    game = make_game(kept.game, json.loads(kept.options))
    if not game.worlds:
        raise CommandError(f"{kept.game}: expected a game that can draw worlds (`determinize`)")
    return words_for(Named(game.name, game.consts()), str)


def programs(reference: str = "") -> str:
    """Which version of everything works it out, the files of a reference included."""
    files = files_behind(reference) if reference else {}
    return f"{version(PACKAGE)} {json.dumps(files, sort_keys=True)}"


def share(text: str) -> float:
    """An argument from 0 to 1."""
    value = float(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"expected 0 to 1, got {value:g}")
    return value
