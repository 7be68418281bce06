"""Compiled code without games: the door to the compiler, bits, mixing."""
