"""The bodies of requests and responses."""
