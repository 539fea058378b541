"""Messages that are almost right: recorded ones with something dropped, doubled, changed or cut. Seeded.

All chance comes from the generator that is handed in, so a seed gives the same mutations again.
"""

import json
import random
from collections.abc import Callable, Mapping
from copy import copy
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgpack
import orjson

from infoset_protocol.codec import Encoding

VECTORS: Final = Path(__file__).parents[2] / "protocol" / "vectors" / "v1" / "messages.ndjson"
MAX_SAFE_INT: Final = 2**53 - 1

Plain = dict[str, Any]


def recorded_messages() -> list[Plain]:
    """Every valid client message of the golden vectors, as plain values, without `id`."""
    lines = VECTORS.read_text(encoding="utf-8").splitlines()
    vectors = [json.loads(line) for line in lines]
    return [
        {name: value for name, value in vector["value"].items() if name != "id"}
        for vector in vectors
        if vector["dir"] == "c2s"
    ]


# What may stand where something else belongs. Callables, so that lists are never shared.
PLAIN_VALUES: Final[tuple[Any, ...]] = (
    None, True, False, 0, 1, -1, 2, 16, 255, 2**31, 2**32, MAX_SAFE_INT, -MAX_SAFE_INT,
    0.0, 3.0, 0.5, -0.0, 1e300, "", "x", "0", "true", "null", "..", "m_nobody", "R0000",
    "colonizers", "seat:3", "x" * 65, "x" * 600, "\u0000", "\u202e", "\U0001f3b2" * 40, "a b",
)  # fmt: skip

STRANGE: Final[tuple[Callable[[], Any], ...]] = (
    *(partial(copy, value) for value in PLAIN_VALUES),
    list,
    dict,
    lambda: [None],
    lambda: [[]],
    lambda: list(range(40)),
    lambda: {"x": {}},
    lambda: {str(number): number for number in range(80)},
    lambda: nested(14),
    lambda: nested(20),
    lambda: ["pick", 0],
    lambda: {"kind": "per_move", "move_ms": 60},
    lambda: {"kind": "bank", "main_ms": 0},
)

BAD_JSON: Final[tuple[bytes, ...]] = (
    b"", b"{", b"[]", b"null", b"NaN", b'"hello"', b"{]", b"\xef\xbb\xbf{}", b'{"type":NaN}',
    b'{"type":"ping","t":Infinity}', b'{"type":"ping","t":1e400}', b'{"type":"ping"} x',
    b'{"type":"ping","t":9007199254740992}', b'{"type":"\xff"}', b'{"type":"\\ud800"}',
    b'{"type":"ping","t":' + b"9" * 5000 + b"}", b"[" * 3000, b'{"a":' * 1100, b"\x00\x00",
    b'{"type":"ping","t":01}', b"{'type':'ping'}", b"GET / HTTP/1.1",
)  # fmt: skip

BAD_MSGPACK: Final[tuple[bytes, ...]] = (
    b"", b"\xc1", b"\x90", b"\xc0", b"\x81\x01\x02", b"\x81\xc4\x01a\x01", b"\x81\xa1a\xc4\x01a",
    b"\x81\xa1a\xc7\x01\x05x", b"\x81\xa1a\xd6\xff\x00\x00\x00\x00", b"\xdd\xff\xff\xff\xff",
    b"\xdf\xff\xff\xff\xff", b"\x81\xa1a\xca\x3f\x80\x00\x00", b"\x81\xa1a\xcb\x7f\xf8" + bytes(6),
    b"\x81\xa1a\xcf\xff\xff\xff\xff\xff\xff\xff\xff", b"\x81\xa1a\xd3\x80" + bytes(7),
    b"\x81\xa1a\xa2\xff\xfe", b"\x91" * 200, b"\xdc\x10\x01" * 50, b"\x82\xa4type", b"{}",
    b"\x81\xa4type\xa4ping\x00",
)  # fmt: skip


NO_LINE_ENDS: Final = bytes.maketrans(b"\r\n", b"  ")


def nested(levels: int) -> list[Any]:
    """A list in a list in a list."""
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return value


# How often each type is sent, where not once: these end a connection, or open the way for others.
WEIGHTS: Final = {"hello": 0.15, "auth": 0.3, "bye": 0.1, "act": 3.0, "join": 2.0, "ready": 1.5}


