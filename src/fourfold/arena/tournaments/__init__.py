"""Tournaments of computer players: pairings, standings, and the run on this machine."""
