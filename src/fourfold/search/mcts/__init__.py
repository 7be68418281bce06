"""Monte Carlo tree search: UCT, max-n for several seats, and PUCT guided by a net."""
