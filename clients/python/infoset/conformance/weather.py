"""What a hostile but legal server does to its messages, as data and as bytes. No I/O, no matches.

Everything in here is allowed by the contract: a client that plays on through all of it will survive
what later versions of the protocol add.
"""

import random
import struct
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import orjson

from infoset_protocol.catalog import Direction, find_message, visit
from infoset_protocol.codec import Encoding, decode, encode
from infoset_protocol.messages.base import Part

NEWS: Final = ("harvest_report", "x_weather", "moon_phase")  # messages that no version knows
EVENTS: Final = ("meteor", "x_rainbow", "tide")
NOVEL: Final = {  # values that open enumerations do not have yet
    "match_start": {"on_timeout": "apologise"},
    "match_over": {"reason": "earthquake"},
    "turn_closed": {"why": "eclipse"},
}
STRANGE: Final[tuple[Any, ...]] = (  # values of fields that no version knows
    None,
    True,
    -1.5,
    'quoted "type":"your_turn", {[\\ and a line\u2028separator',
    ["", {"deep": [[]]}],
    {"colour": "red", "shades": [1, 2, 3]},
)
MAX_SINGLE_BYTES: Final = 20_000  # of a connection, then the pieces become larger
MAX_PIECE: Final = 400
BIG_EVERY: Final = 5  # questions; the others are as long as they are
MAX_BIG: Final = 131_072  # bytes, where the client would take even more


@dataclass(frozen=True, slots=True)
class Weather:
    """Which hardships a table has. None of them breaks the contract.

    `fields`: objects of the contract have fields nobody knows. `news`: messages of unknown types come
    between others. `novelties`: unknown kinds of events and values of enumerations. `shuffled`: keys
    come in any order. `wide`: integers come as floats, in msgpack in the widest form. `pieces`: bytes
    arrive one by one. `keep_alives`: one stands before every message. `late`: replies come behind pushes
    that were caused later, where the contract allows it. `big`: questions fill the largest frame
    that the client takes.
    """

    fields: bool = False
    news: bool = False
    novelties: bool = False
    shuffled: bool = False
    wide: bool = False
    pieces: bool = False
    keep_alives: bool = False
    late: bool = False
    big: bool = False


FAIR: Final = Weather()


class Sky:
    """Dresses the frames of one table for its weather. Deterministic by `seed`."""

    def __init__(self, weather: Weather, seed: str) -> None:
        self.weather: Final = weather
        self._rng = random.Random(seed)  # for tests, not for secrets
        self._singles = MAX_SINGLE_BYTES
        self._questions = 0

    def embellish(self, plain: dict[str, Any]) -> dict[str, Any]:
        """The message with what only the server may add: novelties, before it is numbered."""
        if not self.weather.novelties:
            return plain
        plain = plain | NOVEL.get(plain["type"], {})
        if plain["type"] == "events":
            strange = {"e": self._rng.choice(EVENTS), "at": [1, 2], "by": 0}
            plain = plain | {"items": [*plain["items"], strange]}
        return plain

    def news(self) -> dict[str, Any] | None:
        """A message nobody knows, to be sent before the next one; None where there is none."""
        if not self.weather.news or self._rng.random() < 0.5:
            return None
        return {"type": self._rng.choice(NEWS), "decision": 9_999, "text": self._strange()}

    def dress(self, frame: bytes, encoding: Encoding, max_frame: int) -> bytes:
        """The same message in other bytes, at most `max_frame` of them."""
        weather = self.weather
        if not (weather.fields or weather.shuffled or weather.wide or weather.big):
            return frame
        plain = decode(frame, encoding)
        model = find_message(Direction.SERVER, plain["type"])
        if weather.fields and model is not None:
            self._add_fields(model, plain)
        if weather.big and plain["type"] == "your_turn":
            self._fill(plain, encoding, max_frame)
        if weather.shuffled:
            plain = self._shuffle(plain)
        dressed = self._write(plain, model, encoding)
        return dressed if len(dressed) <= max_frame else frame

    def pieces(self, data: bytes) -> list[bytes]:
        """The bytes as they are to be written, one after another."""
        if not self.weather.pieces:
            return [data]
        cut: list[bytes] = []
        at = 0
        while at < len(data):
            size = 1 if self._singles > 0 else self._rng.randint(1, MAX_PIECE)
            self._singles -= size
            cut.append(data[at : at + size])
            at += size
        return cut

    def _add_fields(self, model: type[Part], plain: dict[str, Any]) -> None:
        """A strange field at the end of every object that the contract describes."""
        for part, inner in list(visit(model, plain)):
            name = f"novelty_{self._rng.randrange(1000)}"
            if name not in part.model_fields:
                inner[name] = self._strange()

    def _fill(self, plain: dict[str, Any], encoding: Encoding, max_frame: int) -> None:
        """Makes the frame as long as it may be, but for the few bytes that headers may take."""
        self._questions += 1
        room = min(max_frame, MAX_BIG) - len(encode(plain, encoding)) - 64
        if room > 0 and self._questions % BIG_EVERY == 1:
            plain["padding"] = "x" * room

    def _shuffle(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._shuffle(entry) for entry in value]
        if not isinstance(value, dict):
            return value
        names = list(value)
        self._rng.shuffle(names)
        return {name: self._shuffle(value[name]) for name in names}

    def _write(self, plain: dict[str, Any], model: type[Part] | None, encoding: Encoding) -> bytes:
        if encoding is Encoding.MSGPACK:
            return pack_wide(plain) if self.weather.wide else msgspec.msgpack.encode(plain)
        if self.weather.wide and model is not None:
            for _, inner in list(visit(model, plain)):
                inner.update({n: float(v) for n, v in inner.items() if type(v) is int})
        return orjson.dumps(plain)  # keeps the order of keys, which `encode` does not

    def _strange(self) -> Any:
        return self._rng.choice(STRANGE)


def pack_wide(value: Any) -> bytes:
    """Msgpack with every header and number in its widest form."""
    match value:
        case None:
            return b"\xc0"
        case bool():
            return b"\xc3" if value else b"\xc2"
        case int():
            return (
                struct.pack(">BQ", 0xCF, value) if value >= 0 else struct.pack(">Bq", 0xD3, value)
            )
        case float():
            return struct.pack(">Bd", 0xCB, value)
        case str():
            text = value.encode()
            return struct.pack(">BI", 0xDB, len(text)) + text
        case list():
            entries = b"".join(map(pack_wide, value))
            return struct.pack(">BI", 0xDD, len(value)) + entries
        case dict():
            pairs = b"".join(pack_wide(n) + pack_wide(v) for n, v in value.items())
            return struct.pack(">BI", 0xDF, len(value)) + pairs
        case _:
            raise TypeError(f"no value of the wire: {value!r}")
