"""Matches seen again: read from a file or a server, shown in the terminal, fed to a bot."""
