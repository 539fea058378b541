"""What comes of a cache on its way out of a build."""

import os
from pathlib import Path

from infoset_server.programs.sandbox.building import END
from infoset_server.uploads.caches import BuildCache


def test_what_comes_cut_short_is_not_kept(tmp_path: Path) -> None:
    cache = BuildCache(tmp_path / "cache" / "u_olga")
    cache.path.parent.mkdir()
    cache.path.write_bytes(b"whole")
    for half in (b"half of it", b"x" + END[:-1]):
        with cache.coming(tmp_path / "part", 1) as coming:
            coming.file.write(half)
            assert (
                coming.keep(True) == "what it leaves to the next build is not whole, and not kept"
            )
        assert cache.path.read_bytes() == b"whole"
    assert [path.name for path in tmp_path.iterdir()] == ["cache"]


def test_a_cache_to_which_nothing_is_new_counts_as_used(tmp_path: Path) -> None:
    cache = BuildCache(tmp_path / "cache" / "u_olga")
    cache.path.parent.mkdir()
    cache.path.write_bytes(b"whole")
    os.utime(cache.path, (1, 1))
    with cache.coming(tmp_path / "part", 1) as coming:
        assert coming.keep(True) is None
    assert cache.path.read_bytes() == b"whole"
    assert cache.path.stat().st_mtime > 1


def test_a_cache_that_cannot_be_written_is_no_fault_of_the_bot(tmp_path: Path) -> None:
    cache = BuildCache(tmp_path / "cache" / "u_olga")
    with cache.coming(tmp_path / "part", 1) as coming:
        coming.file.write(b"x" + END)
        assert coming.keep(OSError(28, os.strerror(28))) == (
            "what it leaves to the next build cannot be kept: No space left on device"
        )
    assert list(tmp_path.iterdir()) == []
    with cache.coming(tmp_path / "part", 1) as coming:
        coming.file.write(b"x" + END)
        assert coming.keep(True) == "0 MB are kept for the next build"
    assert cache.path.read_bytes() == b"x"
    with cache.coming(tmp_path / "part", 1) as coming:
        coming.file.write(b"y" + END)
        os.close(coming.file.fileno())  # what was written last fails, again when it is closed
        assert coming.keep(True) == (
            "what it leaves to the next build cannot be kept: Bad file descriptor"
        )
    assert cache.path.read_bytes() == b"x"
