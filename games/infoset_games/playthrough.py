"""A random play as text to read and to compare: what was asked, chosen, told to whom, and fingerprints.

    python -m infoset_games.playthrough GAME --seed SEED --option NAME=JSON

Golden files are made of it: a change of rules or views shows up as a readable difference. It tells
all secrets of the play, so it is for developers, not for players.
"""

import argparse
import json
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from infoset_games.choices import write_legal
from infoset_games.core import CHANCE, Json, State
from infoset_games.game import Event, Game
from infoset_games.registry import UnknownGameError, make_game
from infoset_games.replay import canonical, digest, random_log, replay, state_hash

MAX_PLIES: Final = 10_000
MAX_SHOWN: Final = 20  # actions listed at one decision
SHOWN_DIGITS: Final = 12  # of a fingerprint


def playthrough(game: Game, seed: str, max_plies: int = MAX_PLIES) -> Iterator[str]:
    """The lines of the play that `seed` names. Raises RuntimeError if it has no end in time."""
    log = random_log(game, seed, max_plies)
    yield f"game {log.rules}"
    yield f"options {canonical(log.options)}"
    yield f"consts {_short(digest(game.consts()))}"
    yield f"seed {canonical(seed)}"
    yield f"deal {canonical(log.deal)}"
    states = list(replay(game, log))
    for ply, joint in enumerate(log.joints):
        yield ""
        yield f"ply {ply}, position {_short(state_hash(states[ply]))}"
        yield f"  views {_views(game, states[ply])}"
        for mover in sorted(joint):
            yield from _choice(game, states[ply], mover, joint[mover])
        yield from _told(game, game.narrate(states[ply], joint, states[ply + 1]))
    yield ""
    yield from _ending(game, states[-1])


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: writes a playthrough to standard output. Returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m infoset_games.playthrough", description="Write a random play as text."
    )
    parser.add_argument("game", help="name of an installed game")
    parser.add_argument("--seed", default="golden", help="names the play (default: golden)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=JSON", help="an option of the game"
    )
    asked = parser.parse_args(arguments)
    try:
        game = make_game(asked.game, _read_options(asked.option))
    except (UnknownGameError, ValueError) as error:
        parser.error(str(error))
    sys.stdout.writelines(f"{line}\n" for line in playthrough(game, asked.seed))
    return 0


def _choice(game: Game, state: State, mover: int, code: int) -> Iterator[str]:
    written = canonical(game.write_action(state, mover, code))
    if mover == CHANCE:
        yield f"  chance draws {written}"
    else:
        yield f"  seat {mover} is asked: {state.kind(mover)}, {_legal(game, state, mover)}"
        yield f"  seat {mover} plays {written}"


def _legal(game: Game, state: State, seat: int) -> str:
    """The legal actions in one line, the fallback marked with a star."""
    legal = write_legal(game, state, seat)
    if "slots" in legal:
        slots = (f"{slot['slot']} of {len(slot['options'])}" for slot in legal["slots"])
        return f"product of {', '.join(slots)}"
    fallback = state.fallback(seat)
    actions = [
        canonical(action) + ("*" if index == fallback else "")
        for index, action in enumerate(legal["actions"])
    ]
    more = [f"... {len(actions)} in all"] if len(actions) > MAX_SHOWN else []
    return " ".join(actions[:MAX_SHOWN] + more)


def _told(game: Game, events: Sequence[Event]) -> Iterator[str]:
    """Each event once per different view of it, with those who see it so."""
    audiences: list[int | None] = [*range(game.seats), None]
    for event in events:
        views: dict[str, list[str]] = {}
        for audience in audiences:
            name = "spectators" if audience is None else str(audience)
            views.setdefault(canonical(event.view(audience)), []).append(name)
        for view, names in views.items():
            who = "all" if len(views) == 1 else " ".join(names)
            yield f"    to {who}: {view}"


def _views(game: Game, state: State) -> str:
    """Fingerprints of what each seat and the spectators know."""
    names = [str(seat) for seat in range(game.seats)] + ["spectators"]
    audiences: list[int | None] = [*range(game.seats), None]
    prints = [_short(digest(game.write_observation(state.observe(who)))) for who in audiences]
    return ", ".join(f"{name} {shown}" for name, shown in zip(names, prints, strict=True))


def _ending(game: Game, state: State) -> Iterator[str]:
    result = state.result()
    assert result is not None, "a finished play has a result"
    yield f"over: {result.ending}, position {_short(state_hash(state))}"
    yield f"  position {canonical(state.to_plain())}"
    yield f"  views {_views(game, state)}"
    yield f"  places {canonical(list(result.places))}, scores {canonical(list(result.scores))}"
    yield f"  returns {canonical([round(value, 6) for value in result.returns])}"


def _short(fingerprint: str) -> str:
    return fingerprint[:SHOWN_DIGITS]


def _read_options(given: Sequence[str]) -> Mapping[str, Json]:
    options: dict[str, Json] = {}
    for option in given:
        name, _, text = option.partition("=")
        try:
            options[name] = json.loads(text)
        except json.JSONDecodeError:
            raise ValueError(f"option {name}: expected NAME=JSON, got {option!r}") from None
    return options


if __name__ == "__main__":
    if sys.platform != "win32":
        signal.signal(
            signal.SIGPIPE, signal.SIG_DFL
        )  # its only pipe is its output, which may be piped to `head`
    sys.exit(main())
