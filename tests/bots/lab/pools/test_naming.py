"""Pools as options name them."""

import argparse
import sys

import pytest

from infoset.errors import MissingExtraError
from infoset_bots.lab.pools import dask_pool
from infoset_bots.lab.pools.dask_pool import DaskPool
from infoset_bots.lab.pools.here import HerePool
from infoset_bots.lab.pools.naming import add_pool_options, find_pool
from infoset_bots.lab.pools.port import ComputePool
from infoset_bots.lab.pools.processes import ProcessPool


def named(*words: str) -> ComputePool:
    """The pool that a command with these options uses."""
    parser = argparse.ArgumentParser()
    add_pool_options(parser, "--jobs")
    return find_pool(parser.parse_args(words))


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ((), ProcessPool),
        (("--processes", "0"), HerePool),
        (("--jobs", "0"), HerePool),
        (("--jobs", "3"), ProcessPool),
        (("--pool", "tcp://10.0.0.7:8786"), DaskPool),
        (("--pool", "tls://[fe80::1]:8786"), DaskPool),
    ],
)
def test_options_name_a_pool(words: tuple[str, ...], kind: type) -> None:
    assert isinstance(named(*words), kind)


@pytest.mark.parametrize(
    "words",
    [
        ("--processes", "-1"),
        ("--processes", "257"),
        ("--processes", "many"),
        ("--pool", "10.0.0.7"),
        ("--pool", "http://10.0.0.7:8786"),
        ("--pool", "tcp://10.0.0.7:8786", "--processes", "2"),
    ],
)
def test_options_that_name_no_pool_are_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit):
        named(*words)


def test_without_dask_one_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"the extra `dask`"):
        dask_pool.connect("tcp://127.0.0.1:9")
