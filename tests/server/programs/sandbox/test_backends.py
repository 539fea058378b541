"""The command lines of the walls, and what is seen behind them."""

import json
from pathlib import Path

import pytest

from infoset_server.config.programs import BuildLimits, RunLimits
from infoset_server.programs.manifest import Resources
from infoset_server.programs.sandbox.backends import Bubblewrap, Namespaces, parents
from infoset_server.programs.sandbox.environment import Mount, python_mounts
from infoset_server.programs.sandbox.filesystem import (
    BOT,
    SOURCE,
    View,
    find_tool,
    find_toolchains,
    make_view,
    outermost,
    search_path,
)
from infoset_server.programs.sandbox.limits import build_limits, run_limits

RUN = run_limits(RunLimits(), Resources())
PROGRAM = ["/usr/bin/python", "inside.py"]


@pytest.fixture
def users(tmp_path: Path) -> Path:
    folder = tmp_path / "ours"
    (folder / "etc").mkdir(parents=True)
    (folder / "etc" / "passwd").touch()
    return folder


@pytest.fixture
def view(tmp_path: Path, users: Path) -> View:
    return make_view(tmp_path / "bot", RUN, users, [], is_build=False)


def test_a_bot_sees_itself_the_system_and_this_python(view: View, tmp_path: Path) -> None:
    seen = {mount.at: mount.source for mount in view.mounts}
    assert seen[BOT] == tmp_path / "bot"
    assert seen["/usr"] == Path("/usr")
    assert seen["/etc/passwd"] == tmp_path / "ours" / "etc" / "passwd"
    assert seen["/cage/env"] == tmp_path / "ours" / "env"
    assert {space.at for space in view.spaces} == {"/tmp", "/dev/shm"}


def test_a_bot_sees_neither_the_server_nor_anybodys_home(view: View) -> None:
    seen = {mount.at for mount in view.mounts}
    assert not seen & {"/", "/etc", "/home", "/root", "/var", "/run", "/sys", "/tmp", "/etc/shadow"}
    server = Path(__file__).parents[4] / "server"
    assert not any(server.is_relative_to(mount.source) for mount in python_mounts(Path("/none")))


def test_a_build_sees_the_source_and_writes_beside_it(tmp_path: Path, users: Path) -> None:
    limits = build_limits(BuildLimits(), RunLimits())
    view = make_view(tmp_path / "source", limits, users, [], is_build=True)
    assert {mount.at for mount in view.mounts if mount.source == tmp_path / "source"} == {SOURCE}
    assert BOT in {space.at for space in view.spaces}


def test_folders_within_others_are_not_named_again() -> None:
    places = ("/a/b", "/a", "/usr/local", "/c", "/a/b/c")
    mounts = [Mount(Path("/somewhere") / at.strip("/"), at) for at in places]
    assert [mount.at for mount in outermost(mounts)] == ["/a", "/c"]


def test_a_toolchain_is_seen_and_searched(tmp_path: Path, users: Path) -> None:
    (tmp_path / "zig" / "bin").mkdir(parents=True)
    tool = tmp_path / "zig" / "bin" / "zig"
    tool.touch(mode=0o755)
    toolchains = find_toolchains([str(tmp_path / "zig")])
    assert toolchains[0] == Mount(tmp_path / "zig", str(tmp_path / "zig"))
    assert find_tool("zig", toolchains)
    assert not find_tool("zig", [])
    assert f"{tmp_path}/zig/bin" in search_path(toolchains).split(":")
    view = make_view(tmp_path / "bot", RUN, users, toolchains, is_build=False)
    assert str(tmp_path / "zig") in {mount.at for mount in view.mounts}


def test_root_keeps_what_it_takes_to_become_somebody_else(view: View, tmp_path: Path) -> None:
    words = Bubblewrap(is_root=True).command(view, PROGRAM, tmp_path)
    kept = [words[i + 1] for i, word in enumerate(words) if word == "--cap-add"]
    assert set(kept) == {
        *("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"),
        *("CAP_SYS_ADMIN", "CAP_SYS_CHROOT"),  # to hide where all this comes from
    }
    assert "--unshare-user" not in words
    assert words[-2:] == PROGRAM


def test_others_get_a_user_namespace_of_their_own_and_no_more(view: View, tmp_path: Path) -> None:
    words = Bubblewrap(is_root=False).command(view, PROGRAM, tmp_path)
    assert {"--unshare-user", "--disable-userns"} <= set(words)
    assert "CAP_SETUID" not in words


@pytest.mark.parametrize("is_root", [True, False])
def test_every_namespace_is_a_new_one(view: View, tmp_path: Path, is_root: bool) -> None:
    words = set(Bubblewrap(is_root).command(view, PROGRAM, tmp_path))
    needed = {f"--unshare-{name}" for name in ("pid", "net", "ipc", "uts")}
    assert needed | {"--die-with-parent", "--new-session", "--clearenv"} <= words
    words = set(Namespaces(is_root).command(view, PROGRAM, tmp_path))
    needed = {f"--{name}" for name in ("pid", "net", "ipc", "uts", "mount", "cgroup")}
    assert needed | {"--kill-child", "--pdeathsig"} <= words
    assert ("--user" in words) is not is_root


def test_nothing_is_mounted_for_writing_but_what_lies_in_memory(view: View, tmp_path: Path) -> None:
    words = Bubblewrap(is_root=True).command(view, PROGRAM, tmp_path)
    assert not {"--bind", "--bind-try", "--share-net", "--dev"} & set(words)
    closed = {words[i + 1] for i, word in enumerate(words) if word == "--remount-ro"}
    assert closed == {"/", "/dev", "/proc"}
    assert words.count("--size") == 2
    assert words.count("--tmpfs") == 3  # with `/dev`
    # Mapped, the other one is memory that nobody counts.
    assert words[words.index("/dev/zero") - 1] == "full"


def test_the_view_reaches_our_own_walls_whole(view: View, tmp_path: Path) -> None:
    words = Namespaces(is_root=True).command(view, PROGRAM, tmp_path)
    told = json.loads(words[-3])
    assert told["devices"] == ["null", "full", "random", "urandom"]
    assert len(told["mounts"]) == len(view.mounts)
    assert [at for at, _, _ in told["spaces"]] == ["/tmp", "/dev/shm"]
    assert Path(told["root"]).is_dir()


def test_folders_above_come_outermost_first() -> None:
    assert parents(["/a/b/c", "/a/d", "/e"]) == ["/a", "/a/b"]
