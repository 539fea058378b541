"""What must hold of every encoding: positions that a seat cannot tell apart give it equal tensors. No tests here."""

from collections.abc import Iterable

from infoset_bots.adapters.encoding import Encoding, Parts
from infoset_bots.adapters.menu import menu_alone
from infoset_games.core import State
from infoset_games.game import Game
from infoset_games.rng import Rng


def check_twins(rules: Game, encoding: Encoding, states: Iterable[State]) -> int:
    """Compares each position, as each seat sees it, with a twin: what it shows, and what may be chosen, part by part.

    What a batch shows of both (`Encoding.coder`) must be the same again. Returns how many twins differed from their position: in those something was hidden.
    """
    rng, differ = Rng("twins"), 0
    coder = encoding.coder()
    for state in states:
        for seat in range(rules.seats):
            view = state.observe(seat)
            twin = rules.determinize(view, rng)
            differ += twin.to_plain() != state.to_plain()
            assert encoding.tensor(twin.observe(seat)) == encoding.tensor(view)
            coder.look(twin, seat)
            assert list(coder.row(twin, ())) == list(encoding.tensor(view))
            parts: Parts = ()
            while found := encoding.options(state, seat, parts):
                assert encoding.options(twin, seat, parts) == found
                assert encoding.tensor(twin.observe(seat), parts) == encoding.tensor(view, parts)
                menu = menu_alone(encoding.actions)
                coder.list_numbers(twin, parts, menu)
                assert menu.options() == found
                assert list(coder.row(twin, parts)) == list(encoding.tensor(view, parts))
                number = list(found)[int(rng.below(len(found)))]
                if found[number] is not None:
                    break
                parts = (*parts, number)
    return differ
