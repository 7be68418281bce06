"""A prover of Qawale on a GPU: that a player cannot win, by the easier game of maker and breaker."""
