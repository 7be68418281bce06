"""Slow, plain implementations of the rules, written apart from the package, to test it against."""
