"""Reads and writes of each table, as functions of a connection; a class for each table binds them for callers."""
