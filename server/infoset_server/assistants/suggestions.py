"""What the assistants of one seat propose, and what becomes of it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from infoset_games.choices import resolve
from infoset_games.core import IllegalActionError
from infoset_games.decision import Decision
from infoset_games.match import Match
from infoset_games.spaces import ProductSpace
from infoset_games.steps import ACT, REPLACE
from infoset_protocol.messages import Act, Proposal, Suggest
from infoset_server.assistants.assistant import IllegalProposalError
from infoset_server.common.request_errors import BadOptionError
from infoset_server.compute.errors import StaleDecisionError

Verdict = Literal["accepted", "followed", "overridden", "alone", "acted"]


def product_of(asked: Decision) -> ProductSpace:
    """The slots of a decision. Raises BadOptionError where it has none."""
    space = asked.space
    if not isinstance(space, ProductSpace):
        raise BadOptionError("orders", "none: this decision has no slots; use index or action")
    return space


def read_orders(orders: Mapping[str, int], match: Match, asked: Decision) -> dict[int, int]:
    """Orders by the numbers of their slots. Raises IllegalProposalError naming the slot that is wrong."""
    space = product_of(asked)
    slots = {name: slot for slot, name in enumerate(space.names)}
    left = match.terms.max_illegal - asked.illegal
    read: dict[int, int] = {}
    for name, pick in orders.items():
        slot = slots.get(name)
        if slot is None:
            known = ", ".join(space.names[:12])
            raise IllegalProposalError(
                f"orders: no slot {name[:40]!r} now; there are {known}", left
            )
        if pick >= space.sizes[slot]:
            most = space.sizes[slot] - 1
            raise IllegalProposalError(f"orders.{name}: expected 0..{most}, got {pick}", left)
        read[slot] = pick
    return read


@dataclass(frozen=True)
class Resolved:
    """A proposal, and the action it means; `orders` name some slots only."""

    proposal: Proposal
    action: int | None
    orders: dict[int, int] = field(default_factory=dict)

    def fits(self, action: int, space: object) -> bool:
        """Is it what was played?"""
        if self.action is not None:
            return self.action == action
        if not isinstance(space, ProductSpace):
            return False
        picks = space.split(action)
        return bool(self.orders) and all(picks[slot] == pick for slot, pick in self.orders.items())


@dataclass(frozen=True)
class Shown:
    """A suggestion that the owner was shown."""

    number: int
    assistant: str
    decision: int
    top: tuple[Resolved, ...]

    def act(self, choice: int, match_id: str, number: int | None) -> Act:
        """The act that plays a proposal, as request `number`."""
        proposal = self.top[choice].proposal
        return Act(
            match_id=match_id,
            decision=self.decision,
            index=proposal.index,
            picks=proposal.picks,
            action=proposal.action,
            id=number,
        )


@dataclass(frozen=True)
class Outcome:
    """What became of the suggestions for a decision. `choice` is a position among the proposals."""

    verdict: Verdict
    suggestion: int | None = None
    choice: int | None = None

    def to_plain(self) -> dict[str, Any]:
        """For the record."""
        plain: dict[str, Any] = {"verdict": self.verdict}
        if self.suggestion is not None:
            plain |= {"suggestion": self.suggestion, "choice": self.choice}
        return plain


class Suggestions:
    """Those of one seat, the newest of each assistant, numbered from 1 in the match."""

    def __init__(self) -> None:
        self._count = 0
        self._shown: dict[str, Shown] = {}  # by assistant
        self._accepted: tuple[int, int] | None = None  # suggestion and choice, being played

    def make(self, assistant: str, request: Suggest, match: Match, seat: int) -> Shown:
        """Notes a suggestion. Raises StaleDecisionError or IllegalProposalError; then nothing changes."""
        asked = open_decision(match, seat, request.decision)
        top = tuple(resolve_proposal(proposal, match, asked) for proposal in request.top)
        self._count += 1
        shown = Shown(self._count, assistant, request.decision, top)
        if top:
            self._shown[assistant] = shown
        else:
            self._shown.pop(assistant, None)
        return shown

    def find(self, number: int) -> Shown | None:
        """A suggestion that is still shown."""
        return next((one for one in self._shown.values() if one.number == number), None)

    def for_decision(self, decision: int) -> list[Shown]:
        """Those shown for a decision, oldest first."""
        found = [one for one in self._shown.values() if one.decision == decision]
        return sorted(found, key=lambda one: one.number)

    def drop(self, assistant: str) -> None:
        """An assistant is gone, and its suggestion with it."""
        self._shown.pop(assistant, None)

    def accepting(self, number: int, choice: int) -> None:
        """The owner plays this one now."""
        self._accepted = (number, choice)

    def judge(self, decision: int, action: int, space: object, is_acted: bool) -> Outcome:
        """What the answer to a decision makes of what was suggested."""
        accepted, self._accepted = self._accepted, None
        shown = self.for_decision(decision)
        if is_acted:
            return Outcome("acted")
        if accepted is not None:
            return Outcome("accepted", *accepted)
        for one in shown:
            for choice, resolved in enumerate(one.top):
                if resolved.fits(action, space):
                    return Outcome("followed", one.number, choice)
        return Outcome("overridden" if shown else "alone")

    def refused(self) -> None:
        """What was being accepted was not taken."""
        self._accepted = None


def open_decision(match: Match, seat: int, number: int) -> Decision:
    """The seat's open decision. Raises StaleDecisionError unless it is `number` and unanswered."""
    asked = match.open.get(seat)
    if asked is None or asked.sealed is not None:
        raise StaleDecisionError([])
    if asked.number != number:
        raise StaleDecisionError([asked.number])
    return asked


def resolve_proposal(proposal: Proposal, match: Match, asked: Decision) -> Resolved:
    """The action that a proposal means. Raises IllegalProposalError."""
    if proposal.orders is not None:
        return Resolved(proposal, None, read_orders(proposal.orders, match, asked))
    return Resolved(proposal, resolve_choice(proposal, match, asked))


def resolve_choice(choice: Any, match: Match, asked: Decision) -> int:
    """The action that an index, picks or a written action means. Raises IllegalProposalError."""
    try:
        return resolve(
            match.game,
            match.state,
            asked.seat,
            index=choice.index,
            picks=choice.picks,
            action=choice.action,
        )
    except IllegalActionError as refusal:
        raise IllegalProposalError(str(refusal), tries_left(match, asked)) from None


def tries_left(match: Match, asked: Decision) -> int:
    """How many illegal actions the seat itself still has; an assistant's do not count."""
    return match.terms.max_illegal - asked.illegal


def choice_of(act: Act) -> dict[str, Any]:
    """What an act has chosen, in its own words, for the record."""
    words = {name: getattr(act, name) for name in ("index", "picks", "action")}
    return {name: value for name, value in words.items() if value is not None}


def played_action(match: Match, seat: int, decision: int) -> int | None:
    """What a seat has just played, None where the match took no step."""
    for step in reversed(match.steps[-4 * match.game.seats :]):
        is_ours = step.seat == seat and step.decision == decision
        if is_ours and step.kind in (ACT, REPLACE):
            return step.action
    return None
