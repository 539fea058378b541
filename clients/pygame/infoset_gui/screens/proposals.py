"""What assistants propose, in the words of the game. Decides nothing."""

from collections.abc import Mapping

from infoset.assistant.advice import write_proposal
from infoset.printing import clean
from infoset.seated.wording import Wording
from infoset.turn import Match, Turn
from infoset_gui.views.view import View
from infoset_protocol.messages import Proposal


def proposal_words(
    proposal: Proposal, match: Match, turn: Turn | None, view: View, wording: Wording
) -> str:
    """A proposal as its owner would say it; as the wire does where the question is no longer open."""
    words = ""
    if turn is not None and turn.is_product:
        picks = picks_of(proposal, turn)
        words = view.write_picks(turn, picks) or write_picks(match, turn, picks, wording)
    elif turn is not None and proposal.index is not None and proposal.index < len(turn.actions):
        action = turn.actions[proposal.index]
        heading = wording.heading(action[0]).partition(" (")[0]
        words = view.write_action(action) or f"{heading} {wording.short(match, action)}".strip()
    return words or clean(write_proposal(proposal))


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
