"""Programs that the server runs: which there are, their processes, what they say. Knows no matches.

manifest.py      which bots there are; upload_source.py: those of owners
snapshots.py     versions of those in the bots folder; program_files.py: what is part of a program
hosting.py       starts and restarts them; bot_process.py: one of them, its runs and its log
sandbox/         where programs of strangers run
"""
