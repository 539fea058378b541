"""The network, on a thread of its own: logins, requests, what servers tell."""
