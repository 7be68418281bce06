"""Search with hidden information: determinization, flat Monte Carlo, tactics."""
