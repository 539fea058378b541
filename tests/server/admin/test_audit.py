"""The audit log: added to, put aside, read back."""

import json
from pathlib import Path

from infoset_server.admin.audit import AuditLog
from infoset_server.config import AuditSettings


def open_log(folder: Path, max_bytes: int = 1 << 20, files: int = 2) -> AuditLog:
    return AuditLog(folder, AuditSettings(max_bytes=max_bytes, files=files), lambda: 1_000)


def test_entries_are_lines_of_json_that_only_the_servers_user_reads(tmp_path: Path) -> None:
    open_log(tmp_path).write("admin", "ban", "done", {"with": {"user": "ä\n"}})
    open_log(tmp_path).write("admin", "unban", "done", {})
    path = tmp_path / "audit.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["what"] for line in lines] == ["ban", "unban"]
    assert json.loads(lines[0]) == {
        "when": "1970-01-01T00:00:01.000+00:00",
        "who": "admin",
        "what": "ban",
        "outcome": "done",
        "with": {"user": "ä\n"},
    }
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_full_file_is_put_aside_and_only_so_many_are_kept(tmp_path: Path) -> None:
    log = open_log(tmp_path, max_bytes=200)
    for number in range(10):
        log.write("admin", f"command-{number}", "done", {})
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["audit.jsonl", "audit.jsonl.1", "audit.jsonl.2"]
    assert all(path.stat().st_size <= 200 for path in tmp_path.iterdir())
    shown = [entry["what"] for entry in log.last(100)]
    assert shown == [f"command-{number}" for number in range(10 - len(shown), 10)]
    assert [entry["what"] for entry in log.last(2)] == ["command-8", "command-9"]


def test_a_log_that_is_not_there_yet_is_empty_and_a_torn_line_is_left_out(tmp_path: Path) -> None:
    log = open_log(tmp_path)
    assert log.last(5) == []
    log.write("admin", "ban", "done", {})
    with (tmp_path / "audit.jsonl").open("a", encoding="ascii") as file:
        file.write('{"when": "1970')
    assert [entry["what"] for entry in log.last(5)] == ["ban"]
