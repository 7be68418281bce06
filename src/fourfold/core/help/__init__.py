"""Help for players: the rulebook, lessons, notices, and why a move is not legal."""
