"""What owners are told of faults."""

import errno
import os
import shutil
from pathlib import Path

import pytest

from infoset_server.programs.upload_source import BuildError, SandboxError, in_words


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (BuildError("not built within 600 s"), "not built within 600 s"),
        (SandboxError("the sandbox could not be set up"), "the sandbox could not be set up"),
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/srv/data"), "No space left on device"),
        (OSError("Not a gzipped file"), "Not a gzipped file"),
        (ValueError("bad header"), "bad header"),
    ],
)
def test_owners_hear_what_is_wrong_without_paths(problem: Exception, words: str) -> None:
    assert in_words(problem) == words


def test_nor_are_they_told_which_files_could_not_be_copied(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "nowhere").symlink_to("gone")
    with pytest.raises(shutil.Error) as problem:
        shutil.copytree(tmp_path / "source", tmp_path / "built")
    assert in_words(problem.value) == "its files cannot be copied"
