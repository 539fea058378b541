"""Any game behind the names of OpenSpiel's Python API. Needs no pyspiel; pyspiel_bridge.py registers with it.

An information set is an observation: the rules put into it what a seat should remember, so
`information_state_string` and `observation_string` are the same text.

Chance: the rules draw, they give no probabilities. A chance node is therefore *sampled* (one
outcome, number 0, of probability 1; applying it draws) unless the caller knows the odds, as
`uniform_odds` for games whose chance actions are equally likely. The deal is sampled, too, unless
the caller fixes it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from infoset_bots.adapters.choices import Choices
from infoset_bots.adapters.encoding import Encoding, check_listable, read_encoding
from infoset_bots.adapters.survey import survey
from infoset_games.core import CHANCE, IllegalActionError, Json, State
from infoset_games.game import Game
from infoset_games.registry import make_game
from infoset_games.replay import canonical
from infoset_games.rng import Rng

CHANCE_PLAYER: Final = -1  # the player ids of pyspiel.PlayerId
SIMULTANEOUS_PLAYER: Final = -2
TERMINAL_PLAYER: Final = -4
SAMPLED: Final = ((0, 1.0),)  # the outcomes of a chance node whose odds are not known
MAX_GAME_LENGTH: Final = 10_000

Outcomes = Sequence[tuple[int, float]]
Odds = Callable[[State], Outcomes]


def uniform_odds(state: State) -> Outcomes:
    """Every chance action as likely as another; one that is listed twice, twice as likely."""
    space = state.legal(CHANCE)
    weights: dict[int, int] = {}
    for index in range(space.size):
        code = space.item(index)
        weights[code] = weights.get(code, 0) + 1
    return [(code, weight / space.size) for code, weight in sorted(weights.items())]


def load_game(
    name: str,
    options: Mapping[str, Json] | None = None,
    *,
    seed: str = "0",
    odds: Odds | None = None,
    deal: Json = None,
    score_range: tuple[float, float] | None = None,
) -> "SpielGame":
    """An installed game. Raises UnknownGameError, OptionError, EncodingError. See SpielGame."""
    return SpielGame(
        make_game(name, options), seed=seed, odds=odds, deal=deal, score_range=score_range
    )


class SpielGame:
    """A game under fixed options, as OpenSpiel asks for it."""

    def __init__(
        self,
        game: Game,
        *,
        encoding: Encoding | None = None,
        seed: str = "0",
        odds: Odds | None = None,
        deal: Json = None,
        score_range: tuple[float, float] | None = None,
        max_game_length: int = MAX_GAME_LENGTH,
    ) -> None:
        """`seed` names the stream of everything sampled, which all states of this object share.

        A clone of a state does not carry the future: its chance nodes draw anew. `deal` None begins
        plays with a chance node that samples the deal. With a `score_range`, the least and the greatest, utilities
        are the scores of the game (chips, points) instead of its returns. `max_game_length` is only told to
        callers. Raises EncodingError, and ValueError for an `encoding` that was made for anything else.
        """
        self.game = game
        self.encoding = read_encoding(encoding, game)
        self.rng = Rng(seed, "openspiel")
        self.odds = odds
        self.deal = deal
        self.score_range = score_range
        self._max_game_length = max_game_length

    def new_initial_state(self) -> "SpielState":
        """The beginning of a play. Raises ValueError for a bad fixed deal."""
        return SpielState(self, None if self.deal is None else self.game.start(self.deal))

    def num_players(self) -> int:
        return self.game.seats

    def num_distinct_actions(self) -> int:
        return self.encoding.actions

    def max_chance_outcomes(self) -> int:
        """Outcomes are smaller numbers; where odds are known, as far as random plays show."""
        return 1 if self.odds is None else survey(self.game).largest_chance + 1

    def min_utility(self) -> float:
        return -1.0 if self.score_range is None else self.score_range[0]

    def max_utility(self) -> float:
        return 1.0 if self.score_range is None else self.score_range[1]

    def max_game_length(self) -> int:
        return self._max_game_length

    def get_parameters(self) -> dict[str, Json]:
        """The options of the game."""
        return self.game.options()

    def observation_tensor_shape(self) -> list[int]:
        return [self.encoding.cells]

    def observation_tensor_size(self) -> int:
        return self.encoding.cells

    def information_state_tensor_shape(self) -> list[int]:
        return self.observation_tensor_shape()

    def information_state_tensor_size(self) -> int:
        return self.observation_tensor_size()

    def __str__(self) -> str:
        return f"{self.game.name}({canonical(self.game.options())})"


class SpielState:
    """A position as OpenSpiel asks for it. Actions are the encoding's numbers, chance outcomes codes."""

    def __init__(self, game: SpielGame, state: State | None) -> None:
        """`state` None stands before the deal."""
        self._game = game
        self._state = state
        self._choices = None if state is None else Choices(game.encoding, state)
        self._history: list[int] = []
        self._moves = 0

    # Who and where.

    def get_game(self) -> SpielGame:
        return self._game

    def num_players(self) -> int:
        return self._game.num_players()

    def current_player(self) -> int:
        """A seat, or CHANCE_PLAYER, SIMULTANEOUS_PLAYER, TERMINAL_PLAYER."""
        if self._state is None:
            return CHANCE_PLAYER
        to_act = self._state.to_act()
        if not to_act:
            return TERMINAL_PLAYER
        if to_act == (CHANCE,):
            return CHANCE_PLAYER
        waiting = self._chosen().waiting()
        return waiting[0] if len(waiting) == 1 else SIMULTANEOUS_PLAYER

    def is_terminal(self) -> bool:
        return self.current_player() == TERMINAL_PLAYER

    def is_chance_node(self) -> bool:
        return self.current_player() == CHANCE_PLAYER

    def is_simultaneous_node(self) -> bool:
        return self.current_player() == SIMULTANEOUS_PLAYER

    def is_player_node(self) -> bool:
        return self.current_player() >= 0

    def is_initial_state(self) -> bool:
        return self._moves == 0

    def move_number(self) -> int:
        """How many actions, or joint ones, were applied."""
        return self._moves

    def history(self) -> list[int]:
        """The actions applied so far, of a joint action one for each seat.

        Sampled outcomes are 0 here, whatever was drawn. A resampled state begins with an empty history.
        """
        return list(self._history)

    # Actions.

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Ascending; of `current_player` by default. Empty for a player that does not act."""
        player = self.current_player() if player is None else player
        if player == CHANCE_PLAYER:
            return [outcome for outcome, _ in self.chance_outcomes()]
        if self._state is None or player < 0:
            return []
        return sorted(self._chosen().options(player))

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """1 for legal, 0 for other action numbers."""
        legal = set(self.legal_actions(player))
        return [int(number in legal) for number in range(self._game.num_distinct_actions())]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes and probabilities; one of probability 1 where the node is sampled."""
        if not self.is_chance_node():
            raise ValueError("chance_outcomes: this is no chance node")
        if self._state is None or self._game.odds is None:
            return list(SAMPLED)
        check_listable(self._game.game, self._state.legal(CHANCE))
        return list(self._game.odds(self._state))

    def apply_action(self, action: int) -> None:
        """The action of `current_player`, chance included. Raises IllegalActionError; nothing changes then."""
        player = self.current_player()
        if player == SIMULTANEOUS_PLAYER:
            raise IllegalActionError("seats decide simultaneously here: expected apply_actions")
        if player == CHANCE_PLAYER:
            if action not in self.legal_actions(player):
                raise IllegalActionError(f"action {action}: expected one of {self.legal_actions()}")
            self._apply_chance(action)
        else:
            self._chosen().say(player, self._chosen().check(player, action))
            self._apply_choices()
        self._record([action])

    def apply_actions(self, actions: Sequence[int]) -> None:
        """One action for each seat; entries of seats that do not act are not looked at."""
        if not self.is_simultaneous_node():
            raise IllegalActionError("one player decides here: expected apply_action")
        if len(actions) != self.num_players():
            raise IllegalActionError(f"actions: expected {self.num_players()}, one for each seat")
        choices = self._chosen()
        said = {
            seat: choices.check(seat, actions[seat], f"actions[{seat}]")
            for seat in choices.waiting()
        }
        for seat, number in said.items():
            choices.say(seat, number)
        self._apply_choices()
        self._record(actions)

    def child(self, action: int) -> "SpielState":
        """The state after `apply_action`; this one does not change."""
        after = self.clone()
        after.apply_action(action)
        return after

    def action_to_string(self, player: int, action: int) -> str:
        """The written action, as JSON; the encoding's name of a number that only begins one."""
        if player != CHANCE_PLAYER:
            found = self._chosen().options(player)[action]
            if found is None:
                return self._game.encoding.action_names()[action]
            code = found
        elif self._state is None:
            return "deal"
        elif self._game.odds is None:
            return "draw"
        else:
            code = action
        return canonical(self._game.game.write_action(self._position(), player, code))

    # Knowledge.

    def information_state_string(self, player: int | None = None) -> str:
        """Everything `player` knows, memory included, as JSON; empty before the deal.

        Of a decision in several numbers those said so far are in it, as `parts`.
        """
        if self._state is None:
            return ""
        player = self._player(player)
        written = self._game.game.write_observation(self._state.observe(player))
        parts = self._chosen().parts_of(player)
        return canonical({**written, "parts": list(parts)} if parts else written)

    def observation_string(self, player: int | None = None) -> str:
        """The same as `information_state_string`."""
        return self.information_state_string(player)

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """The encoding's tensor; zeros before the deal."""
        encoding = self._game.encoding
        if self._state is None:
            return [0.0] * encoding.cells
        player = self._player(player)
        return list(encoding.tensor(self._state.observe(player), self._chosen().parts_of(player)))

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The same as `information_state_tensor`."""
        return self.information_state_tensor(player)

    def resample_from_infostate(
        self, player: int, probability_sampler: Callable[[], float]
    ) -> "SpielState":
        """A world drawn uniformly from the information set of `player`: it is made of the observation alone.

        `probability_sampler` returns numbers in [0, 1); equal ones give equal worlds. What others have
        chosen there in secret is not decided yet.
        """
        observation = self._position().observe(player)
        rng = Rng(float(probability_sampler()).hex(), "resample")
        world = self._game.game.determinize(observation, rng)
        return self._with_choices(world, (player,))

    # Ends.

    def returns(self) -> list[float]:
        """By seat, in [-1, 1], or scores where the game has a `score_range`; zeros until the end."""
        result = None if self._state is None else self._state.result()
        if result is None:
            return [0.0] * self.num_players()
        return list(result.returns if self._game.score_range is None else result.scores)

    def rewards(self) -> list[float]:
        """All rewards come at the end: the same as `returns`."""
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        return self.rewards()[player]

    def clone(self) -> "SpielState":
        """An independent equal state. What its chance nodes will draw is not decided yet."""
        if self._state is None:
            twin = SpielState(self._game, None)
        else:
            twin = self._with_choices(self._state.copy(), None)
        twin._history = self._history.copy()
        twin._moves = self._moves
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> "SpielState":
        return self.clone()

    def __str__(self) -> str:
        """The whole position as JSON, secrets included."""
        return "before the deal" if self._state is None else canonical(self._state.to_plain())

    def _position(self) -> State:
        if self._state is None:
            raise ValueError("nothing is dealt yet")
        return self._state

    def _chosen(self) -> Choices:
        if self._choices is None:
            raise ValueError("nothing is dealt yet")
        return self._choices

    def _with_choices(self, state: State, seats: tuple[int, ...] | None) -> "SpielState":
        """Another state in which these seats (None: all) have chosen what they have here."""
        twin = SpielState(self._game, state)
        twin._choices = self._chosen().in_state(state, seats)
        return twin

    def _apply_choices(self) -> None:
        """Plays the ply when the last choice is complete."""
        choices = self._chosen()
        if not choices.waiting():
            choices.state.apply(choices.sealed)
            self._choices = Choices(self._game.encoding, choices.state)

    def _player(self, player: int | None) -> int:
        player = self.current_player() if player is None else player
        if not 0 <= player < self.num_players():
            raise ValueError(f"player: expected 0..{self.num_players() - 1}, got {player}")
        return player

    def _record(self, actions: Sequence[int]) -> None:
        self._history.extend(actions)
        self._moves += 1

    def _apply_chance(self, outcome: int) -> None:
        rules, rng = self._game.game, self._game.rng
        if self._state is None:
            self._state = rules.start(rules.deal(rng))
        elif self._game.odds is None:
            self._state.move(self._state.sample_chance(rng))
        else:
            self._state.move(outcome)
        self._choices = Choices(self._game.encoding, self._state)
