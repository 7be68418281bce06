"""Datasets of games by computer players, as Parquet."""
