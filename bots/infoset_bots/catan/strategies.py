"""The strategies that are ranked, as bots of the arena: the thesis' and ours. Data."""

from collections.abc import Mapping
from typing import Final

# MiniMax as the thesis has it: its score map, one move a turn, depth 4, nothing pruned, cards wished for.
# It looks at one position, the true one; here that is one world drawn from what the seat knows. The
# thesis has no bound but time: this one is so high that hardly a decision is searched less deep.
THESIS: Final = (
    "minimax:weights=text,worlds=1,moves=1,depth=4,epsilon=0,wishful=true,max_nodes=100000"
)
# The same with the score map of the thesis' program.
PROGRAM: Final = THESIS.replace("weights=text", "weights=legacy")

STRATEGIES: Final[Mapping[str, str]] = {
    "strong": "minimax",
    "strong_now": "minimax:moves=1,depth=0",
    "strong_expansion": "minimax:modifiers=early_expansion",
    "strong_cards": "minimax:modifiers=development_cards",
    "strong_no_ports": "minimax:modifiers=ignore_ports",
    "mini_mid_max": "mini_mid_max",
    "maxn": "maxn_scores:depth=2,worlds=4",
    "text": THESIS,
    "text_sober": THESIS.replace(",wishful=true", ""),
    "text_expansion": f"{THESIS},modifiers=early_expansion",
    "text_cards": f"{THESIS},modifiers=development_cards",
    "text_no_ports": f"{THESIS},modifiers=ignore_ports",
    "text_wood_brick": f"{THESIS},modifiers=favour_wood+favour_brick",
    "text_ore_wheat": f"{THESIS},modifiers=favour_wheat+favour_ore",
    "text_expansion_wood_brick": f"{THESIS},modifiers=early_expansion+favour_wood+favour_brick",
    "text_expansion_ore_wheat": f"{THESIS},modifiers=early_expansion+favour_wheat+favour_ore",
    "text_expansion_no_ports": f"{THESIS},modifiers=early_expansion+ignore_ports",
    "text_expansion_cards": f"{THESIS},modifiers=early_expansion+development_cards",
    "legacy": PROGRAM,
    "legacy_expansion": f"{PROGRAM},modifiers=early_expansion",
    "legacy_cards": f"{PROGRAM},modifiers=development_cards",  # the program's own default
}
