"""A new game: a copy of the template under another name, as a folder or as a package of its own.

python -m fourfold.contract.skeleton chomp FOLDER
python -m fourfold.contract.skeleton chomp FOLDER --package
"""

import keyword
import re
import sys
from importlib.util import find_spec
from pathlib import Path

from fourfold.core.registry import ID, list_games
from fourfold.text import say

IMPORTS = re.compile(r"(?:^from \w+[. ].*\n)+", re.MULTILINE)
TEMPLATE = Path(__file__).parent / "template"
PACKAGE = __package__ + ".template"
PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "fourfold-template"
version = "0.1.0"
requires-python = ">=3.11"
dependencies = ["fourfold"]

[project.entry-points."fourfold.games"]
template = "template"

[tool.hatch.build.targets.wheel]
packages = ["template"]
"""
CONTRACT = '''\
"""The contract of Fourfold's games, for Template."""

from fourfold.contract.suite import *  # noqa: F403

GAMES = ["template"]
'''


def write_game(game_id: str, folder: Path, package: str) -> None:
    """Copy the template into a folder that must not exist, as the game of this id in this package."""
    folder.mkdir(parents=True)
    for path in sorted(TEMPLATE.rglob("*")):
        target = folder / path.relative_to(TEMPLATE)
        if path.is_dir() and path.name != "__pycache__":
            target.mkdir()
        elif path.suffix in (".py", ".json", ".md"):
            target.write_text(named(path.read_text(encoding="utf-8"), game_id, package), encoding="utf-8")


def write_package(game_id: str, folder: Path) -> None:
    """Write a package with its project file and its test into a folder that must not exist."""
    write_game(game_id, folder / game_id, game_id)
    (folder / "tests").mkdir()
    for path, text in ((folder / "pyproject.toml", PROJECT), (folder / "tests" / "test_contract.py", CONTRACT)):
        path.write_text(named(text, game_id, game_id), encoding="utf-8")


def named(text: str, game_id: str, package: str) -> str:
    """Put the names of a game in the place of the template's, and its imports in order."""
    text = text.replace(PACKAGE, package).replace("Template", game_id.title()).replace("template", game_id)
    return IMPORTS.sub(lambda block: "".join(sorted(block[0].splitlines(keepends=True))), text)


def main(game_id: str, folder: str, *flags: str) -> None:
    """Write a new game; exit with a sentence where its name is no name, or taken."""
    is_name = game_id.isidentifier() and ID.fullmatch(game_id) and not keyword.iskeyword(game_id)
    if not is_name or game_id in list_games() or ("--package" in flags and find_spec(game_id)):
        sys.exit(say("fourfold.bad_new_game", id=game_id))
    if "--package" in flags:
        write_package(game_id, Path(folder))
    else:
        write_game(game_id, Path(folder), f"fourfold.games.{game_id}")


if __name__ == "__main__":
    main(*sys.argv[1:])
