"""Test oracles: slow, plain implementations of the rules that share no code with the package."""
