"""The games. One folder each; nothing outside a folder knows what is in it by name."""