class Mutator:
    """Makes frames out of messages. Most change one thing; few are not messages at all."""

    def __init__(self, rng: random.Random, frames_share: float = 0.08) -> None:
        """`frames_share` is how many of the frames are broken as bytes, not as messages."""
        self.rng = rng
        self._frames_share = frames_share
        self._pool: dict[str, list[Plain]] = {}
        self._fields: dict[str, list[Any]] = {}
        for message in recorded_messages():
            self._pool.setdefault(message["type"], []).append(message)
            for name, value in message.items():
                self._fields.setdefault(name, []).append(value)
        self._types = list(self._pool)
        self._weights = [WEIGHTS.get(name, 1.0) for name in self._types]
        self._names = sorted(self._fields.keys() - {"type"})
        self._changes: tuple[Callable[[Plain], None], ...] = (
            self._drop,
            self._replace,
            self._replace,
            self._take_from_another,
            self._take_from_another,
            self._add_unknown,
            self._retype,
            self._go_inside,
            self._swap,
        )

    def pick(self) -> Plain:
        """A recorded message, the caller's to change (its inner values are not)."""
        (name,) = self.rng.choices(self._types, self._weights)
        return dict(self.rng.choice(self._pool[name]))

    def change(self, message: Plain, live: Mapping[str, Any]) -> Plain:
        """`message` with live ids put in and, mostly, one or two things about it changed."""
        for name, value in live.items():
            if name in message and self.rng.random() < 0.8:
                message[name] = value
        for _ in range(self.rng.choice((0, 0, 1, 1, 2))):
            self.rng.choice(self._changes)(message)
        return message

    def frame(self, message: Plain, encoding: Encoding) -> bytes:
        """The message as bytes, which in some cases are broken afterwards."""
        if encoding is Encoding.JSON:
            payload, bad = orjson.dumps(message), BAD_JSON
        else:
            payload, bad = msgpack.packb(message), BAD_MSGPACK
        if self.rng.random() >= self._frames_share:
            return payload
        broken = self._broken(payload, bad)
        # A line feed or CR ends a line and an empty frame keeps alive: they would not arrive.
        if encoding is Encoding.JSON:
            broken = broken.translate(NO_LINE_ENDS)
        return broken or bad[1]

    def _broken(self, payload: bytes, bad: tuple[bytes, ...]) -> bytes:
        rng = self.rng
        at = rng.randrange(len(payload))
        match rng.randrange(6):
            case 0:
                return payload[:at]
            case 1:
                return payload[:at] + payload[at + 1 :]
            case 2:
                return payload[:at] + payload[at : at + 8] + payload[at:]
            case 3:
                return payload + rng.choice(bad)
            case 4:
                return rng.choice(bad)
            case _:
                flipped = bytearray(payload)
                for _ in range(rng.randrange(1, 4)):
                    flipped[rng.randrange(len(flipped))] ^= 1 << rng.randrange(8)
                return bytes(flipped)

    # Changes of one message.

    def _drop(self, message: Plain) -> None:
        del message[self.rng.choice(list(message))]
        message.setdefault("type", "x_nothing")

    def _replace(self, message: Plain) -> None:
        message[self.rng.choice(list(message))] = self.rng.choice(STRANGE)()

    def _take_from_another(self, message: Plain) -> None:
        name = self.rng.choice(self._names)
        message[name] = self.rng.choice(self._fields[name])

    def _add_unknown(self, message: Plain) -> None:
        name = self.rng.choice(
            ("zzz", "x_mine", "", "id ", "TYPE", "a" * 300, "\u0000", "__proto__")
        )
        message[name] = self.rng.choice(STRANGE)()

    def _retype(self, message: Plain) -> None:
        (message["type"],) = self.rng.choices(self._types, self._weights)

    def _go_inside(self, message: Plain) -> None:
        """The same, one level down; where there is nothing inside, a field is replaced."""
        inner = [
            name for name, value in message.items() if value and isinstance(value, dict | list)
        ]
        if not inner:
            self._replace(message)
            return
        name = self.rng.choice(inner)
        value = message[name]
        if isinstance(value, dict):
            changed: Any = dict(value)
            changed[self.rng.choice(list(changed))] = self.rng.choice(STRANGE)()
        else:
            changed = list(value)
            changed[self.rng.randrange(len(changed))] = self.rng.choice(STRANGE)()
            changed *= self.rng.choice((1, 1, 2))
        message[name] = changed

    def _swap(self, message: Plain) -> None:
        """Two fields trade their values."""
        one, other = self.rng.choice(list(message)), self.rng.choice(list(message))
        message[one], message[other] = message[other], message[one]
