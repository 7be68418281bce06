"""Game records, as text and as JSON."""
