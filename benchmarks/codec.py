"""Encoders and decoders for one real observation: what we use beside what we could use.

    python benchmarks/codec.py

Contenders take turns in one run, in CPU time; printed are microseconds (best round) and the ratio
to ours. A contender whose package is missing is named.
"""

import importlib
import time
from collections.abc import Callable
from typing import Any, Final

import msgpack
import orjson
from pydantic_core import from_json, to_json

from infoset_games.choices import write_decision
from infoset_games.colonizers import Colonizers
from infoset_games.core import CHANCE
from infoset_games.rng import Rng
from infoset_protocol.codec import Encoding, decode, encode
from infoset_protocol.messages import YourTurn, read_request

ROUNDS: Final = 7
REPEATS: Final = 2000
PLIES: Final = 150  # the middle of a match

Contenders = dict[str, Callable[[], Any]]


def your_turn() -> dict[str, Any]:
    """A `your_turn` from the middle of a random match."""
    game = Colonizers()
    rng = Rng("codec")
    state = game.start(game.deal(rng))
    for _ in range(PLIES):
        mover = state.mover()
        state.move(state.sample_chance(rng) if mover == CHANCE else state.legal(mover).draw(rng))
    while state.mover() == CHANCE:
        state.move(state.sample_chance(rng))
    seat = int(state.mover())
    observed = game.write_observation(state.observe(seat))
    head = {"type": "your_turn", "match_id": "m_bench", "seat": seat, "ver": 140, "decision": 31}
    return head | write_decision(game, state, seat) | {"obs": observed, "deadline_ms": 30_000}


def best_us(contenders: Contenders) -> dict[str, float]:
    """The best round of each, taking turns."""
    best = dict.fromkeys(contenders, float("inf"))
    for _ in range(ROUNDS):
        for name, call in contenders.items():
            start = time.process_time()
            for _ in range(REPEATS):
                call()
            spent = (time.process_time() - start) / REPEATS * 1e6
            best[name] = min(best[name], spent)
    return best


def show(title: str, contenders: Contenders) -> None:
    """Prints a table; the first contender is ours."""
    best = best_us(contenders)
    ours = next(iter(best.values()))
    print(f"\n{title}")
    for name, spent in best.items():
        print(f"  {name:32} {spent:8.2f} us   {spent / ours:6.2f}")


def with_msgspec(contenders: Contenders, make: Callable[[Any], Contenders]) -> Contenders:
    """Adds msgspec where it is installed, and says so where it is not."""
    try:
        msgspec = importlib.import_module("msgspec")
    except ModuleNotFoundError:
        print("(msgspec is not installed: pip install -e '.[bench]')")
        return contenders
    return contenders | make(msgspec)


def main() -> None:
    """Prints all tables."""
    message = your_turn()
    as_json, as_msgpack = encode(message, Encoding.JSON), encode(message, Encoding.MSGPACK)
    act = b'{"type":"act","id":40,"match_id":"m_bench","decision":31,"index":1}'
    print(f"your_turn: {len(as_json)} bytes of JSON, {len(as_msgpack)} of msgpack")
    model = YourTurn.model_validate(message)
    show(
        "encode as JSON",
        with_msgspec(
            {
                "ours (orjson)": lambda: encode(message, Encoding.JSON),
                "pydantic_core.to_json": lambda: to_json(message),
                "model.model_dump_json": lambda: model.model_dump_json(exclude_none=True),
            },
            lambda lib: {"msgspec": lambda: lib.json.encode(message)},
        ),
    )
    show(
        "encode as msgpack",
        with_msgspec(
            {"ours (msgpack)": lambda: encode(message, Encoding.MSGPACK)},
            lambda lib: {"msgspec": lambda: lib.msgpack.encode(message)},
        ),
    )
    show(
        "decode JSON",
        with_msgspec(
            {
                "ours (orjson + limits)": lambda: decode(as_json, Encoding.JSON),
                "orjson alone": lambda: orjson.loads(as_json),
                "pydantic_core.from_json": lambda: from_json(as_json),
            },
            lambda lib: {"msgspec": lambda: lib.json.decode(as_json)},
        ),
    )
    show(
        "decode msgpack",
        {
            "ours (msgpack + limits)": lambda: decode(as_msgpack, Encoding.MSGPACK),
            "msgpack alone": lambda: msgpack.unpackb(as_msgpack),
        },
    )
    show(
        "an act, decoded and validated",
        {
            "ours": lambda: read_request(decode(act, Encoding.JSON)),
            "decoding alone": lambda: decode(act, Encoding.JSON),
        },
    )


if __name__ == "__main__":
    main()
