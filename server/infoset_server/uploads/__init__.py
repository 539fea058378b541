"""Bots that owners upload: unpacked, built, checked and run where they can harm nobody.

service.py     what the rest of the server talks to; versions.py: what is kept of a bot; files.py: its files
lent.py        the same at a server that plays for the hall of a cluster; programs.py: what both have in common
archives.py    its archives in a store that servers share; bringing.py: gets versions here that came in elsewhere
admission.py   which archives are taken, piece by piece; unpacking.py: opened and read
pipeline.py    builds and checks them; caches.py: what a build leaves to the next; running.py: starts what may play
leftovers.py   tidies while another server is the hall
commands.py    what owners ask for

`programs.sandbox` is what shuts programs in.
"""
