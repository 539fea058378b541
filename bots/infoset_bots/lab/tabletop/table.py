"""What stands on the table and in its file: entries, the world they make, the program's players."""

import asyncio
from types import TracebackType
from typing import Final, Self

from infoset.errors import CommandError
from infoset_bots.lab.arena.alarm import Alarm
from infoset_bots.lab.arena.players import find_player
from infoset_bots.lab.tabletop.checking import ContradictionError
from infoset_bots.lab.tabletop.entries import Entry
from infoset_bots.lab.tabletop.journal import Journal, Story
from infoset_bots.lab.tabletop.party import GAME, Party
from infoset_bots.lab.tabletop.programs import ProgramPlayer
from infoset_bots.lab.tabletop.world import World
from infoset_games.catan.cards import RESOURCES
from infoset_games.core import Json
from infoset_games.notices import Told
from infoset_games.rng import Rng

THEFT: Final = "theft"  # labels a stream


class Table:
    """One table. Use as a context manager: players may be processes."""

    def __init__(self, party: Party, story: Story, journal: Journal) -> None:
        """Raises CommandError where the story cannot have happened, or a player cannot be made."""
        self.party = party
        self.story = story
        self._journal = journal
        self._kinds = {
            seat: find_player(place.spec, GAME)
            for seat, place in enumerate(party.places)
            if place.spec is not None
        }
        self._alarm = Alarm()
        self._loop = asyncio.new_event_loop()
        self._players: dict[int, ProgramPlayer] = {}
        self.world = self._built()

    def __enter__(self) -> Self:
        self._alarm.__enter__()
        self._seat_players()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._dismiss_players()
        self._loop.close()
        self._alarm.__exit__()
        self._journal.close()

    # Entries.

    def enter(self, entry: Entry) -> list[Told]:
        """Takes an entry in and keeps it. Raises ContradictionError, and nothing has changed; or OSError."""
        told = self.world.enter(entry)
        self._journal.entry(entry)
        self.story.add(entry)
        return told

    def undo(self, steps: int) -> int:
        """Takes entries back; returns how many there were to take back."""
        count = self.story.last(steps)
        if count:
            self._journal.undo(count)
            self.story.undo(count)
            self._start_again()
        return count

    def redo(self, steps: int) -> int:
        """Enters again what was taken back; returns how many entries."""
        count = self.story.next(steps)
        if count:
            self._journal.redo(count)
            self.story.redo(count)
            self._start_again()
        return count

    # The program's players.

    def decide(self, seat: int) -> tuple[list[Json], str]:
        """What the player on `seat` does, and what went wrong, if anything. Tells it the news first."""
        player, world = self._players[seat], self.world
        player.hear(world.told)
        code, trouble = player.decide(world.match, world.steps, self.party.think_s)
        return world.game.write_action(world.state, seat, code), trouble

    def drawn_from(self, victim: int) -> int:
        """A card drawn blindly from the hand of a program's seat: the same at the same step."""
        assert victim in self.party.programs, "what people hold is not known"
        state = self.world.state
        hand = [kind for kind in range(RESOURCES) for _ in range(int(state.hand(victim, kind)))]
        stream = Rng(self.party.seed, THEFT, str(self.world.steps))
        return hand[stream.below(len(hand))]

    def close_match(self) -> None:
        """Tells the players that the match is over."""
        over = self.world.match.over
        assert over is not None
        for player in self._players.values():
            player.hear(self.world.told)
            player.over(over.reason, over.result)

    def _built(self) -> World:
        world = World(self.party.game(), self.party.deal, self.party.names, self.party.programs)
        for number, entry in enumerate(self.story.entries, start=1):
            try:
                world.enter(entry)
            except ContradictionError as error:
                raise CommandError(f"entry {number} of the table's file: {error}") from None
        return world

    def _start_again(self) -> None:
        """The story is another one: players forget what did not happen."""
        self.world = self._built()
        self._dismiss_players()
        self._seat_players()

    def _seat_players(self) -> None:
        for seat, kind in self._kinds.items():
            match = self.party.match(seat)
            player = ProgramPlayer(kind, match, self.party.seed, self._alarm, self._loop)
            self._players[seat] = player
            player.start()

    def _dismiss_players(self) -> None:
        for player in self._players.values():
            player.leave()
        self._players = {}
