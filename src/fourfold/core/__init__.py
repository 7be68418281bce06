"""What all games share: games, positions, moves, outcomes, views, records, options, grids, errors."""
