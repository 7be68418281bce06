"""The versions of the schema, one file each. A file that was released never changes."""
