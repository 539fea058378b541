"""What assistants propose, in the words of the game."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from infoset.assistant.advice import write_proposal
from infoset.printing import clean
from infoset.seated.wording import Wording
from infoset.turn import Match, Turn
from infoset.wording import say
from infoset_gui.table import Table
from infoset_gui.views.view import Sketch, View
from infoset_protocol.messages import Proposal, Suggestion

SHOWN: Final = 3  # proposals of one assistant


def proposal_words(
    proposal: Proposal, match: Match, turn: Turn | None, view: View, wording: Wording
) -> str:
    """A proposal as its owner would say it; as the wire does where the question is no longer open."""
    words = ""
    if turn is not None and turn.is_product:
        picks = picks_of(proposal, turn)
        words = view.write_picks(turn, picks) or write_picks(match, turn, picks, wording)
    elif turn is not None and proposal.index is not None and proposal.index < len(turn.actions):
        words = action_words(turn, proposal.index, view, wording)
    return words or clean(write_proposal(proposal))


def action_words(turn: Turn, index: int, view: View, wording: Wording) -> str:
    """A listed action in the view's words, else in those of the terminal; by its number where it has neither."""
    if index >= len(turn.actions):
        return say("match-choice", number=index + 1)
    action = turn.actions[index]
    heading = wording.heading(action[0]).partition(" (")[0]
    words = view.write_action(action) or f"{heading} {wording.short(turn.match, action)}".strip()
    return f"{words[:1].upper()}{words[1:]}"


def sketches_of(
    table: Table, view: View, wording: Wording, accept: Callable[[Suggestion, int], None]
) -> list[Sketch]:
    """All that is proposed for an open product decision, the best of each assistant before its others."""
    turn = table.turn
    if turn is None or not turn.is_product:
        return []
    return [
        Sketch(
            name=accept_name(suggestion, choice),
            by=clean(suggestion.by),
            words=proposal_words(proposal, table.match, turn, view, wording),
            picks=picks,
            accept=partial(accept, suggestion, choice),
            is_best=choice == 0,
        )
        for suggestion in table.advice.suggestions.values()
        for choice, proposal in enumerate(suggestion.top[:SHOWN])
        if suggestion.decision == turn.decision and (picks := picks_of(proposal, turn))
    ]


def accept_name(suggestion: Suggestion, choice: int) -> str:
    """What the button is called that accepts a proposal."""
    return f"accept {suggestion.suggestion}.{choice}"


def picks_of(proposal: Proposal, turn: Turn) -> dict[str, int]:
    """What it chooses for each slot, as far as it does and the slot has it."""
    if proposal.orders is not None:
        wanted: Mapping[str, int] = proposal.orders
    elif proposal.picks is not None:
        wanted = dict(zip((slot.name for slot in turn.slots), proposal.picks, strict=False))
    elif proposal.index is not None:
        wanted = split_index(proposal.index, turn)
    else:
        return {}
    counts = {slot.name: len(slot.options) for slot in turn.slots}
    return {name: pick for name, pick in wanted.items() if 0 <= pick < counts.get(name, 0)}


def split_index(index: int, turn: Turn) -> dict[str, int]:
    """The picks that a number over all slots stands for (protocol, chapter 5: the first slot counts least)."""
    picks = {}
    for slot in turn.slots:
        index, picks[slot.name] = divmod(index, len(slot.options))
    return picks


def write_picks(match: Match, turn: Turn, picks: Mapping[str, int], wording: Wording) -> str:
    """Slot by slot, for games without words of their own."""
    return ", ".join(
        f"{slot.name}: {wording.short(match, slot.options[picks[slot.name]])}"
        for slot in turn.slots
        if slot.name in picks
    )
