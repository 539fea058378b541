"""What a series of matches says: tables, JSON and figures from runs of the arena and from replays."""
