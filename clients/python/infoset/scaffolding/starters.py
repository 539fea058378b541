"""The starters of bots: what is particular to a language, and the files of a bot made from it."""

import json
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from infoset.errors import CommandError
from infoset.scaffolding.rendering import fill_in, read_templates
from infoset.scaffolding.vendoring import Sdk, sdk_folder

NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")  # as in a manifest of house bots
_DEPENDENCY: Final = re.compile(r"^ *<dependency>\n.*?</dependency>\n", re.MULTILINE | re.DOTALL)

_BRIDGE: Final = "bridge --mode words"
_OPTIONS: Final = (
    "--url {url} --seek {game} --games {matches}"  # filled in by `infoset conformance`
)

_TOLD: Final = {
    "python": "It stands on the Python SDK, which Infoset is installed with.",
    "vendored": "It stands on the SDK for {title}, whose source is here, too: {where}.",
    "words": "`infoset bridge` connects it, and tells it in words what it knows and what it may do.",
}


@dataclass(frozen=True, slots=True)
class Starter:
    """A language: what stands in the README and in `bot.toml`, and what has to be installed.

    `program`, `fetch` and `build` are command lines for the folder of the bot; `fetch` are those that need
    a network, once. A program `speaks` the protocol itself, or the words of the bridge.
    """

    title: str
    source: str
    function: str
    program: str
    speaks: Literal["socket", "words"] = "socket"
    tools: tuple[str, ...] = ()
    fetch: tuple[str, ...] = ()
    build: tuple[str, ...] = ()
    sdk: Sdk | None = None
    manifest: str = ""  # lines for `bot.toml` beside those that every bot has

    def files(self, name: str, language: str) -> dict[str, str]:
        """The files of a bot called `name`, by path."""
        templates = read_templates("bots", "common") | read_templates("bots", language)
        values = self._values(name) | {"language": LANGUAGES.get(language, language)}
        return (self.sdk.vendored() if self.sdk else {}) | fill_in(templates, values)

    def _values(self, name: str) -> dict[str, str]:
        return {
            "name": name,
            "title": self.title,
            "source": self.source,
            "function": self.function,
            "told": self._told(),
            "fetch": _block("Once, while there is a network, for what the SDK needs:", self.fetch),
            "build": _block("Build it, now and after every change:", self.build),
            "built": ", once it is built," if self.build else "",
            "arena": self._arena(name),
            "conform": self._conform(),
            "play": self._play(f"--name {name} --seek colonizers"),
            "trace": self._play(f"--name {name} --seek colonizers --trace traces"),
            "thinks": self._thinks(),
            "command": ", ".join(json.dumps(word) for word in self._command()),
            "manifest": self.manifest,
            **_packages(),
        }

    def _told(self) -> str:
        if self.speaks == "words":
            return _TOLD["words"]
        if self.sdk is None:
            return _TOLD["python"]
        where = f"`{self.sdk.into or 'infoset/'}`"
        return _TOLD["vendored"].format(title=self.title, where=where)

    def _command(self) -> tuple[str, ...]:
        words = tuple(shlex.split(self.program))
        if self.speaks == "words":
            return ("{python}", "-m", "infoset", *_BRIDGE.split(), "--", *words)
        if words[0] != "python":
            return words
        # A server has Python look for modules nowhere beside a script; the command finds those of a bot.
        return ("{python}", "-m", "infoset", "bot", self.source)

    def _arena(self, name: str) -> str:
        if self.sdk is None and self.speaks == "socket":
            return f"infoset arena {name}={self.source} random --matches 40"
        mode = "cmd" if self.speaks == "words" else "json"
        return f'infoset arena "{name}={mode}:{self.program}" random --matches 40'

    def _conform(self) -> str:
        if self.speaks == "words":
            return f"infoset conformance --game crossfire --stdio words -- {self.program}"
        return f"infoset conformance --game crossfire -- {self.program} {_OPTIONS}"

    def _thinks(self) -> str:
        """How a bot says what it thinks of its actions, where it can."""
        if self.speaks == "words":
            return ""
        weigh = "turn.Weigh" if self.function.istitle() else "turn.weigh"
        return f", and what it thinks where it calls `{weigh}`"

    def _play(self, plan: str) -> str:
        if self.speaks == "words":
            return f"infoset {_BRIDGE} {plan} -- {self.program}"
        return f"{self.program} {plan}"


# What the tools of a language, or a server, call it where that is another word.
LANGUAGES: Final[Mapping[str, str]] = {"typescript": "javascript"}

