"""How each game looks and is played by hand. Knows what the protocol says, not what the rules are."""
