"""Alpha-beta search for two seats with perfect information."""
