"""Thinking for clients: worlds sampled, stepped and played out on the server, within a budget.

service.py    whose turn it is, slice after slice; what ends with a decision
thinkers.py   the seats that think: their queues, worlds, budgets
tasks/        one request as slices of work, and its reply; answers.py: what goes back
worlds.py     handles of worlds; budget.py: what a seat and a session may spend
pool.py       worker processes, and which job is next; process.py, worker.py: the two ends of one
workbench.py  the work itself, with jobs.py, walks.py, playouts.py: the only place that touches states

Requests come from `handlers/compute.py`. Nothing here is given the true position: all worlds come from a seat's observation.
"""
