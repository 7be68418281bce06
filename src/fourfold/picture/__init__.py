"""Pictures: a drawing is data; from it come SVG, PNG, GIF and coloured text. Nothing here knows a game."""
