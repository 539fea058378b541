"""What fills the window: from the first one, where to connect, to a match and its end."""
