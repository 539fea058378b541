"""A job for the workbench as plain values: what it holds, what it may use, when it is refused, and its bytes on the way to a worker."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgpack

from infoset_games.choices import resolve
from infoset_games.core import IllegalActionError, State
from infoset_games.game import Game

MILLION: Final = 1_000_000  # returns are summed in millionths

Job = Mapping[str, Any]
Result = dict[str, Any]
STRIDE: Final = 64  # plies between two looks at the clock, to begin with
MAX_STRIDE: Final = 4096
LOOK_S: Final = 0.0005  # how often somebody is asked whether to stop


class RefusedJobError(Exception):
    """The client asked for something that cannot be done; `path` and `want` say what."""

    def __init__(self, path: str, want: str) -> None:
        super().__init__(f"{path}: expected {want}")
        self.path = path
        self.want = want


def viewer(to_act: Sequence[int], view: int | None, own: int) -> int:
    """Whose view is told: the one asked for, else whoever is to act, oneself among several."""
    if view is not None:
        return view
    if not to_act or own in to_act:
        return own
    return to_act[0]


def seat_of(act: Mapping[str, Any], to_act: Sequence[int], own: int) -> int:
    """Whose action an `ActRef` is. Raises IllegalActionError."""
    seat: int | None = act.get("seat")
    if seat is None:
        seat = to_act[0] if len(to_act) == 1 else own
    if seat not in to_act:
        raise IllegalActionError(f"seat {seat} is not to act")
    return seat


def find_action(game: Game, state: State, seat: int, act: Mapping[str, Any]) -> int:
    """The code of an `ActRef`. Raises IllegalActionError."""
    return resolve(
        game, state, seat, index=act.get("index"), picks=act.get("picks"), action=act.get("action")
    )


class BrokenOffError(Exception):
    """A walk or playout was broken off; what it has cost is booked already."""


@dataclass
class Meter:
    """What a slice may still use. `stop` is asked now and then whether somebody wants us to."""

    units: int
    soft_s: float  # no new walk or playout begins after this time
    hard_s: float  # the one under way is broken off
    stop: Callable[[], bool]
    now_s: float  # at the last look at the clock
    next_look_s: float = 0.0  # when `stop` is asked between playouts the next time
    stride: int = STRIDE
    used: int = 0
    is_spent: bool = False
    is_stopped: bool = False

    @staticmethod
    def of(job: Job, stop: Callable[[], bool]) -> "Meter":
        """The allowance that comes with a job."""
        now_s = time.perf_counter()
        return Meter(job["units"], now_s + job["soft_s"], now_s + job["hard_s"], stop, now_s)

    def charge(self, units: int) -> None:
        """Books transitions."""
        self.used += units

    def left(self) -> int:
        """Units left; breaks off at none, or when time is up."""
        left = self.units - self.used
        if left <= 0:
            self.is_spent = True
            raise BrokenOffError
        return left

    def look_around(self) -> None:
        """Breaks off if somebody wants us to, or when time is up."""
        self.now_s = time.perf_counter()
        if self.stop() or self.now_s >= self.hard_s:
            self.is_stopped = True
            raise BrokenOffError

    def look_around_after_stride(self) -> None:
        """As `look_around`; the next stride is longer where plies are quick, shorter where they are slow."""
        begun_s = self.now_s
        self.look_around()
        if self.now_s - begun_s < LOOK_S:
            self.stride = min(2 * self.stride, MAX_STRIDE)
        else:
            self.stride = max(self.stride // 2, 1)

    def is_over(self) -> bool:
        """Must the slice end here, between two walks or playouts?"""
        self.now_s = time.perf_counter()
        if self.is_stopped or self.is_spent or self.now_s >= self.soft_s:
            return True
        if self.now_s >= self.next_look_s:
            self.next_look_s = self.now_s + LOOK_S
            self.is_stopped = self.stop()
        return self.is_stopped


LENGTH_BYTES: Final = 4
_BIG_INT: Final = 1  # extension type: an action of a product space may outgrow 64 bits

Frame = dict[str, Any]


def pack(frame: Frame) -> bytes:
    """One frame with its length before it."""
    body = pack_body(frame)
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


def pack_body(frame: Frame) -> bytes:
    """One frame without its length, as `unpack` reads it."""
    body: bytes = msgpack.packb(frame, default=_pack_big)
    return body


class Unpacker:
    """Cuts a stream of bytes into frames."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that `data` completes."""
        self._buffer += data
        frames = []
        while len(self._buffer) >= LENGTH_BYTES:
            end = LENGTH_BYTES + int.from_bytes(self._buffer[:LENGTH_BYTES], "big")
            if len(self._buffer) < end:
                break
            frames.append(unpack(bytes(self._buffer[LENGTH_BYTES:end])))
            del self._buffer[:end]
        return frames


def unpack(body: bytes) -> Frame:
    """The frame in the bytes behind a length."""
    frame: Frame = msgpack.unpackb(body, strict_map_key=False, ext_hook=_unpack_big)
    return frame


def _pack_big(value: object) -> msgpack.ExtType:
    if not isinstance(value, int):
        raise TypeError(f"no plain value: {value!r}")
    size = value.bit_length() // 8 + 1
    return msgpack.ExtType(_BIG_INT, value.to_bytes(size, "big", signed=True))


def _unpack_big(code: int, data: bytes) -> int:
    if code != _BIG_INT:
        raise ValueError(f"unknown extension type {code}")
    return int.from_bytes(data, "big", signed=True)
