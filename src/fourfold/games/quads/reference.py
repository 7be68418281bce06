"""The reference opponent of Quads needs the rules alone: mobility is the number of legal moves."""

SEARCH = "mobility"
