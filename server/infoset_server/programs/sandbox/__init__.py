"""Where programs of strangers run: shut in, limited, watched.

sandbox.py     starts a program in a sandbox; process.py: what was asked for, how it runs and ends, what its owner is told
backends.py    what shuts it in: bubblewrap, or user namespaces (namespaces.py); init.py: its first process
filesystem.py  what it sees; seccomp.py: what it may call; limits.py, cgroups.py: what it may use
monitor.py     what it uses, looked at from outside
probe.py       what this machine offers
"""
