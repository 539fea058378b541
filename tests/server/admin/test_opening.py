"""Opening the console: its files are there, and a folder that cannot hold them is named."""

import time
from pathlib import Path

import pytest

from infoset_server.accounts.clients import ClientRegistry
from infoset_server.config import load_config
from infoset_server.http.console import ConsoleSetupError, obstacle_of_cards, open_console


def test_the_token_is_there_as_soon_as_the_console_is(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    open_console(load_config(None, {"data_dir": folder}), ClientRegistry(), time.monotonic)
    assert (folder / "admin.token").exists()


@pytest.mark.parametrize(
    ("settings", "can"),
    [
        ({}, False),
        ({"host": "0.0.0.0"}, False),
        ({"accounts.tokens_in_clear": True}, True),
        ({"tls.certificate": "x.pem", "tls.key": "x.key"}, True),
        ({"connections.trusted_proxies": ["127.0.0.1"]}, True),
    ],
)
def test_what_keeps_other_devices_from_using_cards_is_said(
    settings: dict[str, object], can: bool
) -> None:
    told = obstacle_of_cards(load_config(None, settings))
    assert (told == "") is can
    assert can or ("tls.certificate" in told and "accounts.tokens_in_clear" in told)


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConsoleSetupError, match=r"data_dir .*file"):
        open_console(
            load_config(None, {"data_dir": tmp_path / "file"}), ClientRegistry(), time.monotonic
        )
