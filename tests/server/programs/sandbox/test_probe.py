"""What a machine offers is found out by trying: walls with a hole are refused, and nothing stands in for them."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from infoset_server.config.programs import HostedSettings
from infoset_server.programs.sandbox import probe as probing
from infoset_server.programs.sandbox.backends import Bubblewrap, SandboxBackend
from infoset_server.programs.sandbox.bounds import Memory
from infoset_server.programs.sandbox.cgroups import Gauge
from infoset_server.programs.sandbox.filesystem import View
from infoset_server.programs.sandbox.monitor import Sum
from infoset_server.programs.sandbox.probe import (
    Machine,
    check,
    make_sandboxes,
    open_sandboxes,
    uncounted,
)
from infoset_server.programs.upload_source import NoIsolationError

SETTINGS = HostedSettings(first_uid=1_000_000 + os.getpid() * 100)


class Leaky(Bubblewrap):
    """Lets a program see the `/var` of the machine."""

    def command(self, view: View, program: Sequence[str], folder: Path) -> list[str]:
        words = super().command(view, program, folder)
        place = words.index("--remount-ro")
        return [*words[:place], "--dir", "/var", "--ro-bind", "/var", "/var", *words[place:]]


class Crowded(Bubblewrap):
    """Lets a program see the processes of the machine."""

    def command(self, view: View, program: Sequence[str], folder: Path) -> list[str]:
        words = super().command(view, program, folder)
        return [word for word in words if word not in ("--unshare-pid", "--as-pid-1")]


class Absent(Bubblewrap):
    """Is not installed."""

    name = "absent"

    def missing(self) -> str | None:
        return "there is no program absent"


class Useless(Bubblewrap):
    """Cannot do it."""

    name = "useless"

    def missing(self) -> str | None:
        return None

    def command(self, view: View, program: Sequence[str], folder: Path) -> list[str]:
        return ["/bin/sh", "-c", "echo namespaces are not permitted >&2; exit 1"]


async def refusal(
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    *kinds: type[SandboxBackend],
    isolation: str = "auto",
) -> str:
    monkeypatch.setattr(probing, "KINDS", kinds)
    settings = SETTINGS.model_copy(update={"isolation": isolation})
    with pytest.raises(NoIsolationError) as refused:
        await open_sandboxes(settings, folder)
    return str(refused.value)


@pytest.mark.parametrize(
    ("kind", "hole"), [(Leaky, "it sees /var"), (Crowded, "it sees the processes of others")]
)
async def test_walls_with_a_hole_are_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: type[SandboxBackend], hole: str
) -> None:
    await (await machine(tmp_path)).sandboxes.close()
    assert hole in await refusal(monkeypatch, tmp_path, kind)


async def machine(folder: Path, *private: Path, **settings: object) -> Machine:
    """What is offered here by bubblewrap; skips the test where that is nothing."""
    try:
        wanted = SETTINGS.model_copy(update={"isolation": "bubblewrap", **settings})
        return await open_sandboxes(wanted, folder, private)
    except NoIsolationError as problem:
        if "lie one in the other" in str(problem) or "hosted.memory" in str(problem):
            raise
        pytest.skip(f"NOT TESTED IN A SANDBOX: {problem}")


# The data folder.


async def test_a_data_folder_apart_from_what_programs_see_is_fine(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    await (await machine(tmp_path / "hosted", data)).sandboxes.close()
    assert list(data.iterdir()) == []


async def test_a_data_folder_among_what_programs_see_is_refused(tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    data = tools / "share" / "data"
    data.mkdir(parents=True)
    says = f"{data} and {tools}, which programs see, lie one in the other; keep them apart"
    with pytest.raises(NoIsolationError, match=f"^{says}$"):
        await machine(tmp_path / "hosted", data, toolchains=(str(tools),))


async def test_a_data_folder_that_a_link_leads_to_is_refused(tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    (tools / "data").mkdir(parents=True)
    (tmp_path / "data").symlink_to(tools / "data")
    with pytest.raises(NoIsolationError, match="lie one in the other"):
        await machine(tmp_path / "hosted", tmp_path / "data", toolchains=(str(tools),))


async def test_the_trial_finds_what_the_comparison_of_paths_has_missed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In a folder that cannot be listed, and in one that can."""
    await (await machine(tmp_path / "try")).sandboxes.close()
    monkeypatch.setattr(probing, "shown_private", lambda *_: None)
    tools = tmp_path / "tools"
    for inner, listed in ((tools / "closed", 0o711), (tools / "open", 0o755)):
        data = inner / "data"
        data.mkdir(parents=True)
        inner.chmod(listed)
        data.chmod(0o711)
        settings = SETTINGS.model_copy(
            update={"isolation": "bubblewrap", "toolchains": (str(tools),)}
        )
        with pytest.raises(NoIsolationError, match=f"it sees {data}; it reaches "):
            await open_sandboxes(settings, tmp_path / "hosted", [data])
        assert list(data.iterdir()) == []


