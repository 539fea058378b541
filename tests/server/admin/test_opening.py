"""Opening the console: its files are there, and a folder that cannot hold them is named."""

import time
from pathlib import Path

import pytest

from infoset_server.accounts.clients import ClientRegistry
from infoset_server.config import load_config
from infoset_server.http.console import ConsoleSetupError, open_console


def test_the_token_is_there_as_soon_as_the_console_is(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    open_console(load_config(None, {"data_dir": folder}), ClientRegistry(), time.monotonic)
    assert (folder / "admin.token").exists()


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConsoleSetupError, match=r"data_dir .*file"):
        open_console(
            load_config(None, {"data_dir": tmp_path / "file"}), ClientRegistry(), time.monotonic
        )
