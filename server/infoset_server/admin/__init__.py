"""The organiser's console: commands from outside to the running server, who may give them, and their log.

Accounts are handled here; what concerns matches goes through the port `Organisation`.
"""
