"""House bots and searches: programs that play through the SDK like anybody's bot. No server, no rules."""
