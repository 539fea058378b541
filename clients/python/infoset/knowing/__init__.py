"""What a seat may conclude of what it does not see, as window and terminal tell it: when to ask, figures, words."""
