"""Answers that come from workers of other servers: what no worker answers is not taken.

Whoever has taken such a server over may lie about what came of playouts, and only doing the job again would tell. But an
answer must not break what takes it in, cost a seat more than it gave, or spoil what is learned of how long work takes.
"""

import math
from typing import Any, Final

from infoset_server.compute.jobs import Frame, Job

LONGEST_TEXT: Final = 10_000  # of why a job was refused, or has failed
MOST: Final = 1 << 53  # of anything that is counted
LARGEST: Final = 1 << 200  # of squares of sums
ROW: Final = 7  # values: number, first action, playouts, three sums by seat, plies


def check_answer(job: Job, may_take_s: float, answer: Frame) -> None:
    """Raises ValueError for what no worker answers to this job, which may take so long."""
    if "refused" in answer:
        texts = answer["refused"]
        require(isinstance(texts, list) and len(texts) == 2, "refused")
        require(all(map(is_text, texts)), "refused")
    elif "failed" in answer:
        require(is_text(answer["failed"]), "failed")
    else:
        result = answer.get("result")
        require(isinstance(result, dict), "result")
        check_result(job, may_take_s, result)


def check_result(job: Job, may_take_s: float, result: Any) -> None:
    """As `check_answer`, of what was done."""
    start = job["start"]
    require(is_count(result.get("used")) and result["used"] <= job["units"], "used")
    require(isinstance(result.get("spent"), bool), "spent")
    busy_s = result.get("busy_s")
    require(isinstance(busy_s, float) and math.isfinite(busy_s), "busy_s")
    require(0.0 <= busy_s <= may_take_s, "busy_s")
    require(is_count(result.get("total")) and is_count(result.get("next")), "next, total")
    require(start <= result["next"] <= max(start, result["total"]), "next")
    match job["do"]:
        case "export":
            check_list(result.get("states"), result["next"] - start, "states")
        case "walk":
            check_list(result.get("outs"), result["next"] - start, "outs")
            for walk, out in zip(job["walks"][start:], result["outs"], strict=False):
                check_walk(walk["keep"], out)
        case _:
            check_rows(job["first"], result.get("rows"), result["next"] - start)


def check_list(things: Any, count: int, name: str) -> None:
    """So many objects."""
    require(isinstance(things, list) and len(things) == count, name)
    require(all(isinstance(one, dict) for one in things), name)


def check_walk(handle: str | None, out: dict[str, Any]) -> None:
    """The end of a walk, which may be kept under this handle."""
    require(is_text(out.get("status")) and is_count(out.get("applied")), "outs")
    require(("w" in out) == ("path" in out), "outs")
    if "path" in out:
        path = out["path"]
        require(handle is not None and out["w"] == handle, "outs: w")
        require(isinstance(path, list), "outs: path")
        require(all(isinstance(joint, list) and is_joint(joint) for joint in path), "outs: path")


def is_joint(joint: list[Any]) -> bool:
    """Are these seats, each with its action?"""
    return len(joint) % 2 == 0 and all(type(one) is int for one in joint)


def check_rows(firsts: Any, rows: Any, most: int) -> None:
    """Sums of at most so many playouts with these first actions."""
    require(isinstance(rows, list), "rows")
    played = 0
    for row in rows:
        require(isinstance(row, list) and len(row) == ROW, "rows")
        number, first, n, *sums, plies = row
        require(is_count(number) and is_count(plies), "rows")
        require(is_first(firsts, number, first), "rows: first")
        require(is_count(n) and n > 0, "rows")
        require(all(isinstance(by_seat, list) for by_seat in sums), "rows")
        require(len({len(by_seat) for by_seat in sums}) == 1, "rows")
        for total, square, won in zip(*sums, strict=True):
            require(type(total) is int and type(square) is int, "rows")
            require(total * total <= n * square <= LARGEST, "rows")
            require(is_count(won) and won <= n, "rows")
        played += n
    require(played <= most, "rows")


def is_first(firsts: Any, number: int, first: Any) -> bool:
    """Is this the first action of a row? As `Rollout.first` was asked for."""
    if firsts is None:
        return number == 0 and first is None
    if firsts == "all":
        return bool(first == {"index": number})
    return number < len(firsts) and bool(first == firsts[number])


def is_count(value: object) -> bool:
    """Is it a whole number that something may have?"""
    return type(value) is int and 0 <= value <= MOST


def is_text(value: object) -> bool:
    """Is it a text of a length that people read?"""
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def require(is_right: bool, name: str) -> None:
    """Raises ValueError with the name of the field."""
    if not is_right:
        raise ValueError(f"{name}: no worker answers that")
