"""Studies of game variants, and their report."""
