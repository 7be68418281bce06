"""Slow work for a request, beside the event loop: analyses, reviews, pictures."""
