"""A bot that is asked what it would have played on a recorded seat. Measures no time, knows no files."""

import json
from collections.abc import Sequence

from infoset.bot import BotFactory
from infoset.errors import CommandError
from infoset_bots.lab.arena.players import ClassPlayer, find_player, require_fit
from infoset_bots.lab.arena.playing import local_match
from infoset_bots.lab.arena.seats import ClassSeat, Question
from infoset_bots.lab.arena.table import write_choice
from infoset_bots.lab.reviewing.kept import Kept
from infoset_bots.lab.reviewing.moments import Moment
from infoset_bots.streams import joined
from infoset_games.choices import resolve
from infoset_games.core import IllegalActionError
from infoset_games.game import OptionError
from infoset_games.notices import Told
from infoset_games.record import Record
from infoset_games.registry import RulesVersionError, UnknownGameError, make_game


def find_reference(spec: str, game: str) -> BotFactory:
    """What makes the bot. Raises CommandError or BotLoadError; programs over stdio cannot be asked."""
    player = find_player(spec, game)
    if not isinstance(player, ClassPlayer):
        raise CommandError(f"--reference {spec}: expected a bot class, not a program")
    return player.make


def require_reference(spec: str, matches: Sequence[Kept]) -> None:
    """Raises CommandError or BotLoadError where the bot cannot be asked about these matches, of one game."""
    find_reference(spec, matches[0].game)
    terms = {(kept.rules, kept.options): kept for kept in matches}
    for (rules, options), kept in terms.items():
        try:
            game = make_game(kept.game, json.loads(options), rules)
        except (UnknownGameError, OptionError, RulesVersionError) as error:
            raise CommandError(f"{kept.file}: {error}") from error
        require_fit(spec, game)


class Reference:
    """One bot on one seat of one replay. It is told everything the seat was told, in order."""

    def __init__(self, make: BotFactory, record: Record, seat: int, seed: str) -> None:
        """`seed` opens the bot's own random numbers, new ones for each decision: asked about one of them alone, it
        answers as if asked about all.
        """
        names = [str(player.get("name", "")) for player in record.players]
        match = local_match(record.game, "review", seat, names, record.terms.clock)
        self._seat = ClassSeat(match, make, seed)
        self._seed = seed
        self._record = record
        self._seat.start()

    def tell(self, told: Told) -> None:
        """Something happened."""
        self._seat.tell(told)

    def choose(self, moment: Moment) -> int:
        """The code of what it would play, without a clock. Raises CommandError where it fails."""
        game, asked = self._record.game, moment.asked
        self._seat.reseed(joined(self._seed, str(moment.number)))
        reply = self._seat.ask(Question(game, moment.state, asked, moment.ver, None, (), None))
        faults = self._seat.faults
        if faults.exceptions or faults.illegal or reply.choice is None:
            raise CommandError(f"the reference failed at a decision {asked.kind!r}; see above")
        choice = write_choice(reply.choice)
        try:
            return resolve(
                game,
                moment.state,
                asked.seat,
                index=choice.index,
                picks=choice.picks,
                action=choice.action,
            )
        except IllegalActionError as error:
            raise CommandError(f"the reference's answer is refused: {error}") from error
