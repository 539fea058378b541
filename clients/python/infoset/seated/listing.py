"""The legal actions of a turn as lines, those of one kind together. Pure."""

import json
from collections.abc import Mapping, Sequence
from typing import Final

from infoset.printing import clean
from infoset.seated.entry import place_verb
from infoset.seated.wording import Wording
from infoset.turn import Action, Turn
from infoset.watching.text import Style, width_of, wrapped
from infoset.wording import say

ALONE: Final = 40  # columns of an entry that gets a line of its own


def list_actions(
    turn: Turn,
    wording: Wording,
    style: Style,
    width: int,
    *,
    is_by_position: bool = False,
    mark: str = "",
) -> list[str]:
    """All that can be answered, in at most `width` columns; with `is_by_position` places have numbers, too.

    `mark` stands behind the number of an action, so that it is not taken for a part of it.
    """
    explained = None if is_by_position else wording.explain(turn)
    if explained:
        return wrapped(explained, width)
    if turn.is_product:
        return _list_slots(turn, wording, style, width, mark)
    place = None if is_by_position else place_verb(turn, wording)
    if place is not None:
        names = [wording.short(turn.match, action) for action in turn.actions]
        return wrapped([f"{wording.heading(place)}:", *_flow(names, width)], width)
    is_bare = all(len(action) == 1 for action in turn.actions)  # every one is a word of its own
    lines = _list_words if is_bare else _list_verbs
    more = [say("terminal-more", what=wording.heading(kind)) for kind in _unlisted(turn)]
    return wrapped([*lines(turn, wording, style, width, mark), *more], width)


def _list_words(turn: Turn, wording: Wording, style: Style, width: int, mark: str) -> list[str]:
    """Actions without arguments, side by side."""
    words = [wording.heading(str(action[0])) for action in turn.actions]
    return _flow(
        [f"{_number(index, style)}{mark} {word}" for index, word in enumerate(words)], width
    )


def _list_verbs(turn: Turn, wording: Wording, style: Style, width: int, mark: str) -> list[str]:
    """Actions by verb: their arguments below it."""
    lines: list[str] = []
    for verb, entries in _by_verb(turn.actions).items():
        heading = wording.heading(verb)
        shorts = [(index, wording.short(turn.match, action)) for index, action in entries]
        if len(shorts) == 1 and not shorts[0][1]:
            lines.append(f"{_number(shorts[0][0], style)}{mark} {heading}")
            continue
        lines.append(f"{heading}:")
        joint = "=" if wording.is_place(verb) and not mark else f"{mark} "
        lines += _flow([f"{_number(index, style)}{joint}{short}" for index, short in shorts], width)
    return lines


def _number(index: int, style: Style) -> str:
    return style.paint(f"{index:>2}", "bold")


def _by_verb(actions: Sequence[Action]) -> Mapping[str, list[tuple[int, Action]]]:
    """The actions with their numbers, by verb, in the order of the first of each."""
    found: dict[str, list[tuple[int, Action]]] = {}
    for index, action in enumerate(actions):
        found.setdefault(str(action[0]), []).append((index, action))
    return found


def _unlisted(turn: Turn) -> list[str]:
    """Kinds of actions that have parameters and stand nowhere in the list."""
    listed = {action[0] for action in turn.actions}
    return [str(param["kind"]) for param in turn.params if param.get("kind") not in listed]


def _flow(entries: Sequence[str], width: int) -> list[str]:
    """Entries side by side, as many as there is room for; long ones below each other."""
    lines: list[str] = []
    line = ""
    for entry in entries:
        longer = f"{line}  {entry}" if line else f"  {entry}"
        if line and (width_of(longer) > width or width_of(entry) > ALONE):
            lines.append(line)
            longer = f"  {entry}"
        line = longer
    return [*lines, line] if line else lines


def _list_slots(turn: Turn, wording: Wording, style: Style, width: int, mark: str) -> list[str]:
    """Slot by slot its options with their numbers; slots that are alike are told of once."""
    lines: list[str] = []
    same: dict[str, list[str]] = {}
    for slot in turn.slots:
        options = [
            f"{_number(number, style)}{mark} {wording.short(turn.match, option)}"
            for number, option in enumerate(slot.options)
        ]
        key = json.dumps(options)
        same.setdefault(key, []).append(clean(wording.slot(slot.name)))
    for key, names in same.items():
        lines.append(f"{', '.join(names)}:")
        lines += _flow(json.loads(key), width)
    lines.append(say("terminal-answer-with", count=len(turn.slots)))
    return wrapped(lines, width)
