"""The games of OpenSpiel as games of Infoset: `openspiel_hearts` is its `hearts`. Needs `open_spiel`.

`family.py` is what the registry finds; `catalogue.py` names each game, what is known of it, and why some
are not offered. `game.py` and `state.py` are the rules, `knowledge.py` what a seat knows, `worlds.py` how worlds
are drawn of it, `texts.py` how it reads. Nothing here asks OpenSpiel's own generators for anything.

M. Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games", arXiv:1908.09453, 2019.
"""
