"""Positions of Quad-Ominos, taken apart and changed."""

from fourfold import Position


def fields(position: Position) -> list[str]:
    """The parts of a position's text: table, hands, well, scores and so on."""
    return str(position).partition("@")[2].split(":")


def without_well(position: Position) -> Position:
    """The same table, but all tiles of the well drawn in turn."""
    parts = fields(position)
    hands = parts[1].split("/")
    for place, tile in enumerate(parts[2].split(".")):
        hands[place % len(hands)] += "." + tile
    parts[1:3] = "/".join(hands), "-"
    kept = ["ply=500" if part.startswith("ply=") else part for part in parts if not part.startswith("lacks=")]
    return position.game.read(str(position).partition("@")[0] + "@" + ":".join(kept))
