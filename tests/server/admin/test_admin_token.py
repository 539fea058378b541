"""The server's own token."""

from pathlib import Path

import pytest

from infoset_server.admin.token_commands import load_admin_token


def test_the_token_is_made_once_and_only_the_servers_user_reads_it(tmp_path: Path) -> None:
    token = load_admin_token(tmp_path)
    assert token.startswith("inf_admin_")
    assert load_admin_token(tmp_path) == token
    assert (tmp_path / "admin.token").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["admin.token"]


@pytest.mark.parametrize("content", [b"", b"\n", b"inf_admin_", b"\xff"])
def test_a_file_that_holds_no_token_never_lets_anybody_in(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "admin.token").write_bytes(content)
    assert len(load_admin_token(tmp_path)) > 50


def test_a_token_of_ones_own_choice_is_kept(tmp_path: Path) -> None:
    (tmp_path / "admin.token").write_text("x" * 40)
    assert load_admin_token(tmp_path) == "x" * 40
