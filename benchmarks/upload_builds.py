"""What it costs a server to build a bot that was uploaded: the first version, and better ones after it.

    python benchmarks/upload_builds.py [--languages go,rust] [--versions 3] [--cache-mb 0]

Each version of the starter of a language differs from the one before in the bot's own source, and is built in a sandbox as an
upload is. Prints processor and wall seconds; with other work on the machine the first say more.
"""

import argparse
import asyncio
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from infoset.scaffolding.rendering import write_project
from infoset.scaffolding.starters import STARTERS, bot_files
from infoset_server.config import HostedSettings
from infoset_server.config.programs import BuildLimits
from infoset_server.programs.bot_process import BotLog
from infoset_server.programs.manifest import read_dropped
from infoset_server.programs.sandbox.probe import open_sandboxes
from infoset_server.uploads.caches import BuildCache
from infoset_server.uploads.pipeline import Workshop

SECONDS = 3_600  # for a build on a busy machine


def starter(language: str, folder: Path) -> None:
    """A bot as `infoset new-bot` writes it, with what it needs."""
    folder.parent.mkdir()
    write_project(folder, bot_files(language, "ferris"))
    for line in STARTERS[language].fetch:
        subprocess.run(line, shell=True, cwd=folder, check=True, capture_output=True)


async def build(workshop: Workshop, language: str, folder: Path, number: int) -> None:
    """Builds one version, and says what it cost."""
    place = folder / str(number)
    source = place / "source"
    await asyncio.to_thread(shutil.copytree, folder / "bot", source, copy_function=shutil.copyfile)
    with (source / STARTERS[language].source).open("a", encoding="utf-8") as file:
        file.write(f"// version {number}\n")
    log = BotLog(place / "build.log", 1 << 20)
    begun_s, spent_s = time.monotonic(), children_s()
    cache = BuildCache(folder / "cache" / "owner")
    await workshop.make(read_dropped(source), source, place / "bot", log, cache)
    wall_s, cpu_s = time.monotonic() - begun_s, children_s() - spent_s
    kept_mb = cache.path.stat().st_size / (1 << 20) if cache.path.exists() else 0
    print(
        f"{language} {number}: CPU {cpu_s:.1f} s, wall {wall_s:.1f} s, cache {kept_mb:.0f} MB",
        flush=True,
    )


def children_s() -> float:
    """Processor seconds of what has ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


async def measure(args: argparse.Namespace, folder: Path) -> None:
    """All versions of all languages."""
    limits = BuildLimits(seconds=SECONDS, cache_mb=args.cache_mb)
    settings = HostedSettings(build=limits)
    sandboxes = (await open_sandboxes(settings, folder / "cages")).sandboxes
    try:
        for language in args.languages.split(","):
            await asyncio.to_thread(starter, language, folder / language / "bot")
            for number in range(1, args.versions + 1):
                workshop = Workshop(sandboxes, settings)
                await build(workshop, language, folder / language, number)
    finally:
        await sandboxes.close()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--languages", default="go,rust")
    parser.add_argument("--versions", type=int, default=3)
    parser.add_argument("--cache-mb", type=int, default=BuildLimits().cache_mb)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(measure(args, Path(name)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
