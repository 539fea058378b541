"""Subcommands of `infoset` that the server brings: `serve`, `ladder`, `store`."""
