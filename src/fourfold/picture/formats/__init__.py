"""Renderers of drawings: SVG, PNG, GIF, PDF, and ANSI text for terminals."""
