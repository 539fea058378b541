"""The random bot of each SDK against one server: messages per second, CPU for each, memory, time to start.

    python benchmarks/sdks.py [--matches 20] [--warm-up 600] [--rounds 3] [--languages Python,Go]

The server is bare: it plays back a match of Colonizers that was recorded beforehand, as fast as the bot
answers, so that what is measured is the SDK. Each bot first plays some matches that do not count, in which
languages that compile while they run do so; Java takes some hundreds. Rounds of all languages take turns;
the best round counts.
Printed: messages in both directions for each second, CPU time of the bot for each message, both behind
the warm-up; its largest memory, the time from its start to its first message, its CPU time until the end
of the warm-up, and the rate beside Python's. CPU times are read from /proc, in hundredths of a second.
"""

import argparse
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import orjson

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.languages import LANGUAGES, Language, make_all

from infoset.conformance.words import Words
from infoset_games.decision import Choice
from infoset_games.match import Match
from infoset_games.notices import Asked, Ended, Told
from infoset_games.registry import make_game
from infoset_games.rng import Rng
from infoset_games.terms import Terms
from infoset_protocol.version import PROTOCOL_MINOR

Message = dict[str, Any]
SEAT: Final = 0
REFERENCE: Final = "Python"
WAIT_S: Final = 30.0
LIMITS: Final = {
    "max_frame_in": 262_144,
    "max_inflight": 16,
    "msgs_per_s": 1_000_000,
    "queue_bytes": 1_048_576,
    "resume_ttl_ms": 120_000,
}
WELCOME: Final[Message] = {
    "type": "welcome",
    "proto": 1,
    "minor": PROTOCOL_MINOR,
    "session": "s_1",
    "resume_token": "rt_1",
    "resumed": False,
    "user": "u_1",
    "name": "bot",
    "scopes": ["play"],
    "features": [],
    "limits": LIMITS,
    "server": "bare",
    "now_ms": 0,
}


def record() -> list[Message]:
    """What one seat is told in a match, in order."""
    match = Match(make_game("colonizers"), Terms(), "sdks")
    words, rng = Words("m_1", match, "player", SEAT), Rng("sdks")
    told = [words.start()]
    waiting = match.start(0)
    while waiting:
        notice = waiting.pop(0)
        match notice:
            case Told():
                told.append(words.events(notice, with_obs=False))
            case Ended():
                told.append(words.over(notice))
            case Asked():
                asked = match.open[notice.seat]
                if notice.seat == SEAT:
                    told.append(words.your_turn(asked, 0))
                index = asked.space.index(asked.space.draw(rng))
                waiting += match.submit(notice.seat, asked.number, Choice(index), 0)
    return told


@dataclass(frozen=True)
class Run:
    """What one bot needed."""

    messages: int  # behind the warm-up, as `seconds` and `cpu_s`
    seconds: float
    start_s: float
    warm_up_cpu_s: float
    cpu_s: float
    peak_mb: float

    @property
    def rate(self) -> float:
        """Messages for each second."""
        return self.messages / self.seconds


class BareServer:
    """One connection, to which the recording is played."""

    def __init__(self, connection: socket.socket) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.settimeout(WAIT_S)
        self.connection = connection
        self.lines = self._read()
        self.messages = 0

    def _read(self) -> Iterator[Message]:
        begun = b""
        while data := self.connection.recv(65536):
            *lines, begun = (begun + data).split(b"\n")
            for line in lines:
                if line:
                    self.messages += 1
                    yield orjson.loads(line)

    def wait_for(self, *types: str) -> Message:
        """The next request of these types; of others, what wants an answer gets `ok`."""
        for message in self.lines:
            if message["type"] in types:
                return message
            if message.get("id") is not None:
                self.say({"type": "ok", "re": message["id"]})
        raise SystemExit("the bot hung up")

    def say(self, message: Message) -> None:
        """Sends one message."""
        self.messages += 1
        self.connection.sendall(orjson.dumps(message) + b"\n")

    def welcome(self) -> None:
        """Lets the bot in."""
        hello = self.wait_for("hello")
        self.say({**WELCOME, **({"re": hello["id"]} if "id" in hello else {})})

    def play(self, told: list[Message], matches: int) -> None:
        """Plays the recording several times, up to the last message of the last match."""
        for number in range(matches):
            seek = self.wait_for("seek")
            if seek.get("id") is not None:
                self.say({"type": "ok", "re": seek["id"], "data": {"ticket": "t_1"}})
            self._play_one(told, f"m_{self.messages}_{number}")

    def part(self) -> None:
        """Waits until the bot has hung up; to do that before it would look like trouble."""
        for _ in self.lines:
            pass

    def _play_one(self, told: list[Message], match_id: str) -> None:
        for message in told:
            self.say({**message, "match_id": match_id})
            if message["type"] == "your_turn":
                act = self.wait_for("act")
                if act.get("id") is not None:
                    about = {"match_id": match_id, "decision": act["decision"], "elapsed_ms": 0}
                    self.say({"type": "act_ok", "re": act["id"], **about})


