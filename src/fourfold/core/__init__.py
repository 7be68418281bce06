"""What all games share: the game, its positions, moves, outcomes, views, records and options; grids and errors."""
