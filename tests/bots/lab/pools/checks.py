"""What must hold of every pool, as functions, so that it can be shown what they do not let pass. No tests here."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from tests.bots.lab.pools.chores import chore

from infoset_bots.lab.pools.port import ComputePool, Died, Done, Failed, Job, Outcome, Task


def jobs(bodies: Iterable[object]) -> Iterator[Job]:
    """Jobs with these bodies, their keys from 100 on."""
    return (Job(key, str(body).encode()) for key, body in enumerate(bodies, 100))


def run(pool: ComputePool, task: Task, given: Iterator[Job]) -> list[Outcome]:
    """All outcomes in the order of their keys."""
    with closing(pool.run(task, given)) as batches:
        return sorted((one for batch in batches for one in batch), key=lambda one: one.key)


def check_results(pool: ComputePool) -> None:
    """Each job has its result, once, under its own key."""
    found = run(pool, chore("square", b"!"), jobs(range(20)))
    assert found == [Done(100 + number, b"%d!" % number**2) for number in range(20)]


def check_repeats(pool: ComputePool, task: Task) -> None:
    """A job that is done again, perhaps by another worker, gives equal bytes."""
    found = run(pool, task, jobs([3] * 8)) + run(pool, task, jobs([3] * 8))
    assert len({one.result for one in found if isinstance(one, Done)}) == 1


def check_exceptions(pool: ComputePool) -> None:
    """An exception is the outcome of its own job."""
    found = run(pool, chore("divide"), jobs([1, 0, 3]))
    assert [found[0], found[2]] == [Done(100, b"12"), Done(102, b"4")]
    failed = found[1]
    assert isinstance(failed, Failed)
    assert (failed.key, failed.error.partition(":")[0]) == (101, "ZeroDivisionError")
    assert "Traceback" in failed.trace


def check_deadly_job(pool: ComputePool) -> None:
    """A job that ends its workers is told so, with what it noted, and costs no other job."""
    found = run(pool, chore("die_at", b"5"), jobs(range(12)))
    fatal = found.pop(5)
    assert fatal == Died(105, "the process ended (exit code 3)", 50)
    assert found == [Done(100 + n, str(n).encode()) for n in range(12) if n != 5]


def check_killed_worker(pool: ComputePool, folder: Path) -> None:
    """What a killed worker was doing is done again, and counts once."""
    folder.mkdir()
    found = run(pool, chore("die_once", str(folder).encode()), jobs(range(6)))
    assert found == [Done(100 + number, str(number).encode()) for number in range(6)]
    times = Counter(path.name.partition("-")[0] for path in folder.iterdir())
    assert times == Counter({"0": 1, "1": 1, "2": 2, "3": 1, "4": 1, "5": 1})
