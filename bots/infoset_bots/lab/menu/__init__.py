"""A menu in the terminal for people who do not like command lines; it remembers what was chosen."""
