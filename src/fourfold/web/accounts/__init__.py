"""Sessions, passwords, recovery codes, and what is exported and erased of a person."""
