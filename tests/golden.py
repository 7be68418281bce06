"""Regenerates the golden files of every game: `python3 dev.py golden`. Read the diff before you commit it.

Each game's `golden/` is described in `fourfold.contract.golden`. What follows from the levels is written anew too:
their ratings, and which of them miss which puzzle.
"""

import json
from pathlib import Path

import fourfold
from fourfold.contract.golden import write_golden
from fourfold.players import ratings
from fourfold.puzzles.miner import is_worth_while, with_difficulty
from fourfold.puzzles.puzzle import FOLDER as PUZZLES
from fourfold.puzzles.puzzle import list_puzzles

LADDERS = Path(__file__).parents[1] / "docs" / "ladders"


def ratings_text() -> str:
    """The ratings of all levels from their ladders, by game."""
    ladders = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(LADDERS.glob("*.json"))]
    found = {
        ladder["game"]: {level["id"]: round(level["elo"]["value"]) for level in ladder["levels"]} for ladder in ladders
    }
    return json.dumps(found, indent=2) + "\n"


def puzzles_text(game: str) -> str:
    """The puzzles of a game that are still valid, with the levels that miss them."""
    tried = [with_difficulty(puzzle) for puzzle in list_puzzles(game)]
    return "".join(puzzle.to_line() + "\n" for puzzle in tried if is_worth_while(puzzle))


def main() -> None:
    ratings.FILE.write_text(ratings_text(), encoding="utf-8")
    for game in fourfold.list_games():
        write_golden(game)
        (PUZZLES / f"{game}.jsonl").write_text(puzzles_text(game), encoding="utf-8")
        print(PUZZLES / f"{game}.jsonl")


if __name__ == "__main__":
    main()
