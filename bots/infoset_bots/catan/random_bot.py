"""The random player of H. Phillingham, "Conquerors of Catan" (2023), Table 3: draws a kind of move first.

infoset bot infoset_bots.catan.random_bot --seek catan
"""

from infoset_bots.policy_bot import PolicyBot


class RandomByKindBot(PolicyBot):
    """Plays a random kind of move, then a random one of that kind."""

    def __init__(self) -> None:
        super().__init__(policy="random_by_kind")
