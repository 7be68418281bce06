"""Small games as packages, each installed from a project of its own with a real installer."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

FACTS = """
from fourfold.core.facts import Facts
from fourfold.core.options import Choice
FACTS = Facts("{id}", "Tiny", range(2, 3), (Choice("edge", ("soft", "hard")),))
"""
MESSAGES = {
    "tagline": "A small game.", "seat.0": "first", "seat.1": "second",
    "option.edge": "The edge.", "option.edge.label": "Edge", "option.edge.soft": "soft", "option.edge.hard": "hard",
}  # fmt: skip
LOADED = "from fourfold.games.qawale.game import GAME\n"


class GamePackage(NamedTuple):
    """The name of the entry point, the package, its __init__, and its other files."""

    game: str
    package: str
    init: str
    files: Mapping[str, str] = {}


NO_KERNEL = GamePackage(
    "no-kernel", "no_kernel", FACTS.format(id="no-kernel"), {"game.py": "from no_kernel import kernel\n"}
)


def install(home: Path, target: Path, packages: Sequence[GamePackage]) -> Path:
    """Write a project for each package, and install all of them into a folder."""
    for game_id, package, init, files in packages:
        folder = home / package / package
        written = {"__init__.py": init, "text/en.json": json.dumps(MESSAGES), **files}
        for name, content in written.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(content, encoding="utf-8")
        (home / package / "pyproject.toml").write_text(
            '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
            f'[project]\nname = "{package.replace("_", "-")}"\nversion = "1"\n'
            f'[project.entry-points.\'fourfold.games\']\n"{game_id}" = "{package}"\n'
            f'[tool.hatch.build.targets.wheel]\npackages = ["{package}"]\n'
        )
    return install_projects(target, sorted(home.iterdir()))


def install_projects(target: Path, projects: Sequence[Path]) -> Path:
    """Install projects into a folder."""
    uv = Path(sys.executable).with_name("uv.exe" if os.name == "nt" else "uv")
    command: list[object] = [uv, "pip", "install", "--quiet", "--no-config", "--offline", "--no-deps"]
    command += ["--no-build-isolation", "-p", sys.executable, "--target", target, *projects]
    subprocess.run([str(part) for part in command], check=True)
    return target
