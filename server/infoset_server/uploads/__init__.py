"""Bots that owners upload: unpacked, built, checked and run where they can harm nobody.

service.py     what the rest of the server talks to; versions.py: what is kept of a bot; files.py: its files
intake.py      archives that come in pieces; admission.py: which are taken; unpacking.py, reading.py
pipeline.py    builds (workshop.py) and checks (trial.py) them; running.py: starts what may play
commands.py    what owners ask for

`programs.sandbox` is what shuts programs in.
"""
