"""What is sent for a folder, a file and an archive."""

import io
import tarfile
from pathlib import Path

import pytest

from infoset.errors import CommandError
from infoset.uploading.packing import pack


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "ferris"
    for name in (
        "bot.toml",
        "src/main.rs",
        "target/release/bot",
        ".git/config",
        "a/__pycache__/b",
        "arena-runs/catan-1/plan.json",
        "strong/plan.json",
        "strong/results.jsonl",
        "strong/matches/0.jsonl",
        "tests/m_7Q2-seat1.ndjson",
        "bot.log",
    ):
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(name)
    return made


def content(archive: bytes) -> dict[str, tuple[str, int]]:
    with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
        return {
            info.name: (opened.extractfile(info).read().decode(), info.mode)  # type: ignore[union-attr]
            for info in opened
        }


def test_a_folder_is_packed_without_what_tools_make_again(folder: Path) -> None:
    (folder / "src/main.rs").chmod(0o700)
    assert content(pack(folder)) == {
        "bot.toml": ("bot.toml", 0o644),
        "src/main.rs": ("src/main.rs", 0o755),
    }


def test_equal_folders_make_equal_archives(folder: Path, tmp_path: Path) -> None:
    before = pack(folder)
    (folder / "bot.toml").touch()
    folder.rename(tmp_path / "other")
    assert pack(tmp_path / "other") == before


def test_one_file_is_packed_alone(folder: Path) -> None:
    assert list(content(pack(folder / "bot.toml"))) == ["bot.toml"]


def test_an_archive_is_sent_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "ferris.zip").write_bytes(b"PK whatever")
    assert pack(tmp_path / "ferris.zip") == b"PK whatever"


def test_a_link_inside_is_followed_and_one_that_leads_away_is_refused(folder: Path) -> None:
    (folder / "again.rs").symlink_to("src/main.rs")
    assert content(pack(folder))["again.rs"][0] == "src/main.rs"
    (folder / "secret").symlink_to("/etc/hostname")
    with pytest.raises(CommandError, match="secret: a link out of"):
        pack(folder)


def test_a_folder_without_a_manifest_is_refused_here_already(folder: Path) -> None:
    (folder / "bot.toml").unlink()
    with pytest.raises(CommandError, match=r"expected a file bot\.toml in it"):
        pack(folder)


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="nowhere: No such file"):
        pack(tmp_path / "nowhere")


def test_what_the_manifest_leaves_out_stays_at_home(folder: Path) -> None:
    (folder / "bot.toml").write_text('leave_out = ["node_modules", "bot"]\n')
    (folder / "bot").write_bytes(b"built")
    (folder / "node_modules" / "typescript").mkdir(parents=True)
    (folder / "node_modules" / "typescript" / "tsc.js").write_text("large")
    assert list(content(pack(folder))) == ["bot.toml", "src/main.rs"]
