"""One position that agrees with everything entered, kept as a match of its own. Pure.

The steps are known, but for cards that passed unseen between people or from the deck: those are assumed.
When an entry cannot be in the assumed position, another one is looked for that has the same public
story: `Hands` for the resources, `stock` for the development cards. The match is then played again with
those cards. What a program's seat observes depends on what that seat saw only (State.observe), so it
is the same in all these positions.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from infoset.watching.catan_words import card_name
from infoset.wording import say
from infoset_bots.lab.tabletop.checking import Checker, ContradictionError, verify
from infoset_bots.lab.tabletop.entries import Entry
from infoset_bots.lab.tabletop.hands import Hands, hand_of
from infoset_bots.lab.tabletop.steps import (
    Taken,
    is_draw,
    is_monopoly,
    kind_drawn,
    kind_played,
    redo,
    retold,
    told_in,
)
from infoset_bots.lab.tabletop.stock import Happening, draw, happenings
from infoset_games.catan import Catan
from infoset_games.catan.actions import (
    DICE,
    DICE_ROLL,
    DISCARD,
    DISCARDS,
    DRAWN,
    PLAY_MONOPOLY,
    STOLEN,
    THEFT,
)
from infoset_games.catan.beliefs import UNITS
from infoset_games.catan.cards import (
    DEV_KINDS,
    RESOURCES,
    VICTORY,
)
from infoset_games.catan.cells import DEVS, DUE, HAND, HELD, POINTS, USABLE
from infoset_games.catan.journal import BUY, CAPPED, PLAY, Journal, entries_since
from infoset_games.catan.notation import expect_count, number, parse_action
from infoset_games.catan.state import CatanState, own
from infoset_games.core import CHANCE, IllegalActionError, Json
from infoset_games.match import Match
from infoset_games.notices import Told
from infoset_games.steps import START, Step
from infoset_games.terms import Terms

Chance = Literal["dice", "stolen", "drawn", "counts"]


@dataclass(frozen=True)
class Need:
    """What must be told along with an action: dice, the card stolen from `victim`, the card drawn, or how many
    cards of `resource` the `seats` hand over (of all others it is known)."""

    what: Chance
    victim: int = -1
    resource: int = -1
    seats: tuple[int, ...] = ()


class World:
    """A match as it is entered. A refused entry changes nothing."""

    def __init__(
        self, game: Catan, deal: Json, names: Sequence[str], programs: frozenset[int]
    ) -> None:
        """`programs` are the seats whose cards must all be told."""
        self.game = game
        self.names = tuple(names)
        self.programs = programs
        self.told: list[Told] = []  # all that happened, in the form that seats are told it
        self._deal = deal
        self._taken: list[Taken] = []
        self._hands = Hands()
        self._checker = Checker(self.names, self._hands)
        self._later: dict[int, list[int]] = {}  # by seat the cards still to be put aside
        self._shown: dict[int, int] = {}  # by seat the victory cards it has laid open
        self._before: Journal | None = None  # before the last step
        self.match = self._begin()

    @property
    def state(self) -> CatanState:
        """The assumed position. Not to be changed, not to be shown."""
        return own(self.match.state)

    @property
    def is_over(self) -> bool:
        return self.match.over is not None

    @property
    def steps(self) -> int:
        """How many steps were taken: public, and never the same again but after an undo."""
        return len(self._taken)

    def seats_to_act(self) -> list[int]:
        """The seats that owe a decision, people first: what they say is not told before all have chosen."""
        seats = [seat for seat, asked in self.match.open.items() if asked.sealed is None]
        return sorted(seats, key=lambda seat: (seat in self.programs, seat))

    def assumed_steps(self) -> list[int]:
        """The numbers of the steps (as in a record) with a card that nobody told."""
        return [at for at, taken in enumerate(self._taken, start=2) if not taken.is_told]

    # What can be entered.

    def choices(self, seat: int) -> list[list[Json]]:
        """The listed actions that the seat may have, whatever it holds unseen; in written form."""
        codes: set[int] = set()
        kinds = self._playable_kinds(seat)
        for deal in self._hands.hands_of(seat).values():
            probe = self._probe(deal)
            self._lend(probe, seat, kinds)
            space = probe.legal(seat)
            codes.update(space.item(index) for index in range(space.size))
        return [self.game.write_action(self.state, seat, code) for code in sorted(codes)]

    def params(self, seat: int) -> list[dict[str, Json]]:
        """Templates of further actions."""
        return self.game.params(self.state, seat)

    def need(self, seat: int, action: Sequence[Json]) -> Need | None:
        """What must be told with this action. Raises ContradictionError if it cannot be done."""
        entry = Entry("act", seat, tuple(action))
        codes = self._codes(entry)
        deal, draws = self._find(entry, codes)
        after = self._probe(deal)
        if draws is not None:
            self._lend(after, seat, [kind_played(codes[0])])
        before = after.copy()
        if after.to_act() != (seat,):
            return None
        after.move(codes[0])
        if after.mover() == CHANCE:
            return self._chance_need(after)
        if is_monopoly(codes[0]):
            return self._count_need(before, codes[0] - PLAY_MONOPOLY)
        return None

    def due(self, seat: int) -> int:
        """How many cards the seat has to put aside."""
        return int(self.state.cells[DUE + seat])

    def victory_range(self, seat: int) -> tuple[int, int]:
        """How few and how many victory cards a seat can turn out to hold at the end."""
        story = self._story()
        possible = [
            count
            for count in range(int(self.state.cells[DEVS + seat]) + 1)
            if draw(story, {**self._shown, seat: count}) is not None
        ]
        return min(possible, default=0), max(possible, default=0)

    def victory_cards(self, seat: int) -> int:
        """Those that a seat holds; of people, as far as they are assumed or shown."""
        return int(self.state.victory_cards(seat))

    def unseen_seats(self) -> list[int]:
        """People with development cards in their hands that nobody has seen."""
        cells = self.state.cells
        return [
            seat
            for seat in range(self.game.seats)
            if seat not in self.programs and seat not in self._shown and cells[DEVS + seat]
        ]

    # Entering.

    def enter(self, entry: Entry) -> list[Told]:
        """Takes an entry in; returns what it has brought about. Raises ContradictionError."""
        known = len(self.told)
        if entry.seat >= self.game.seats:
            raise ContradictionError(f"seat {entry.seat}: expected 0..{self.game.seats - 1}")
        if entry.kind == "act":
            self._act(entry)
        elif entry.kind == "win":
            self._win(entry.seat, entry.number)
        else:
            self._show(entry.seat, entry.number)
        return self.told[known:]

    def _act(self, entry: Entry) -> None:
        codes = self._codes(entry)
        deal, draws = self._find(entry, codes)
        is_uncounted = is_monopoly(codes[0]) and entry.counts is None
        if is_uncounted and self._count_need(self.state, codes[0] - PLAY_MONOPOLY) is not None:
            raise ContradictionError("the counts are missing: what does everybody hand over?")
        if deal != self._deal_now() or draws is not None:
            thefts = self._hands.deals.get(deal, self._thefts())
            self._exchange(thefts, self._draws() if draws is None else draws)
        first, *later = codes
        taken = self._with_chance(entry, first)
        if later:
            self._later[entry.seat] = later
        self._run(taken)
        self._go_on()

    def _codes(self, entry: Entry) -> list[int]:
        """The codes of an action: one, but for discards. Raises ContradictionError."""
        seat = entry.seat
        asked = self.match.open.get(seat)
        if asked is None or asked.sealed is not None:
            raise ContradictionError(say("terminal-table-not-asked", name=self.names[seat]))
        action = list(entry.action)
        try:
            if action[:1] == ["discard"]:
                return self._discards(seat, action[1:])
            return [parse_action(self.state, action)]
        except IllegalActionError as error:
            raise ContradictionError(str(error)) from None

    def _discards(self, seat: int, cards: Sequence[Json]) -> list[int]:
        """One code for each card, ascending. A program may be asked for its cards one by one."""
        due = int(self.state.cells[DUE + seat])
        if self.state.phase != DISCARDS:
            raise IllegalActionError(f"discard: {say('terminal-table-no-discards')}")
        if seat in self.programs:
            expect_count("discard", list(cards), 1)
        elif len(cards) != due:
            name, got = self.names[seat], len(cards)
            wrong = say("terminal-table-discards", name=name, count=due, got=got)
            raise IllegalActionError(f"discard: {wrong}")
        return sorted(DISCARD + number("discard", card, RESOURCES, "a resource") for card in cards)

    def _find(self, entry: Entry, codes: Sequence[int]) -> tuple[int, list[int] | None]:
        """A deal in which the entry can be, and the cards to be drawn if they must be others.

        Raises ContradictionError.
        """
        seat, code = entry.seat, codes[0]
        draws: list[int] | None = None
        kind = kind_played(code)
        is_unseen = kind >= 0 and not self.state.cells[USABLE + DEV_KINDS * seat + kind]
        if is_unseen and seat not in self.programs:
            draws = draw([*self._story(), Happening(PLAY, seat, kind)], self._shown)
        refusals: list[ContradictionError] = []
        for deal in self._deals():
            probe = self._probe(deal)
            if draws is not None:
                self._lend(probe, seat, [kind])
            try:
                self._verify(probe, entry, codes)
            except ContradictionError as error:
                refusals.append(error)
            else:
                return deal, draws
        raise self._checker.explained(seat, refusals)

    def _verify(self, probe: CatanState, entry: Entry, codes: Sequence[int]) -> None:
        """Raises ContradictionError unless the entry, and what is sealed beside it, can be in this position."""
        chosen = {entry.seat: list(codes)}
        for seat, asked in self.match.open.items():
            if asked.sealed is not None:
                chosen[seat] = [asked.sealed, *self._later.get(seat, [])]
        for seat, own_codes in chosen.items():
            if probe.phase == DISCARDS:
                self._checker.discards(probe, seat, own_codes)
            else:
                verify(probe, seat, own_codes[0])
        self._checker.told(probe, entry, codes[0])

    # What chance brings.

    def _chance_need(self, after: CatanState) -> Need | None:
        thief, victim = int(after.turn), int(after.victim)
        if after.phase == DICE:
            return Need("dice")
        if after.phase == THEFT:
            is_seen = thief in self.programs or victim in self.programs
            return Need("stolen", victim) if is_seen else None
        return Need("drawn") if thief in self.programs else None

    def _count_need(self, before: CatanState, resource: int) -> Need | None:
        taker = int(before.turn)
        seats = tuple(
            seat
            for seat in range(self.game.seats)
            if seat != taker and len({hand[resource] for hand in self._hands.hands_of(seat)}) > 1
        )
        return Need("counts", resource=resource, seats=seats) if seats else None

    def _with_chance(self, entry: Entry, code: int) -> Taken:
        """The step with what chance brings. Raises ContradictionError where that was not told or cannot be."""
        seat = entry.seat
        if self.state.to_act() != (seat,):
            return Taken(seat, code)
        after = self.state.copy()
        after.move(code)
        if after.mover() != CHANCE:
            return Taken(seat, code)
        need = self._chance_need(after)
        if after.phase == DICE:
            if entry.dice is None:
                raise ContradictionError("the dice are missing")
            first, second = entry.dice
            return Taken(seat, code, DICE_ROLL + 6 * (first - 1) + second - 1)
        if need is not None and entry.card is None:
            raise ContradictionError("the card is missing: a program's seat must know it")
        if after.phase == THEFT:
            return self._stolen(entry, code, after)
        return self._bought(entry, code)

    def _stolen(self, entry: Entry, code: int, after: CatanState) -> Taken:
        if entry.card is not None:
            return Taken(entry.seat, code, STOLEN + entry.card)
        victim = int(after.victim)
        card = next(card for card in range(RESOURCES) if after.hand(victim, card))
        return Taken(entry.seat, code, STOLEN + card, is_told=False)

    def _bought(self, entry: Entry, code: int) -> Taken:
        """A card from the deck; those assumed before may have to be others, to make room for it."""
        seat = entry.seat
        story = [*self._story(), Happening(BUY, seat, entry.card)]
        if entry.card is None:
            story.append(Happening(CAPPED, seat, self._most_victory(seat)))
        draws = draw(story, self._shown)
        if draws is None:
            if entry.card is None:
                raise ContradictionError(say("terminal-table-deck-empty"))
            card = card_name(entry.card)
            raise ContradictionError(say("terminal-table-none-in-deck", card=card))
        if draws[:-1] != self._draws():
            self._exchange(self._thefts(), draws[:-1])
        return Taken(seat, code, DRAWN + draws[-1], is_told=entry.card is not None)

    def _most_victory(self, seat: int) -> int:
        """The most victory cards with which a seat has not won."""
        target = int(self.state.options.target)
        return max(0, target - 1 - int(self.state.cells[POINTS + seat]))

    # The end.

    def _win(self, seat: int, number: int) -> None:
        """The seat whose turn it is lays open what it holds, and has won by it."""
        state, name = self.state, self.names[seat]
        if self.is_over:
            raise ContradictionError(say("terminal-over"))
        if seat in self.programs:
            raise ContradictionError(say("terminal-table-says-itself", name=name))
        if seat != state.turn or not state.round:
            raise ContradictionError(say("terminal-table-own-turn", name=name))
        points, target = int(state.cells[POINTS + seat]), int(state.options.target)
        if points + number < target:
            so_far = {"points": points, "cards": number, "sum": points + number}
            raise ContradictionError(
                say("terminal-table-not-enough", name=name, target=target, **so_far)
            )
        shown = {**self._shown, seat: number}
        draws = draw(self._story_to_win(), shown)
        if draws is None:
            raise ContradictionError(say("terminal-table-no-win", name=name, count=number))
        match, _, _ = self._played(retold(self._taken, self._thefts(), draws))
        if match.over is None:
            raise ContradictionError(say("terminal-table-won-before", name=name))
        self._shown = shown
        self._exchange(self._thefts(), draws)

    def _show(self, seat: int, number: int) -> None:
        if not self.is_over:
            raise ContradictionError(say("terminal-table-shown-later"))
        if seat not in self.unseen_seats():
            raise ContradictionError(say("terminal-table-nothing-hidden", name=self.names[seat]))
        shown = {**self._shown, seat: number}
        draws = draw(self._story(), shown)
        if draws is None:
            least, most = self.victory_range(seat)
            raise ContradictionError(
                say("terminal-table-held-between", name=self.names[seat], least=least, most=most)
            )
        self._shown = shown
        self._exchange(self._thefts(), draws)

    def _story(self) -> list[Happening]:
        return happenings(entries_since(self.state.journal, None), self._drawn())

    def _story_to_win(self) -> list[Happening]:
        """The story without what the last step told: that nobody had won."""
        before = happenings(entries_since(self._before, None), self._drawn())
        return [
            item for at, item in enumerate(self._story()) if at < len(before) or item.kind != CAPPED
        ]

    # The match behind it.

    def _begin(self) -> Match:
        match = Match(self.game, Terms(), "", self._deal)
        match.redo(Step(START), 0)
        return match

    def _deals(self) -> Iterator[int]:
        """The deals that are possible, the assumed one first."""
        now = self._deal_now()
        yield now
        yield from (deal for deal in sorted(self._hands.deals) if deal != now)

    def _deal_now(self) -> int:
        cells = self.state.cells
        return sum(
            int(cells[HAND + place]) * UNITS[place] for place in range(RESOURCES * self.game.seats)
        )

    def _probe(self, deal: int) -> CatanState:
        """The position with other hands."""
        probe = self.state.copy()
        probe.legal_codes = None
        for seat in range(self.game.seats):
            hand = hand_of(deal, seat)
            for resource in range(RESOURCES):
                probe.cells[HAND + RESOURCES * seat + resource] = hand[resource]
            assert int(probe.cells[HELD + seat]) == sum(hand), "hand sizes are public"
        return probe

    def _lend(self, probe: CatanState, seat: int, kinds: Sequence[int]) -> None:
        """Lets the seat play cards that it can have."""
        for kind in kinds:
            probe.cells[USABLE + DEV_KINDS * seat + kind] = 1

    def _playable_kinds(self, seat: int) -> list[int]:
        """The development cards that a person can have and play, seen or not."""
        if seat in self.programs or not self.state.cells[DEVS + seat]:
            return []
        story = self._story()
        return [
            kind
            for kind in range(VICTORY)
            if draw([*story, Happening(PLAY, seat, kind)], self._shown) is not None
        ]

    def _thefts(self) -> tuple[int, ...]:
        """The thefts that are assumed."""
        return tuple(
            taken.chance - STOLEN
            for taken in self._taken
            if taken.chance is not None and not taken.is_told and not is_draw(taken)
        )

    def _draws(self) -> list[int]:
        """All development cards that were drawn, as they are told or assumed."""
        return [kind_drawn(taken) for taken in self._taken if is_draw(taken)]

    def _drawn(self) -> list[int | None]:
        """The same, as far as they were told."""
        return [
            kind_drawn(taken) if taken.is_told else None for taken in self._taken if is_draw(taken)
        ]

    def _exchange(self, thefts: Sequence[int], draws: Sequence[int]) -> None:
        """The same match with other untold cards."""
        taken = retold(self._taken, thefts, draws)
        self._taken = taken
        self.match, self.told, self._before = self._played(taken)
        self._hands.follow(self.state.journal)

    def _played(self, steps: Sequence[Taken]) -> tuple[Match, list[Told], Journal | None]:
        """A match of these steps, what was told in it, and the journal before the last."""
        match = self._begin()
        told: list[Told] = []
        before: Journal | None = None
        for taken in steps:
            before = own(match.state).journal
            told += told_in(redo(match, taken))
        return match, told, before

    def _run(self, taken: Taken) -> None:
        """Takes a step that has been verified."""
        self._before = self.state.journal
        self.told += told_in(redo(self.match, taken))
        self._taken.append(taken)
        self._hands.take(self.state.journal, is_told=taken.is_told)
        self._settle()

    def _settle(self) -> None:
        """Nobody has won by cards that are only assumed, unless there is no other way."""
        state = self.state
        winner = int(state.turn)
        if not self.is_over or state.is_stopped or winner in self.programs:
            return
        seen = sum(
            is_draw(taken) and taken.seat == winner and kind_drawn(taken) == VICTORY
            for taken in self._taken
            if taken.is_told
        )
        most = self._most_victory(winner)
        if seen > most or winner in self._shown:
            return
        draws = draw([*self._story(), Happening(CAPPED, winner, most)], self._shown)
        if draws is not None:
            self._exchange(self._thefts(), draws)

    def _go_on(self) -> None:
        """Puts aside the cards that were named along with the first."""
        while True:
            seats = [
                seat
                for seat, asked in self.match.open.items()
                if asked.sealed is None and self._later.get(seat)
            ]
            if not seats:
                return
            self._run(Taken(seats[0], self._later[seats[0]].pop(0)))
