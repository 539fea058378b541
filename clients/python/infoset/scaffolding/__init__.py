"""What `infoset new-game` and `infoset new-bot` write: templates, one folder for each kind, and what fills them in."""
