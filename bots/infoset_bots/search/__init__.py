"""Search players for every game, as functions of what one seat knows. No I/O and no clock in them."""
