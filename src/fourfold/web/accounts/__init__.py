"""Accounts: sessions, passwords, recovery codes, data export and erasure."""
