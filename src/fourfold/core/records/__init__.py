"""Records of games, as text and as JSON."""
