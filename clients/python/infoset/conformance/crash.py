"""What an exception says, found in what a program has printed: in most languages that is not the last line. Pure."""

import re
from typing import Final

MAX_TEXT: Final = 200  # characters of it for a report

_MESSAGES: Final = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        # Python: the first line behind the frames, and no line of a longer message
        r"^Traceback \(most recent call last\):\n(?:[ \t].*\n|\n)*(?P<said>\S.*)$",
        # JavaScript, Java, C#: above the frames
        (
            r'^(?:Uncaught |Caused by: |Exception in thread "[^"]*" |Unhandled exception\. )?'
            r"(?P<said>(?:\w+[.])*\w*(?:Error|Exception)\b(?: \[\w+\])?(?:: .+)?)$"
            r"(?=\n\s+(?:at|\.\.\.) )"
        ),
        # Go
        r"^(?P<said>(?:panic|fatal error): .+)$",
        # Rust, today's and that of before 1.73
        r"^thread '.*' (?:\(\d+\) )?panicked at .+:\n(?P<said>.+)$",
        r"^thread '.*' panicked at '(?P<said>.+)', ",
        # C++
        r"^  what\(\):  (?P<said>.+)$",
        # Ruby, Lua, OCaml, PHP
        r"^\S+:\d+:in .+: (?P<said>.+ \(\w+\))$",
        r"^lua[\d.]*: (?P<said>.+)$",
        r"^Fatal error: exception (?P<said>.+)$",
        r"^(?:PHP )?Fatal error:\s+Uncaught (?P<said>.+?)(?: in \S+:\d+)?$",
    )
)


def find_message(story: str) -> str:
    """The message of the last exception in a story; without one its last line, or `nothing`."""
    story = story.replace("\r\n", "\n")
    found = [match for pattern in _MESSAGES for match in pattern.finditer(story)]
    if found:
        return max(found, key=lambda match: match.start())["said"].strip()[:MAX_TEXT]
    lines = [line for line in story.splitlines() if line.strip()]
    return lines[-1].strip()[:MAX_TEXT] if lines else "nothing"
