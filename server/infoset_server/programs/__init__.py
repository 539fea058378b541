"""Programs that the server runs: which there are, their processes, what they say. Knows no matches.

manifest.py      which bots there are; upload_source.py: those of owners
hosting.py       starts and restarts them; bot_process.py: one of them; child.py: one run of it
bot_log.py       what they say on standard error
sandbox/         where programs of strangers run
"""
