"""The commands, one module each: its options and what it does. Slow imports stand inside functions, for `--help`."""
