"""The databases: SQLite and PostgreSQL, the writer thread, the readers, notifications between processes."""
