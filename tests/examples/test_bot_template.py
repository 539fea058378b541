"""The template of a bot's repository: each step of its workflow, run as a plain command, in a repository with two versions."""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.integration.uploads import account, open_hosting
from tests.sdk.programs import BUILD_S, ROOT, build, where

from infoset_server.accounts.credentials import Kind
from infoset_server.app.features.uploads import UploadFeature
from infoset_server.uploads.versions import VersionState

pytestmark = pytest.mark.timeout(3 * BUILD_S)
Serve = Callable[..., Any]

TEMPLATE = ROOT / "examples" / "bot_template"
BETTER = "return turn.random_answer(self.rng)"
WORSE = '        builds = turn.actions_with("build")\n        if builds:\n            return builds[0]\n'


def steps(job: str) -> dict[str, str]:
    """The commands of a job, by their names."""
    text = (TEMPLATE / ".github" / "workflows" / "bot.yml").read_text("utf-8")
    listed = yaml.safe_load(text)["jobs"][job]["steps"]
    return {step["name"]: step["run"] for step in listed if "run" in step}


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=ferris", "-c", "user.email=ferris@example.org"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def try_step(command: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Runs a step as a runner does, with the `python` and `infoset` of this environment."""
    here = Path(sys.executable).parent
    env = os.environ | {"PATH": f"{here}{os.pathsep}{os.environ['PATH']}"} | more
    return subprocess.run(
        ["bash", "-e", "-c", command],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=BUILD_S,
    )


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the version `v1`."""
    folder = tmp_path / "ferris"
    shutil.copytree(TEMPLATE, folder)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Begin")
    git(folder, "tag", "v1")
    return folder


def change(repository: Path, before: str, after: str) -> None:
    """A new version, with other words in the bot."""
    bot = repository / "bot.py"
    text = bot.read_text("utf-8")
    assert before in text
    bot.write_text(text.replace(before, after), "utf-8")
    git(repository, "commit", "--quiet", "--all", "--message", "Change")


def test_what_the_variable_names_is_installed(repository: Path, tmp_path: Path) -> None:
    wheel = [sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps"]
    build([*wheel, "-w", tmp_path, ROOT], ROOT, INFOSET_PURE="1")
    (made,) = tmp_path.glob("infoset-*.whl")
    # Into a folder of its own, without what this environment has already.
    aside = {"PIP_TARGET": str(tmp_path / "site"), "PIP_NO_DEPS": "1"}
    for job in ("check", "upload"):
        done = try_step(steps(job)["Install"], repository, INFOSET=f"{made}[lab]", **aside)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / "site" / "infoset" / "cli.py").is_file()


def test_the_bot_keeps_the_contract(repository: Path) -> None:
    done = try_step(steps("check")["Does it keep the contract?"], repository)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_first_version_is_compared_with_none(repository: Path) -> None:
    done = try_step(steps("check")["Is it no worse than the last version?"], repository)
    assert done.returncode == 0, done.stderr
    assert "nothing to compare with" in done.stdout


def test_a_version_that_is_as_good_passes(repository: Path) -> None:
    change(repository, BETTER, f"{BETTER}  # anything")
    compare = steps("check")["Is it no worse than the last version?"]
    done = try_step(compare, repository, BLOCKS="4")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "compared with v1" in done.stdout
    assert not (repository / ".last").exists()


def test_a_version_that_is_worse_fails(repository: Path) -> None:
    change(repository, WORSE, "")
    compare = steps("check")["Is it no worse than the last version?"]
    done = try_step(compare, repository, BLOCKS="400")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "this version is worse than v1" in done.stderr


async def test_a_tag_is_uploaded(repository: Path, serve: Serve) -> None:
    server = await serve(hosted__check_s=300.0, hosted__check_move_ms=60_000)  # machines are busy
    await open_hosting(server)
    olga = account(server)
    _, token = server.app.people.accounts.credentials.issue(olga, Kind.USER)
    told = {"INFOSET_URL": where(server), "INFOSET_TOKEN": token}
    done = await asyncio.to_thread(try_step, steps("upload")["Upload"], repository, **told)
    assert done.returncode == 0, done.stdout + done.stderr
    version = server.app.feature(UploadFeature).hosted.find(olga, "ferris").find()
    assert version.state is VersionState.READY
