"""A whole match as text to keep, to send and to read: a header, one line per step, the result.

JSON lines (docs/replays.md). Actions and chance are written in the notation of the game; beside chance
stand its codes, so that reading needs the rules but no generator. A record tells every secret of the match.
Whatever is read is played again, and refused where the rules would not have had it.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from infoset_games.clocks import Clock
from infoset_games.core import CHANCE, Json, State
from infoset_games.game import Game
from infoset_games.luck import seed_commitment
from infoset_games.match import Match
from infoset_games.notices import Notice
from infoset_games.replay import state_hash
from infoset_games.steps import ACT, KINDS, MISS, REPLACE, RecordError, Step
from infoset_games.terms import Terms

FORM: Final = "infoset-record/1"
HASH_EVERY: Final = 32  # steps between two lines with the hash of the position
NUMBERS: Final = {  # in a line: name there, and in the step
    "ms": "elapsed_ms",
    "charged": "charged_ms",
    "forgiven": "forgiven_ms",
    "tries": "tries",
}


@dataclass(frozen=True)
class Record:
    """One match. `players` are by seat, each with at least a `name`; `about` is what else is known of it.

    `steps` with `deal` are the play. `seed` is None as long as the match runs: it tells what will happen.
    """

    game: Game
    terms: Terms
    deal: Json
    players: tuple[Mapping[str, Json], ...]
    steps: tuple[Step, ...]
    seed_commit: str
    seed: str | None = None
    about: Mapping[str, Json] = field(default_factory=dict)

    def play(self, at_ms: int = 0) -> Iterator[tuple[Step, Match, list[Notice]]]:
        """The match after each step, and what was told because of it. It is one match: copy what you keep.

        Raises RecordError at a step that cannot have happened.
        """
        match = Match(self.game, self.terms, self.seed or "", self.deal)
        for step in self.steps:
            notices = match.redo(step, at_ms)
            yield match.steps[-1], match, notices


def write_record(record: Record) -> Iterator[str]:
    """The lines of a record, without line ends. Raises RecordError for a play that cannot be."""
    for _, line in plain_lines(record):
        yield dump(line)


def plain_lines(record: Record) -> Iterator[tuple[int, dict[str, Json]]]:
    """The lines as plain values, each with the version of the match behind it. Raises as `write_record`."""
    yield 0, header(record)
    match = Match(record.game, record.terms, record.seed or "", record.deal)
    for number, step in enumerate(record.steps, 1):
        before = match.state.copy()
        known = len(match.log)
        line: dict[str, Json] = {"i": number, "step": step.kind}
        if step.seat >= 0:
            line["seat"] = step.seat
        if step.decision:
            line["decision"] = step.decision
        if step.kind in (ACT, REPLACE, MISS):
            line["a"] = record.game.write_action(before, step.seat, step.action)
            if record.game.read_action(before, step.seat, line["a"]) != step.action:
                line["code"] = (
                    step.action
                )  # written alike, and yet another one (of two equal cards)
        match.redo(step, 0)
        line |= {
            name: getattr(step, attribute)
            for name, attribute in NUMBERS.items()
            if getattr(step, attribute)
        }
        if step.reason:
            line["why"] = step.reason
        if step.chance:
            line["chance"] = written_chance(record.game, before, match.log[known:])
            line["drawn"] = step.chance
        if number % HASH_EVERY == 0:
            line["hash"] = state_hash(match.state)
        yield match.ver, line
    if match.over is not None:
        yield match.ver, footer(record, match)


def header(record: Record) -> dict[str, Json]:
    """The first line."""
    clock = asdict(record.terms.clock)
    return {
        "form": FORM,
        "game": record.game.name,
        "rules": record.game.rules,
        "options": record.game.options(),
        "players": [dict(player) for player in record.players],
        "clock": {name: value for name, value in clock.items() if value},
        "on_timeout": record.terms.on_timeout,
        "max_timeouts": record.terms.max_timeouts,
        "absent": record.terms.absent,
        "deal": record.deal,
        "seed_commit": record.seed_commit,
        **({"berserk": list(record.terms.berserk)} if record.terms.berserk else {}),
        **record.about,
    }


def footer(record: Record, match: Match) -> dict[str, Json]:
    """The last line of a match that is over."""
    assert match.over is not None
    result = match.over.result
    line = {
        "over": match.over.reason,
        "places": list(result.places),
        "scores": list(result.scores),
        "returns": list(result.returns),
        "hash": state_hash(match.state),
    }
    return line if record.seed is None else line | {"seed": record.seed}


def written_chance(game: Game, state: State, joints: Iterable[Mapping[int, int]]) -> list[Json]:
    """The chance among `joints`, which were played from `state`, in the game's notation."""
    written: list[Json] = []
    for joint in joints:
        if CHANCE in joint:
            written.append(game.write_action(state, CHANCE, joint[CHANCE]))
        state.apply(joint)
    return written


