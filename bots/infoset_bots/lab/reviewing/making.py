"""What a review is worked out with, from its settings: playouts, meters, the match at its end."""

from infoset_bots.lab.reviewing.luck import Evaluated, LuckMeter, PlayedOut, Values
from infoset_bots.lab.reviewing.results import LuckSettings
from infoset_bots.search.playout import Playout
from infoset_bots.search.rewards import Rewards
from infoset_bots.streams import joined
from infoset_games.game import Game
from infoset_games.match import Match
from infoset_games.policy_registry import default_policy, make_evaluation, make_policy
from infoset_games.record import Record


def make_playout(game: str, policy: str, horizon: int, rewards: Rewards | None = None) -> Playout:
    """Without `rewards`, they are returns, evenly spaced by place. Raises UnknownPolicyError."""
    chosen = make_policy(game, policy or default_policy(game))
    return Playout(chosen, rewards or Rewards(()), make_evaluation(game), horizon)


def make_meter(game: Game, settings: LuckSettings) -> LuckMeter:
    """What measures the luck of matches. Raises UnknownPolicyError."""
    return LuckMeter(game, make_values(game, settings), settings.outcomes)


def make_values(game: Game, settings: LuckSettings) -> Values:
    """What positions are worth."""
    if not settings.playouts:
        return Evaluated(make_evaluation(game.name), game.seats)
    playout = make_playout(game.name, settings.policy, settings.horizon)
    return PlayedOut(playout, game.seats, settings.playouts)


def luck_seed(settings: LuckSettings, record: Record) -> str:
    """Names the random numbers for measuring a match, wherever its file lies."""
    return joined(settings.seed, record.seed_commit)


def last_of(record: Record) -> Match | None:
    """The match as it stands at the end of a record; None where that has no step. Raises RecordError."""
    last: Match | None = None
    for _, match, _ in record.play():
        last = match
    return last
