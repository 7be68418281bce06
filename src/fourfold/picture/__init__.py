"""Pictures: drawings as data, rendered as SVG, PNG, GIF, PDF and coloured text. Nothing here knows a game."""
