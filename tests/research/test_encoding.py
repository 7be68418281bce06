"""The sizes of encodings in the documentation; the contract suite tests the encodings."""

from pathlib import Path

import fourfold
from fourfold.core.registry import encoding, facts


def test_the_documentation_tells_the_sizes() -> None:
    text = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    for game in filter(lambda game: facts(game).publisher, fourfold.list_games()):
        code = encoding(game)
        name = fourfold.game(game).name
        assert f"| {name} | {code.choices:,} | " in text
        pieces = ", ".join(f"`{piece.name}` ({', '.join(map(str, piece.shape))})" for piece in code.pieces)
        assert f"| {name} | {code.size:,} | {pieces} |" in text
