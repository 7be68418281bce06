"""Tests against the oracle, a second implementation of the rules that shares no code with the first."""

import ast
from pathlib import Path

from fourfold.contract.oracle_match import compare
from fourfold.contract.variants import Variant
from fourfold.core.registry import folder, package


def imported(source: str) -> set[str]:
    """The packages that a source imports; `.` for its own.

    >>> sorted(imported("import os.path; from ..a import b; from fourfold.core import game"))
    ['.', 'fourfold', 'os']
    """
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." if node.level else str(node.module).partition(".")[0])
    return found


def test_the_oracle_imports_nothing_of_the_game_or_the_program(game: str) -> None:
    source = Path(folder(game), "oracle.py").read_text(encoding="utf-8")
    assert imported(source) & {".", "fourfold", package(game).partition(".")[0]} == set()


def test_moves_and_outcomes_are_those_of_the_oracle(variant: Variant, way: str) -> None:
    compare(variant, way, seed=1, plies=100)
