"""Reads what a person types as the answer to a turn, and says why it is none. Pure.

    17                  the number of an action in the list
    road 17             the action as the game writes it
    ["road", 17]        the action as the protocol has it
    up, fire left       one option for each slot of a joint order, by its words or its number
    .                   what a missed deadline would play

Where all actions differ in nothing but a place, a number is that of the place. A program that plays along in lines
rather counts everywhere alike: for it a number is always a position in the list, or that of a whole joint order, as in
the protocol.
"""

import json
from collections.abc import Sequence
from typing import Final

from infoset.errors import WrongChoiceError
from infoset.seated.wording import Wording
from infoset.turn import Action, Choice, Match, Slot, Turn
from infoset.wording import say
from infoset_games.core import IllegalActionError
from infoset_games.game import Game, NoWorldsError
from infoset_games.rng import Rng
from infoset_games.spaces import ProductSpace

FALLBACK: Final = "."
MAX_LINE: Final = 2_000  # characters that anybody needs for an answer


def read_entry(turn: Turn, wording: Wording, line: str, *, is_by_position: bool = False) -> Choice:
    """The choice in a line. Raises WrongChoiceError, which says what is wrong with it.

    With `is_by_position` no number is that of a place.
    """
    text = line.strip()
    if not text:
        raise WrongChoiceError(say("terminal-type-number"))
    if len(text) > MAX_LINE:
        raise WrongChoiceError(say("terminal-too-long", count=str(MAX_LINE)))
    if text == FALLBACK:
        return turn.fallback_choice()
    if text.startswith("["):
        return check_action(turn, _read_written(text))
    if is_by_position and text.isdecimal():
        return _read_position(turn, int(text))
    if turn.is_product:
        if text.split()[0] == turn.kind:
            return check_action(turn, wording.read(text))
        return Choice(picks=_read_slots(turn, wording, text))
    if text.isdecimal():
        verb = place_verb(turn, wording)
        if verb is None:
            return _numbered(turn, int(text))
        return check_action(turn, [verb, int(text)])
    return _listed(turn, wording, text) or check_action(turn, wording.read(text))


def place_verb(turn: Turn, wording: Wording) -> str | None:
    """The verb of all actions, where they differ in nothing but a place: then numbers are places."""
    verbs = {str(action[0]) for action in turn.actions}
    verb = verbs.pop() if len(verbs) == 1 else ""
    return verb if wording.is_place(verb) else None


def _numbered(turn: Turn, number: int) -> Choice:
    """The choice with this number in the list."""
    if turn.n is not None and number >= turn.n:
        raise WrongChoiceError(say("terminal-no-number", number=str(number), last=str(turn.n - 1)))
    return turn.read_answer(number)


def _read_position(turn: Turn, number: int) -> Choice:
    """The choice at a position; of joint orders too many to be numbered on the wire, the options it stands for."""
    if turn.n is not None:
        return _numbered(turn, number)
    rest, picks = number, []
    for slot in turn.slots:
        rest, pick = divmod(rest, len(slot.options))
        picks.append(pick)
    if rest:
        raise WrongChoiceError(say("terminal-no-joint", number=str(number)))
    return Choice(picks=tuple(picks))


def _listed(turn: Turn, wording: Wording, text: str) -> Choice | None:
    """The choice of the listed action that is written so, capitals or not; None where that fits none, or several."""
    words = text.casefold().split()
    same = [
        index
        for index, action in enumerate(turn.actions)
        if wording.write(action).casefold().split() == words
    ]
    return Choice(index=same[0]) if len(same) == 1 else None


def check_action(turn: Turn, action: Action) -> Choice:
    """The choice of a written action, listed or not. Raises WrongChoiceError, if it can with the reason."""
    if action in turn.actions:
        return Choice(index=turn.actions.index(action))
    if turn.match.engine is not None:
        return _judged(turn, turn.match.engine, action)
    if turn.is_product or any(action[:1] == [param.get("kind")] for param in turn.params):
        return Choice(action=action)  # the server knows the rules
    raise WrongChoiceError(say("terminal-none-of-these"))


def _judged(turn: Turn, engine: Game, action: Action) -> Choice:
    """The choice of an action that is in no list. Raises WrongChoiceError with the reason of the rules.

    They are asked in a world drawn from what the seat knows: whether its own action is legal is the
    same in all of them. Where there is no world, there is no reason either.
    """
    try:
        world = turn.determinize(Rng("why not"))
    except NoWorldsError:
        raise WrongChoiceError(say("terminal-none-of-these")) from None
    try:
        code = engine.read_action(world, turn.seat, action)
        world.verify(turn.seat, code)
    except IllegalActionError as error:
        raise WrongChoiceError(str(error)) from None
    space = world.legal(turn.seat)
    if isinstance(space, ProductSpace):
        return Choice(picks=space.split(code))
    return Choice(action=action)


def _read_written(text: str) -> Action:
    try:
        action = json.loads(text)
    except ValueError as error:
        raise WrongChoiceError(say("terminal-no-json", why=str(error))) from None
    if not isinstance(action, list) or not action:
        raise WrongChoiceError(say("terminal-list-expected", example='["road", 17]'))
    return action


# Joint orders.


def _read_slots(turn: Turn, wording: Wording, text: str) -> tuple[int, ...]:
    """One option for each slot, in their order: parted by commas, or numbers parted by blanks."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) == 1 and all(word.isdecimal() for word in text.split()):
        parts = text.split()
    if len(parts) != len(turn.slots):
        names = ", ".join(wording.slot(slot.name) for slot in turn.slots)
        raise WrongChoiceError(
            say("terminal-options-expected", count=len(turn.slots), names=names, got=len(parts))
        )
    return tuple(
        read_option(turn.match, wording, slot, part)
        for slot, part in zip(turn.slots, parts, strict=True)
    )


def read_option(match: Match, wording: Wording, slot: Slot, text: str) -> int:
    """An option by its number, its words or their beginnings, or the beginning of its last word.

    The last way takes the first option that fits. Raises WrongChoiceError.
    """
    words = text.lower().split()
    if text.isdecimal() and int(text) < len(slot.options):
        return int(text)
    known = [wording.short(match, option).lower().split() for option in slot.options]
    written = [wording.write(option).lower().split() for option in slot.options]
    same = [at for at, option in enumerate(known) if words and _begins(option, words)]
    for options in (known, written):  # as they are shown, and as the game writes them
        if (found := _find_option(options, words)) is not None:
            return found
    what = say("terminal-several-options") if same else say("terminal-no-option")
    shown = ", ".join(" ".join(option) for option in known)
    where = f"{wording.slot(slot.name)}: {text!r}"
    raise WrongChoiceError(say("terminal-one-of", where=where, what=what, options=shown))


def _find_option(options: Sequence[Sequence[str]], words: Sequence[str]) -> int | None:
    """The one option that begins with the words, or the first whose last word does; None where there is none."""
    same = [at for at, option in enumerate(options) if words and _begins(option, words)]
    if len(same) == 1:
        return same[0]
    for at, option in enumerate(options):
        if len(words) == 1 and option and option[-1].startswith(words[0]):
            return at
    return None


def _begins(option: Sequence[str], words: Sequence[str]) -> bool:
    return len(words) <= len(option) and all(
        whole.startswith(word) for whole, word in zip(option, words, strict=False)
    )
