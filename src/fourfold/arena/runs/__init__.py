"""Runs of many games: schedule, openings, referee, process pool, and the journal of a run."""
