"""Walks through games by their kernels: perft, playouts. Never knows a game by name."""
