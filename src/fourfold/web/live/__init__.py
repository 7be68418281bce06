"""Matches in memory: the service, event streams, notifications, the scheduler, chat."""
