"""The window for people: a client of the protocol with pictures. Knows no rules of any game."""
