"""The server as a whole: its parts put together, begun, tidied, ended."""