def read_record(
    lines: Iterable[str], make_game: Callable[[str, dict[str, Json], str], Game]
) -> Record:
    """The record of these lines. `make_game(name, options, rules)` raises ValueError where it cannot.

    Raises RecordError naming the line; also where the lines are not those `write_record` writes. Only numbers may be written
    otherwise (1 for 1.0), as JavaScript does, and spaces may stand between values.
    """
    given = [line.rstrip("\r\n") for line in lines]
    plain = [parsed(number, line) for number, line in enumerate(given, 1)]
    if not plain or plain[0].get("form") != FORM:
        raise RecordError(f"line 1: expected a header with `form` {FORM!r}")
    record = _record(plain, make_game)
    for number, (was, line) in enumerate(zip(given, write_record(record), strict=False), 1):
        if was != line and not is_same(plain[number - 1], line):
            raise RecordError(f"line {number}: the rules give {line!r} here")
    return record


def parsed(number: int, line: str) -> dict[str, Any]:
    """The object in a line."""
    try:
        value = json.loads(line, parse_constant=no_number)
        json.dumps(
            value, ensure_ascii=False
        ).encode()  # half a character can be escaped, and never be written
    except ValueError as error:
        raise RecordError(f"line {number}: {error}") from None
    except RecursionError:
        raise RecordError(f"line {number}: too many values within each other") from None
    if not isinstance(value, dict):
        raise RecordError(f"line {number}: expected an object")
    return value


def no_number(word: str) -> Json:
    """Raises ValueError: Python would read `NaN` and `Infinity`, which are no JSON."""
    raise ValueError(f"{word} is no number")


def is_same(given: Json, line: str) -> bool:
    """Is this what stands in a line of ours, but for the form of numbers?"""
    return repr(simplified(given)) == repr(simplified(json.loads(line)))


def simplified(value: Json) -> Json:
    """A value in which whole numbers are written in one way."""
    match value:
        case float():
            return int(value) if value.is_integer() else value
        case list():
            return [simplified(one) for one in value]
        case dict():
            return {name: simplified(one) for name, one in value.items()}
        case _:
            return value


def dump(line: Mapping[str, Json]) -> str:
    """The one way to write a line."""
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


KNOWN: Final = frozenset(
    [
        "form",
        "game",
        "rules",
        "options",
        "players",
        "clock",
        "on_timeout",
        "max_timeouts",
        "absent",
        "deal",
        "seed_commit",
        "berserk",
    ]
)


def _record(
    plain: list[dict[str, Any]], make_game: Callable[[str, dict[str, Json], str], Game]
) -> Record:
    head, *body = plain
    last = body.pop() if body and "over" in body[-1] else {}
    try:
        game = make_game(head["game"], head["options"], head["rules"])
        terms = Terms(
            clock=Clock(**head["clock"]),
            on_timeout=head["on_timeout"],
            max_timeouts=head["max_timeouts"],
            absent=head["absent"],
            berserk=_read_berserk(head, game.seats),
        )
        players = _read_players(head["players"], game.seats)
        seed_commit, deal = head["seed_commit"], head["deal"]
        match = Match(game, terms, last.get("seed", ""), deal)
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise RecordError(f"line 1: {type(error).__name__}: {error}") from None
    steps = [_read_step(number, line, match) for number, line in enumerate(body, 2)]
    about = {name: value for name, value in head.items() if name not in KNOWN}
    seed = last.get("seed")
    if seed is not None and seed_commitment(str(seed)) != seed_commit:
        raise RecordError(f"line {len(plain)}: the seed is not the one that was committed to")
    return Record(game, terms, deal, players, tuple(steps), seed_commit, seed, about)


def _read_players(given: Json, seats: int) -> tuple[dict[str, Json], ...]:
    """Who played, by seat. Raises ValueError."""
    has_names = isinstance(given, list) and all(
        isinstance(one, dict) and isinstance(one.get("name"), str) for one in given
    )
    if not isinstance(given, list) or not has_names or len(given) != seats:
        raise ValueError(f"players: expected a list of {seats} objects with a `name`")
    return tuple(one for one in given if isinstance(one, dict))


def _read_berserk(head: Mapping[str, Any], seats: int) -> tuple[int, ...]:
    """The seats that went berserk. Raises ValueError for what are no seats."""
    given = head.get("berserk", [])
    if given != [seat for seat in range(seats) if seat in given]:
        raise ValueError(f"berserk: expected some of the seats 0..{seats - 1} in order")
    return tuple(given)


def _read_step(number: int, line: dict[str, Any], match: Match) -> Step:
    """The step of a line, taken in `match`."""
    try:
        kind = line["step"]
        if kind not in KINDS:
            raise RecordError(f"`step`: expected one of {', '.join(KINDS)}")
        seat = int(line.get("seat", -1))
        action = 0
        if kind in (ACT, REPLACE, MISS):
            action = match.game.read_action(match.state, seat, line["a"])
            action = int(line.get("code", action))
        numbers = {attribute: int(line.get(name, 0)) for name, attribute in NUMBERS.items()}
        step = Step(
            kind,
            seat,
            int(line.get("decision", 0)),
            action,
            **numbers,
            reason=str(line.get("why", "")),
            chance=[int(code) for code in line.get("drawn", [])],
        )
        match.redo(step, 0)
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise RecordError(f"line {number}: {error}") from None
    return step
