"""Reads and writes of each table."""
