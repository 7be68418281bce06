"""What results tell: tallies, Elo estimates and ratings, the sequential probability ratio test."""
