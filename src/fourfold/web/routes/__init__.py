"""The routes, grouped by address."""
