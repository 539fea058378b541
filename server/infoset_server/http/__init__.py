"""HTTP on the game port: a file for each group of endpoints, and the page."""