def cpu_of(pid: int) -> float:
    """The CPU time that a process has used, in seconds."""
    behind_name = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return sum(map(int, behind_name[11:13])) / os.sysconf("SC_CLK_TCK")


def measure(language: Language, told: list[Message], matches: int, warm_up: int) -> Run:
    """One run of the bot of a language."""
    games = str(warm_up + matches)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(WAIT_S)
        url = f"infoset://127.0.0.1:{listener.getsockname()[1]}"
        options = ("--url", url, "--seek", "colonizers", "--games", games, "--name", "bot")
        begun = time.perf_counter()
        bot = subprocess.Popen(language.command(*options), stdout=subprocess.DEVNULL)
        try:
            connection, _ = listener.accept()
        except TimeoutError:
            bot.kill()
            raise SystemExit(f"{language.name}: its bot did not connect") from None
        with connection:
            server = BareServer(connection)
            came = time.perf_counter()
            server.welcome()
            server.play(told, warm_up)
            warm, before, warm_cpu_s = time.perf_counter(), server.messages, cpu_of(bot.pid)
            server.play(told, matches)
            seconds, messages = time.perf_counter() - warm, server.messages - before
            cpu_s = cpu_of(bot.pid) - warm_cpu_s
            server.part()
    _, status, used = os.wait4(bot.pid, 0)
    bot.returncode = os.waitstatus_to_exitcode(status)
    return Run(messages, seconds, came - begun, warm_cpu_s, cpu_s, used.ru_maxrss / 1024)


def main() -> int:
    """Prints the table. The exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--matches", type=int, default=20, help="of each run (default: 20)")
    parser.add_argument("--warm-up", type=int, default=600, help="matches before (default: 600)")
    parser.add_argument("--rounds", type=int, default=3, help="default: 3")
    parser.add_argument("--languages", help="only these, with commas")
    args = parser.parse_args()
    wanted = args.languages.split(",") if args.languages else [lang.name for lang in LANGUAGES]
    ready = make_all(lang for lang in LANGUAGES if lang.name in wanted)
    told = record()
    runs: dict[str, list[Run]] = {language.name: [] for language in ready}
    for _ in range(args.rounds):
        for language in ready:
            runs[language.name].append(measure(language, told, args.matches, args.warm_up))
    print(
        f"{'':<11} {'messages/s':>10} {'us CPU each':>12} {'peak MB':>8} {'start ms':>9} "
        f"{'warm-up s CPU':>14} {'rate':>6}"
    )
    best = {name: max(found, key=lambda run: run.rate) for name, found in runs.items() if found}
    beside = best[REFERENCE].rate if REFERENCE in best else max(r.rate for r in best.values())
    for name, run in best.items():
        each = 1e6 * min(r.cpu_s for r in runs[name]) / run.messages
        start = 1e3 * min(r.start_s for r in runs[name])
        warm = min(r.warm_up_cpu_s for r in runs[name])
        print(
            f"{name:<11} {run.rate:>10.0f} {each:>12.0f} {run.peak_mb:>8.0f} {start:>9.0f} "
            f"{warm:>14.2f} {run.rate / beside:>6.2f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
