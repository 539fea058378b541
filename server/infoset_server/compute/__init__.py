"""Thinking for clients: worlds sampled, stepped and played out on the server, within a budget.

    desk.py       requests: who may ask what
    service.py    serving: whose turn it is, slice after slice; what ends with a decision
    thinkers.py   the seats that think: their queues, worlds, budgets
    answers.py    what goes back to whoever asked
    tasks/        one request as slices of work, and its reply
    worlds.py     handles of worlds
    budget.py     what a seat and a session may spend
    pool.py       worker processes, and who is served next
    worker.py     what runs in such a process
    workbench.py  the work itself, with bench/: the only place that touches states

Nothing here is ever given the true position: a seat's observation is where all worlds come from.
"""
