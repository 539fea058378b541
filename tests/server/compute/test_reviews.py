"""Reviews are worked out one at a time, in pieces with rests between them, and begin again where they were left."""

import asyncio
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import orjson
import pytest

from infoset_server.common.request_errors import BusyError, NotFoundError
from infoset_server.compute.reviews import END, ORDER, Review, Reviews, review_kind
from infoset_server.config import ComputeLimits, ReviewLimits

BUSY_S = 0.5


class Documents:
    """Notes in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, bytes]] = {}

    def put(self, kind: str, key: str, body: Mapping[str, Any]) -> None:
        self.kept.setdefault(kind, {})[key] = orjson.dumps(body)

    def drop(self, kind: str, key: str) -> None:
        self.kept.get(kind, {}).pop(key, None)


class Pool:
    """Does every job at once, and keeps what was asked."""

    def __init__(self, pieces: int) -> None:
        self.jobs: list[dict[str, Any]] = []
        self.under_way = 0
        self._pieces = pieces

    def submit(self, job: dict[str, Any], home: str, **how: Any) -> SimpleNamespace:
        assert self.under_way == 0, "one job at a time"
        assert how["urgent"] is False
        self.jobs.append(job)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        answer.set_result({"result": self._result(job) | {"busy_s": BUSY_S}})
        return SimpleNamespace(answer=answer)

    def _result(self, job: dict[str, Any]) -> dict[str, Any]:
        match job["step"]:
            case "plan":
                return {"settings": {"seed": job["seed"]}, "total": self._pieces}
            case "resume":
                return {"total": self._pieces}
            case _:
                return {"entries": [{"kind": "chances", "ver": job["number"]}]}

    async def close(self) -> None:
        """Nothing is left."""


@pytest.fixture
def rests(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long was rested, without waiting."""
    found: list[float] = []
    real = asyncio.sleep

    async def rest(delay: float) -> None:
        found.append(delay)
        await real(0)

    monkeypatch.setattr(asyncio, "sleep", rest)
    return found


def made(documents: Documents, pieces: int = 4, **limits: Any) -> tuple[Reviews, Pool]:
    async def lines_of(match_id: str) -> list[str]:
        if match_id == "m_gone":
            raise NotFoundError(f"replay {match_id}")
        return [match_id]

    reviews = Reviews(ReviewLimits(**limits), ComputeLimits(), documents, lines_of)
    pool = Pool(pieces)
    reviews.pool = pool  # type: ignore[assignment]  # stands for worker processes
    return reviews, pool


async def whole(review: Review) -> Review:
    while not review.is_over:
        await review.beyond(len(review.entries), 60)
    return review


async def test_its_pieces_take_their_share_of_a_processor(rests: list[float]) -> None:
    documents = Documents()
    reviews, pool = made(documents, share=0.2)
    review = await whole(reviews.order("m_1", "u_1"))
    assert [job["step"] for job in pool.jobs] == ["plan", *["piece"] * 4]
    assert rests == [pytest.approx(BUSY_S * 4)] * 5
    assert [entry["ver"] for entry in review.entries] == [0, 1, 2, 3]
    assert pool.jobs[-1]["before"] == review.entries[:-1]
    await reviews.close()


async def test_one_comes_after_the_other_and_is_told_how_many_are_ahead(rests: list[float]) -> None:
    reviews, pool = made(Documents(), max_per_user=2, max_waiting=3)
    first, second = (reviews.order(match, "u_1") for match in ("m_1", "m_2"))
    assert (reviews.ahead(first), reviews.ahead(second)) == (0, 1)
    with pytest.raises(BusyError):
        reviews.order("m_3", "u_1")
    reviews.order("m_3", "u_2")
    with pytest.raises(BusyError):
        reviews.order("m_4", "u_3")
    await whole(second)
    assert first.is_over
    assert [job["lines"] for job in pool.jobs[:10]] == [["m_1"]] * 5 + [["m_2"]] * 5
    await reviews.close()


async def test_what_is_finished_is_kept_and_the_order_is_gone(rests: list[float]) -> None:
    documents = Documents()
    reviews, _ = made(documents, pieces=250)
    review = await whole(reviews.order("m_1", "u_1"))
    assert documents.kept[ORDER] == {}
    stored = documents.kept[review_kind("m_1")]
    others, pool = made(documents)
    found = others.take_stored("m_1", stored)
    assert found is not None
    assert found.entries == review.entries
    assert found.is_over
    assert not pool.jobs
    without_end = {key: body for key, body in stored.items() if key != END}
    assert others.take_stored("m_1", without_end) is None
    await reviews.close()


async def test_what_was_ordered_before_a_restart_is_worked_out_with_the_same_settings(
    rests: list[float],
) -> None:
    documents = Documents()
    settings = {"seed": "before"}
    documents.put(ORDER, "m_1", {"user": "u_1", "seed": "before", "settings": settings})
    documents.put(ORDER, "m_2", {"user": "u_1", "seed": "planned", "settings": None})
    documents.put(ORDER, "m_bad", {"user": "u_1"})
    reviews, pool = made(documents)
    reviews.restore(dict(documents.kept[ORDER]))
    reviews.begin()
    found = [reviews.find(match) for match in ("m_1", "m_2")]
    for review in found:
        assert review is not None
        await whole(review)
    assert [job["step"] for job in pool.jobs] == ["resume", *["piece"] * 4, "plan", *["piece"] * 4]
    assert pool.jobs[1]["settings"] == settings
    assert pool.jobs[5]["seed"] == "planned"
    assert documents.kept[ORDER] == {}
    await reviews.close()


async def test_one_that_cannot_be_done_holds_up_no_other(rests: list[float]) -> None:
    documents = Documents()
    reviews, _ = made(documents)
    gone, other = reviews.order("m_gone", "u_1"), reviews.order("m_1", "u_1")
    await whole(other)
    assert isinstance(gone.problem, NotFoundError)
    assert reviews.find("m_gone") is None
    assert other.problem is None
    assert documents.kept[ORDER] == {}
    await reviews.close()
