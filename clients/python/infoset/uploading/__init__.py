"""Handing a bot over to a server that runs it: packing, sending, hearing what came of it."""
