"""Many games in several processes: schedule, openings, referee, process pool, and the file of a run."""
