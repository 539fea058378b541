"""Who comes, is away, comes back, goes: from `hello` to what waits for whoever is here.

reception.py     who a `hello` proves to be; welcome.py: what he is told
homecoming.py    what waits for him; returning.py: rooms and seeks after a restart
away.py          links that are lost, for a while; presence.py: what becomes of what he takes part in
losses.py        what slow readers have missed
"""
