"""Following a match in the terminal: what is shown (pure), and the screen it is shown on."""
