"""Drawings as files: SVG, PNG, GIF, PDF and styled text for terminals."""