_JAVASCRIPT: Final = Sdk("javascript/src", "infoset/")
_JAVAC: Final = (
    "javac -parameters -cp 'lib/*' -sourcepath src/main/java -d build src/main/java/MyBot.java"
)

STARTERS: Final[Mapping[str, Starter]] = {
    "python": Starter("Python", "bot.py", "decide", "python bot.py"),
    "javascript": Starter(
        "JavaScript", "bot.js", "decide", "node bot.js", tools=("node",), sdk=_JAVASCRIPT
    ),
    "typescript": Starter(
        "TypeScript",
        "src/bot.ts",
        "decide",
        "node build/bot.js",
        tools=("node", "npm"),
        fetch=("npm install --no-audit --no-fund",),
        build=("npx tsc",),
        sdk=_JAVASCRIPT,
        manifest="build = [] # what `npx tsc` has built is uploaded, not built again\n"
        'leave_out = ["node_modules"]\n',
    ),
    "go": Starter(
        "Go",
        "bot.go",
        "Decide",
        "./bot",
        tools=("go",),
        build=("go build -o bot .",),
        sdk=Sdk("go", "infoset/", ("**/*.go", "go.mod"), ("samples/", "_test.go")),
        manifest='leave_out = ["bot"]\n',
    ),
    "rust": Starter(
        "Rust",
        "src/main.rs",
        "decide",
        "./target/release/bot",
        tools=("cargo",),
        fetch=("cargo vendor >.cargo/config.toml",),
        build=("cargo build --release --offline",),
        sdk=Sdk("rust", "infoset/", ("Cargo.toml", "src/**/*.rs")),
    ),
    "java": Starter(
        "Java",
        "src/main/java/MyBot.java",
        "decide",
        "java -Xmx256m -cp 'build:lib/*' MyBot",
        tools=("javac", "java", "mvn"),
        fetch=("mvn -q dependency:copy-dependencies",),
        build=(_JAVAC,),
        sdk=Sdk("java/src/main/java/infoset", "src/main/java/infoset/", leave_out=("samples/",)),
        manifest=f'build = {json.dumps(shlex.split(_JAVAC))}\nleave_out = ["build"]\n',
    ),
    "cpp": Starter(
        "C++",
        "bot.cpp",
        "decide",
        "./bot",
        tools=("g++", "make"),
        build=("make",),
        sdk=Sdk("cpp", "", ("infoset.hpp", "infoset/*")),
        manifest='build = ["make"]\nleave_out = ["bot", "infoset.o"]\n',
    ),
    "shell": Starter("shell", "bot.sh", "worth", "sh bot.sh", "words", tools=("sh",)),
}


def bot_files(language: str, name: str) -> dict[str, str]:
    """The files of a new bot, by path. Raises CommandError for a name that no server would offer."""
    if not NAME.fullmatch(name):
        raise CommandError(
            f"{name!r} cannot be the name of a bot: expected a small letter, then up to 31 small "
            "letters, digits or underscores"
        )
    return find_starter(language).files(name, language)


def find_starter(language: str) -> Starter:
    """The starter of a language. Raises CommandError, which says what there is and what else can be done."""
    if language not in STARTERS:
        raise CommandError(
            f"--lang {language}: there is a starter for each of {', '.join(sorted(STARTERS))}. A program in any "
            "other language plays, too: behind `infoset bridge --mode words` by reading and writing lines of "
            "words (`infoset bridge --help` lists them, `infoset new-bot --lang shell` writes a bot of that "
            "kind), or over a socket of its own, as protocol/README.md tells on one page"
        )
    return STARTERS[language]


def _block(text: str, commands: tuple[str, ...]) -> str:
    """A paragraph of a README with commands to be copied; nothing where there are none."""
    lines = "\n".join(commands)
    return f"\n{text}\n\n```sh\n{lines}\n```\n" if commands else ""


def _packages() -> dict[str, str]:
    """The libraries that SDKs are built and run with, as a `package.json` and a `pom.xml` name them."""
    package = json.loads((sdk_folder("javascript") / "package.json").read_text("utf-8"))
    pom = (sdk_folder("java") / "pom.xml").read_text("utf-8")
    return {
        "optional_packages": json.dumps(package["optionalDependencies"]),
        "tool_packages": json.dumps(_compiling(package["devDependencies"])),
        "java_packages": "".join(one for one in _DEPENDENCY.findall(pom) if "<scope>" not in one),
    }


def _compiling(packages: dict[str, str]) -> dict[str, str]:
    """Those packages that compile; what looks after the source of the SDK is no concern of a bot."""
    return {
        name: wanted
        for name, wanted in packages.items()
        if name == "typescript" or name.startswith("@types/")
    }
