"""The engine protocol: outside engines as players, and our players as an engine."""
