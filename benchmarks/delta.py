"""What the feature `delta` saves: bytes of a question with and without it, for each game, and what it costs.

    python benchmarks/delta.py [--matches 20]

Matches of random players are played in this process; every question is written whole and with its
difference, in both encodings, as it would go over the wire. Printed for each game: bytes of a `your_turn`
(mean), the share that is left, the same for all that one seat is sent (questions and events), and
microseconds of CPU for making a difference beside those for writing the whole question.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from infoset.conformance.words import Words
from infoset_games.decision import Choice
from infoset_games.match import Match
from infoset_games.notices import Asked, Told
from infoset_games.registry import known_games, make_game
from infoset_games.rng import Rng
from infoset_games.terms import Terms
from infoset_protocol.codec import Encoding, Prepared
from infoset_protocol.deltas import DeltaWriter

SEAT: Final = 0
Message = dict[str, Any]
Tally = Counter[str]


def told_to_seat(game: str, seed: str) -> Iterator[Message]:
    """Questions and events of one seat, in a match of random players."""
    match = Match(make_game(game), Terms(), seed)
    words = Words("m_1", match, "player", SEAT)
    rng = Rng(seed, "choices")
    notices = match.start(0)
    while notices:
        for notice in notices:
            if isinstance(notice, Told):
                yield words.events(notice, with_obs=False)
            elif isinstance(notice, Asked) and notice.seat == SEAT:
                yield words.your_turn(match.open[SEAT], 0)
        notices = [] if match.over else choose(match, rng)


def choose(match: Match, rng: Rng) -> list[Any]:
    """Somebody who is asked chooses at random."""
    asked = next(asked for asked in match.open.values() if asked.sealed is None)
    index = asked.space.index(asked.space.draw(rng))
    return match.submit(asked.seat, asked.number, Choice(index), 0)


def measure(game: str, matches: int) -> Tally:
    """Bytes and times over some matches."""
    tally: Tally = Counter()
    for number in range(matches):
        writer = DeltaWriter()
        for message in told_to_seat(game, f"delta {number}"):
            short = message
            if message["type"] == "your_turn":
                tally["questions"] += 1
                tally["make_ns"] -= time.thread_time_ns()
                short = writer.shorten(message)
                tally["make_ns"] += time.thread_time_ns()
            for encoding in Encoding:
                add_bytes(tally, message, short, encoding)
    return tally


def add_bytes(tally: Tally, whole: Message, short: Message, encoding: Encoding) -> None:
    """Counts what goes over the wire for a message, as it is and shortened."""
    begun_ns = time.thread_time_ns()
    size = len(Prepared(whole).frame_body(encoding, seq=1))
    spent_ns = time.thread_time_ns() - begun_ns
    small = len(Prepared(short).frame_body(encoding, seq=1))
    tally[f"all {encoding}"] += size
    tally[f"all short {encoding}"] += small
    if whole["type"] == "your_turn":
        tally[f"question {encoding}"] += size
        tally[f"question short {encoding}"] += small
        tally[f"encode_ns {encoding}"] += spent_ns


def rows(game: str, tally: Tally) -> Iterator[str]:
    """The lines of one game."""
    count = tally["questions"]
    make_us = tally["make_ns"] / count / 1000
    for encoding in Encoding:
        whole, short = (tally[f"question{kind} {encoding}"] / count for kind in ("", " short"))
        share = tally[f"all short {encoding}"] / tally[f"all {encoding}"]
        encode_us = tally[f"encode_ns {encoding}"] / count / 1000
        yield (
            f"{game:<11} {encoding:<8} {count:>9} {whole:>7.0f} {short:>7.0f} {short / whole:>6.2f}"
            f" {share:>8.2f} {make_us:>8.1f} {encode_us:>8.1f}"
        )


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=20, help="of each game (default: 20)")
    matches = parser.parse_args().matches
    sys.stdout.write(
        f"{'game':<11} {'encoding':<8} {'questions':>9} {'whole':>7} {'delta':>7} {'share':>6}"
        f" {'of all':>8} {'make us':>8} {'write us':>8}\n"
    )
    for game in known_games():
        for row in rows(game, measure(game, matches)):
            sys.stdout.write(row + "\n")


if __name__ == "__main__":
    main()
