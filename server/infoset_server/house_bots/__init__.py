"""Programs that the server runs: which there are, their processes, what they say. Knows no matches.

manifest.py      which bots there are; runtimes.py: what a language needs; uploads.py: those of owners
hosting.py       starts and restarts them; bot_process.py: one of them; child.py: one run of it
bot_log.py       what they say on standard error; standing.py: how far they stand back behind the server
"""
