"""Archives that the page makes of others: read by Python's own module."""

import io
import json
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Final

import pytest

from infoset_server.http.front_page import zipped

NODE: Final = shutil.which("node")
ZIP: Final = Path(__file__).parents[2] / "clients/web/infoset_web/static/model/zip.js"
SCRIPT: Final = f"""
import {{ readFileSync, writeFileSync }} from "node:fs";
import {{ textOf, withFolder, withTexts }} from {json.dumps(ZIP.as_uri())};
const [from, to, texts, folder] = process.argv.slice(1);
const archive = new Uint8Array(readFileSync(from));
const made = withTexts(archive, JSON.parse(texts));
writeFileSync(to, folder ? withFolder(made, "my_bot", folder) : made);
process.stdout.write(await textOf(archive, "my_bot/bot.js"));
"""
LONG: Final = "// a bot, says whoever wrote it\n" * 100  # which is worth packing

pytestmark = pytest.mark.skipif(NODE is None, reason="LOUD: node is not installed")


def remade(
    folder: Path, archive: bytes, texts: dict[str, str], name: str = ""
) -> subprocess.CompletedProcess[str]:
    """The archive `from.zip` with these texts as `to.zip`; its folder is called `name`, if that is given."""
    (folder / "from.zip").write_bytes(archive)
    words = [str(folder / "from.zip"), str(folder / "to.zip"), json.dumps(texts), name]
    assert NODE is not None
    command = [NODE, "--input-type=module", "--eval", SCRIPT, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


class Stream(io.BytesIO):
    """Nobody can go back in it."""

    def seekable(self) -> bool:
        return False


def streamed(files: dict[str, str]) -> bytes:
    """An archive with the lengths of its files behind them."""
    stream = Stream()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return stream.getvalue()


def test_files_of_an_archive_are_replaced_and_the_others_stay(tmp_path: Path) -> None:
    before = {"my_bot/bot.js": LONG, "my_bot/run": "#!/bin/sh\n", "my_bot/README.md": "Žluť\n"}
    done = remade(
        tmp_path, zipped(before), {"my_bot/bot.js": "// ž\n", "my_bot/run": "#!/bin/env\n"}
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == LONG
    with zipfile.ZipFile(tmp_path / "to.zip") as archive:
        assert archive.testzip() is None
        found = {name: archive.read(name).decode() for name in archive.namelist()}
        assert archive.getinfo("my_bot/run").external_attr >> 16 & 0o777 == 0o755
    assert found == before | {"my_bot/bot.js": "// ž\n", "my_bot/run": "#!/bin/env\n"}


@pytest.mark.parametrize("is_stream", [False, True])
def test_a_folder_gets_another_name_and_what_lies_beside_it_stays(
    tmp_path: Path, is_stream: bool
) -> None:
    before = {"my_bot/bot.js": LONG, "my_bot/deep/run": "#!/bin/sh\n", "my_bot2/x": "my_bot/"}
    archive = streamed(before) if is_stream else zipped(before)
    done = remade(tmp_path, archive, {"my_bot/bot.js": "// ž\n"}, "hill_bot")
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(tmp_path / "to.zip") as made:
        assert made.testzip() is None
        found = {name: made.read(name).decode() for name in made.namelist()}
    assert found == {
        "hill_bot/bot.js": "// ž\n",
        "hill_bot/deep/run": "#!/bin/sh\n",
        "my_bot2/x": "my_bot/",
    }


def test_an_archive_of_a_stream_has_its_lengths_behind_what_is_packed(tmp_path: Path) -> None:
    done = remade(tmp_path, streamed({"my_bot/bot.js": LONG}), {"my_bot/bot.js": "short"})
    assert (done.returncode, done.stdout) == (0, LONG), done.stderr
    with zipfile.ZipFile(tmp_path / "to.zip") as archive:
        assert archive.testzip() is None
        assert archive.read("my_bot/bot.js") == b"short"


@pytest.mark.parametrize(
    ("archive", "texts", "said"),
    [
        (b"no archive", {}, "expected a zip archive"),
        (zipped({"my_bot/bot.js": "x"}), {"other": "y"}, "expected a file other in the archive"),
        (zipped({"other": "x"}), {}, "expected a file my_bot/bot.js in the archive"),
    ],
)
def test_what_is_not_there_is_named(
    tmp_path: Path, archive: bytes, texts: dict[str, str], said: str
) -> None:
    done = remade(tmp_path, archive, texts)
    assert done.returncode != 0
    assert f"RangeError: {said}" in done.stderr
