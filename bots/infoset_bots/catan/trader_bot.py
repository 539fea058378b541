"""The trading bot for Catan: makes, answers and closes deals itself, and leaves all else to another bot.

infoset bot infoset_bots.catan.trader_bot --param 'inner=minimax;depth=1' --seek catan
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

import infoset
from infoset.errors import CommandError
from infoset.turn import Answer, Match, MatchResult
from infoset_bots.catan.trader_judge import LEAST_GAIN, Judge, reversed_trade
from infoset_bots.lab.arena.players import ClassPlayer, find_player
from infoset_bots.search.search_bot import read_count
from infoset_bots.streams import open_stream
from infoset_games.catan.cells import ANSWER, COUNTER
from infoset_games.catan.state import own
from infoset_games.catan.trades import ACCEPTED, COUNTERED, given, taken

GAME: Final = "catan"
INNER: Final = "ismcts"
SEPARATOR: Final = ";"  # of the inner bot's parameters, which a comma would end
WORLDS: Final = 8
MOST_WORLDS: Final = 200
MOST_OFFERS: Final = 100  # of a turn; the game's `max_offers` may be less
SEED_BITS: Final = 64


class InnerBotError(ValueError):
    """The bot that shall play cannot; the message says what was expected."""


class TraderBot(infoset.Bot):
    """Trades on top of the bot `inner`, written as for the arena with ; between its parameters.

    Hands of others are judged in `worlds` sampled worlds. It offers what helps itself more than those it
    trades with, the leader less than anybody, and deals with nobody who is about to win. It makes `offers` in a turn at
    most: people want to be asked now and then.
    """

    def __init__(
        self, *, inner: str = INNER, worlds: int = WORLDS, offers: int = MOST_OFFERS
    ) -> None:
        """Raises ValueError naming the parameter and what was expected."""
        self.worlds = read_count("worlds", worlds, 1, MOST_WORLDS)
        self.offers = read_count("offers", offers, 0, MOST_OFFERS)
        self.inner = make_inner(inner)
        self._is_seeded = False
        self._made = 0  # offers in this turn

    def on_start(self, match: Match) -> None:
        """Passes it on."""
        self.seeded().on_start(match)

    def on_events(self, match: Match, events: Sequence[Mapping[str, Any]]) -> None:
        """Counts the own offers of a turn, and passes it on."""
        for event in events:
            if event.get("e") == "turn":
                self._made = 0
            elif event.get("e") == "offer" and event.get("by") == match.seat:
                self._made += 1
        self.inner.on_events(match, events)

    def on_over(self, match: Match, result: MatchResult) -> None:
        """Passes it on."""
        self.inner.on_over(match, result)

    def decide(self, turn: infoset.Turn) -> Answer:
        """The own answer to questions of trade, that of the inner bot to all others."""
        match turn.kind:
            case "main" if self._made < self.offers and may_offer(turn):
                offer = self.offer(turn)
                return self.seeded().decide(turn) if offer is None else offer
            case "answer":
                return self.answer(turn)
            case "deal":
                return self.close(turn)
            case _:
                return self.seeded().decide(turn)

    def seeded(self) -> infoset.Bot:
        """The inner bot, with random numbers that follow from this one's."""
        if not self._is_seeded:
            self.inner.rng = random.Random(self.rng.getrandbits(SEED_BITS))
            self._is_seeded = True
        return self.inner

    def judge(self, turn: infoset.Turn) -> Judge:
        """A judge of what this seat knows."""
        stream = open_stream(self.rng)
        worlds = [own(turn.determinize(stream)) for _ in range(self.worlds)]
        return Judge(turn.seat, worlds)

    def offer(self, turn: infoset.Turn) -> Answer | None:
        """An offer, if there is one worth making."""
        judge = self.judge(turn)
        found = judge.best_offer()
        if found is None:
            return None
        written = ["offer", given(found.trade), taken(found.trade)]
        if len(found.seats) < turn.match.seats - 1:
            written.append(sorted(found.seats))
        return written

    def answer(self, turn: infoset.Turn) -> Answer:
        """Yes, something else in return, or no."""
        judge = self.judge(turn)
        position = judge.worlds[0]
        proposer = int(position.turn)
        if judge.is_dangerous(proposer):
            return ["reject"]
        net = judge.net_with(proposer, reversed_trade(position.offer))
        if net >= LEAST_GAIN and ["accept"] in turn.actions:
            return ["accept"]
        counter = judge.best_counter(proposer)
        if counter is None:
            return ["reject"]
        return ["counter", given(counter.trade), taken(counter.trade)]

    def close(self, turn: infoset.Turn) -> Answer:
        """The best of the deals on the table, or none."""
        judge = self.judge(turn)
        position = judge.worlds[0]
        best: Answer = ["withdraw"]
        most = 0.0
        for verb, *arguments in turn.actions:
            if verb != "confirm":
                continue
            other = arguments[0]
            said = int(position.cells[ANSWER + other])
            assert said in (ACCEPTED, COUNTERED)
            trade = position.offer
            if said == COUNTERED:
                trade = reversed_trade(position.masks[COUNTER + other])
            net = judge.net_with(other, trade)
            if net > most:
                best, most = ["confirm", other], net
        return best


def may_offer(turn: infoset.Turn) -> bool:
    """Does the turn take offers, listed or not?"""
    return any(param.get("kind") == "offer" for param in turn.params)


def make_inner(text: str) -> infoset.Bot:
    """The bot that plays. Raises InnerBotError if it is none, or one that trades itself."""
    name, _, parameters = text.partition(SEPARATOR)
    spec = f"{name}:{parameters.replace(SEPARATOR, ',')}" if parameters else name
    try:
        player = find_player(spec, GAME)
    except CommandError as error:
        raise InnerBotError(f"inner: {error}") from error
    if not isinstance(player, ClassPlayer):
        raise InnerBotError(f"inner: expected a bot class, got the program {text!r}")
    bot = player.make()
    if isinstance(bot, TraderBot):
        raise InnerBotError("inner: expected a bot that does not trade")
    return bot
