"""What a machine offers is found out by trying: walls with a hole are refused, and nothing stands in for them."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from infoset_server.config.hosted import HostedSettings
from infoset_server.hosted import probing
from infoset_server.hosted.doctor import check
from infoset_server.hosted.errors import NoIsolationError
from infoset_server.hosted.probing import open_cages
from infoset_server.hosted.view import View
from infoset_server.hosted.walls import Bubblewrap, Walls

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
        return [word for word in words if word != "--unshare-pid"]


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
    monkeypatch: pytest.MonkeyPatch, folder: Path, *kinds: type[Walls], isolation: str = "auto"
) -> str:
    monkeypatch.setattr(probing, "KINDS", kinds)
    settings = SETTINGS.model_copy(update={"isolation": isolation})
    with pytest.raises(NoIsolationError) as refused:
        await open_cages(settings, folder)
    return str(refused.value)


@pytest.mark.parametrize(
    ("kind", "hole"), [(Leaky, "it sees /var"), (Crowded, "it sees the processes of others")]
)
async def test_walls_with_a_hole_are_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: type[Walls], hole: str
) -> None:
    try:
        cages = await open_cages(SETTINGS.model_copy(update={"isolation": "bubblewrap"}), tmp_path)
    except NoIsolationError as problem:
        pytest.skip(f"NOT TESTED IN A CAGE: {problem}")
    await cages.close()
    assert hole in await refusal(monkeypatch, tmp_path, kind)


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
