"""Positions and records as pictures, and games as sheets of paper to cut out."""
