"""Lists the files of the page with their contents; nothing else of the disk can be reached through it."""

import html
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from infoset_web.bundle import BundleError, bundle, join_sheets

# What a browser is told about a file. A file of another kind is no file of the page.
CONTENT_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".ftl": "text/plain; charset=utf-8",
}
HERE: Final = Path(__file__).parent
SDK: Final = "sdk"
INDEX: Final = "index.html"
BOOT: Final = "boot.js"  # what the index runs; it fetches the script
OFFLINE: Final = (
    "sw.js",
    "offline.js",
)  # scripts that the browser keeps, for when we are not there
MAIN: Final = "main.js"
WORDS: Final = "words"
CATALOGUE: Final = ".ftl"
ENGLISH: Final = "en"  # the language of what a catalogue lacks
LANGUAGES_MARK: Final = "@languages@"  # stands in the index for those the page has words in
LANGUAGE_MARK: Final = "@language@"  # stands in what is written for each language, for that
WORD_MARK: Final = re.compile(r"@([a-z]+-[a-z-]+)@")  # there, too: for a message of a catalogue
MESSAGE: Final = re.compile(r"^([a-z]+-[a-z-]+) = (.+)$", re.MULTILINE)  # of one line
MANIFEST: Final = "manifest.webmanifest"
SCRIPT: Final = "built/page.js"
EMBED_INDEX: Final = "embed.html"
EMBED: Final = "embed.js"  # the same for a match in a frame of another site
EMBED_SCRIPT: Final = "built/embed.js"
PLAYGROUND_FRAME: Final = (
    "playground/frame.js"  # of the frame for a bot that is written in the page,
)
PLAYGROUND: Final = "playground/worker.js"  # and what runs it there
PLAYGROUND_SCRIPT: Final = "built/playground.js"
SAMPLES: Final = "playground/samples/"  # programs to begin with, which nothing here runs
SHEET: Final = "built/page.css"
MAX_FILES: Final = 500
MAX_BYTES: Final = 8 * 1024 * 1024


class PageError(Exception):
    """The files of the page are not there, or are more than a page can be."""


def page_files(games: Sequence[Mapping[str, str]] = ()) -> dict[str, bytes]:
    """All files that a browser is given, by name: scripts, styles and the words of a language are one file each.

    `games` has for each game its catalogues by language. Raises PageError.
    """
    return assemble(source_files(), games)


def assemble(
    files: Mapping[str, bytes], games: Sequence[Mapping[str, str]] = ()
) -> dict[str, bytes]:
    """The files as they are served, made of those of `source_files`. Raises PageError."""
    index, sheet = join_sheets(files[INDEX].decode(), files, SHEET)
    words = join_words(files, games)
    try:
        script = bundle(files, MAIN)
        others = {
            made: bundle(files, start).encode()
            for start, made in ((EMBED, EMBED_SCRIPT), (PLAYGROUND, PLAYGROUND_SCRIPT))
            if start in files
        }
    except BundleError as error:
        raise PageError(str(error)) from None
    made = {BOOT: files[BOOT], SCRIPT: script.encode(), SHEET: sheet} | others
    made |= shells({**files, INDEX: index.encode()}, words)
    made |= {name: files[name] for name in (*OFFLINE, PLAYGROUND_FRAME) if name in files}
    made |= {name: text for name, text in files.items() if name.startswith(SAMPLES)}
    made |= {f"built/words/{language}{CATALOGUE}": text for language, text in words.items()}
    sources = (".js", ".mjs", ".css", CATALOGUE)
    as_they_are = {name: files[name] for name in files if not name.endswith(sources)}
    as_they_are.pop(MANIFEST, None)  # there is one for each language
    return as_they_are | made


def shells(files: Mapping[str, bytes], words: Mapping[str, bytes]) -> dict[str, bytes]:
    """What a browser shows before it has a catalogue, in each language: the pages as `cs/index.html`, and the manifest.

    The page without a language in its name is English. Raises PageError for a word that no catalogue says.
    """
    made: dict[str, bytes] = {}
    said = {one: lines_of(source.decode()) for one, source in words.items()}
    for name in (INDEX, EMBED_INDEX, MANIFEST):
        if name not in files:
            continue
        template = files[name].decode().replace(LANGUAGES_MARK, " ".join(words))
        escape = in_json if name == MANIFEST else html.escape
        written = {one: write(template, one, lines, escape) for one, lines in said.items()}
        if name == MANIFEST:
            stem, _, suffix = name.partition(".")
            made |= {f"{stem}.{one}.{suffix}": text.encode() for one, text in written.items()}
            continue
        made[name] = written.get(ENGLISH, template).encode()
        made |= {f"{one}/{name}": text.encode() for one, text in written.items()}
    return made


def in_json(text: str) -> str:
    """What stands between the quotes of a text in JSON."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def lines_of(catalogue: str) -> dict[str, str]:
    """The messages of one line, by name."""
    said: dict[str, str] = {}
    for key, text in MESSAGE.findall(catalogue):
        said.setdefault(key, text)  # English stands behind the language
    return said


def write(
    template: str, language: str, said: Mapping[str, str], escape: Callable[[str], str]
) -> str:
    """`template` with words in its places. Raises PageError for one that is not `said`."""

    def word(mark: re.Match[str]) -> str:
        if mark[1] not in said:
            raise PageError(f"{mark[1]}: expected words in one line, in {language} or {ENGLISH}")
        return escape(said[mark[1]])

    return WORD_MARK.sub(word, template.replace(LANGUAGE_MARK, language))


def join_words(files: Mapping[str, bytes], games: Sequence[Mapping[str, str]]) -> dict[str, bytes]:
    """The catalogues of each language of the page as one, with those of English behind them for what they lack."""
    page: dict[str, list[str]] = {}
    for name, content in files.items():
        folder, _, rest = name.partition("/")
        if folder == WORDS and name.endswith(CATALOGUE):
            page.setdefault(rest.partition("/")[0], []).append(content.decode())
    spoken = {
        language: [*texts, *(game[language] for game in games if language in game)]
        for language, texts in page.items()
    }
    english = spoken.get(ENGLISH, [])
    return {
        language: "\n".join(texts if language == ENGLISH else [*texts, *english]).encode()
        for language, texts in sorted(spoken.items())
    }


def source_files() -> dict[str, bytes]:
    """All files by name as they lie here, such as `net/app.js`; the JavaScript SDK is under `sdk/`. Raises PageError."""
    files = _read(HERE / "static", "")
    files.update(_read(sdk_folder(), f"{SDK}/"))
    if INDEX not in files:
        raise PageError(f"{HERE / 'static'}: there is no {INDEX}")
    if len(files) > MAX_FILES or sum(map(len, files.values())) > MAX_BYTES:
        raise PageError(f"expected at most {MAX_FILES} files and {MAX_BYTES} bytes")
    return files


def sdk_folder() -> Path:
    """Where the JavaScript SDK is: beside us in an installed package, in the folder of its language in a checkout."""
    packed = HERE / SDK
    return packed if packed.is_dir() else HERE.parents[1] / "javascript" / "src"


def _read(folder: Path, prefix: str) -> dict[str, bytes]:
    """What a browser may have of one folder."""
    return {
        prefix + path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.suffix in CONTENT_TYPES and path.is_file() and not path.is_symlink()
    }
