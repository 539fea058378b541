"""Matches on several servers: the hall has rooms and clients, play nodes have matches.

play_nodes.py  at the hall: chooses a node for a match, and passes on what its clients ask and are told
roll_call.py   what a new hall makes of matches it is told of
node_trunk.py  what the hall has with one node; placing.py: which matches other servers may play
play_node.py   at a node: plays for the hall, whichever that is; wording.py: what both say
lending.py     at the hall: which uploaded bots nodes are lent; lent_programs.py: what a node needs for them
shortcuts.py   at a node: visitors who are asked and told past the hall
ladder_teller.py   at a node: what ladders have to know of their matches; contest_matches.py: what the hall does with it
pending_begins.py  at the hall: matches that begin once their meeting is stored
"""