# Memory.


async def test_how_well_memory_is_bounded_is_told_and_may_be_asked_for(tmp_path: Path) -> None:
    found = await machine(tmp_path / "hosted")
    await found.sandboxes.close()
    assert found.bounds.memory is Memory.COUNTED
    assert found.bounds.line("memory").startswith("approximate: counted every 0.2 s")
    with pytest.raises(NoIsolationError, match=r"setting hosted\.memory wants it \(exact\)"):
        await machine(tmp_path / "hosted", memory="exact")


async def test_where_memory_cannot_be_counted_the_operator_has_to_say_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    await (await machine(tmp_path / "try")).sandboxes.close()
    monkeypatch.setattr(Gauge, "held", lambda gauge: None)
    why = r"not at all: the kernel does not tell what sockets hold \(sock_diag\)"
    with pytest.raises(NoIsolationError, match=why):
        await machine(tmp_path / "hosted")
    found = await machine(tmp_path / "hosted", memory="any")
    await found.sandboxes.close()
    assert found.bounds.memory is Memory.ANY


def test_each_thing_that_is_not_counted_has_its_words() -> None:
    sent = 1 << 20
    counted = Sum(processes=1, memory=3 * probing.HELD, buffers=sent)
    assert uncounted(counted, sent) is None
    assert "looked at" in str(uncounted(Sum(), sent))
    assert "sock_diag" in str(uncounted(Sum(processes=1, buffers=0), sent))
    assert "their memory" in str(uncounted(Sum(processes=1, memory=sent, buffers=sent), sent))


def test_fewer_run_at_once_where_the_kernel_does_not_bound_them(tmp_path: Path) -> None:
    settings = SETTINGS.model_copy(update={"total_memory_mb": 8_192})
    assert make_sandboxes(Bubblewrap(), settings, tmp_path).max_running == 16 + 1
    little = SETTINGS.model_copy(update={"total_memory_mb": 512})
    assert make_sandboxes(Bubblewrap(), little, tmp_path).max_running == 8 + 1  # a whole match


async def test_all_that_was_tried_is_told_with_an_advice(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told = await refusal(monkeypatch, tmp_path, Absent, Useless)
    assert told.startswith(
        "absent: there is no program absent; useless: namespaces are not permitted. install"
    )


async def test_walls_that_are_asked_for_by_name_have_no_substitute(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told = await refusal(monkeypatch, tmp_path, Absent, Bubblewrap, isolation="absent")
    assert "bubblewrap:" not in told
    assert "setting hosted.isolation" in await refusal(
        monkeypatch, tmp_path, Bubblewrap, isolation="none"
    )


async def test_a_machine_without_a_filter_of_system_calls_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(probing, "is_known", lambda: False)
    assert "no filter of system calls" in await refusal(monkeypatch, tmp_path, Bubblewrap)


def test_the_doctor_says_either_way_how_things_are(monkeypatch: pytest.MonkeyPatch) -> None:
    assert check().startswith(
        ("uploaded bots can be shut in here, by ", "a server here will refuse")
    )
    monkeypatch.setattr(probing, "KINDS", (Absent,))
    assert check() == (
        "a server here will refuse uploaded bots: absent: there is no program absent. "
        f"{probing.ADVICE}"
    )
