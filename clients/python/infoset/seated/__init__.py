"""A person on a seat: what is shown and how answers are read (pure), and the desk where that happens."""
