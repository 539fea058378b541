"""The Infoset server: links, lobby, rooms, matches and house bots around the pure cores."""
