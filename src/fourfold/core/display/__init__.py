"""Pictures of positions and records, and print-and-play sheets of games."""
