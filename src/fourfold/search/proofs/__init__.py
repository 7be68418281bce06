"""Proofs: solved positions, threat sequences, wins within so many plies."""
