"""Datasets of self-play games and their reviews, as Parquet."""
