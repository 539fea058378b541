"""A program behind the bridge in words: it takes the last action, or the last option of each slot."""

import sys

last: dict[str, str] = {}  # by slot
for line in sys.stdin:
    match line.split():
        case ["OPTION", slot, index, *_]:
            last[slot] = index
        case ["TURN", decision, n, *_]:
            sys.stdout.write(f"{decision} {' '.join(last.values()) or int(n) - 1}\n")
            sys.stdout.flush()
            last.clear()
        case ["QUIT"]:
            break
