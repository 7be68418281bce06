"""The wheel: built, installed in an empty environment outside the checkout, and played from."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GAMES = [path.parent.name for path in (ROOT / "src" / "fourfold" / "games").glob("*/__init__.py")]

PLAY = """
import fourfold, pathlib, random
from fourfold.contract.variants import short_options
assert pathlib.Path(fourfold.__file__).is_relative_to(pathlib.Path.cwd()), fourfold.__file__
for name in fourfold.list_games():
    position = fourfold.game(name).start(seed=1, **short_options(name))
    chance = random.Random(1)
    while position.outcome is None:
        moves = position.moves()
        position = position.play(moves[chance.randrange(len(moves))])
    print(name, position.outcome.reason)
"""


def run(*command: object, cwd: Path) -> str:
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    environment["FOURFOLD_INTERPRET"] = "1"  # its kernels would be compiled for this one test
    environment["UV_COMPILE_BYTECODE"] = "0"  # nor is what it needs compiled as a whole
    done = subprocess.run([str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_rules_words_and_license_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for game in GAMES:
        for name in ("RULES.md", "text/en.json", "puzzles.jsonl", "ratings.json", "shelf.svg"):
            is_there = (ROOT / "src" / "fourfold" / "games" / game / name).exists()
            assert (f"fourfold/games/{game}/{name}" in names) == is_there
    assert "fourfold/py.typed" in names
    assert {"fourfold/web/static/index.html", "fourfold/web/static/index.html.br"} <= set(names)
    assert any(name.startswith("fourfold/store/migrations/versions/") for name in names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not any({"tests", "oracles"} & set(name.split("/")) for name in names)


def test_a_game_is_played_from_the_installed_wheel(wheel: Path, tmp_path: Path) -> None:
    uv = Path(sys.executable).with_name("uv.exe" if os.name == "nt" else "uv")
    run(uv, "venv", "--quiet", "--no-config", "-p", sys.executable, tmp_path / "venv", cwd=tmp_path)
    scripts = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    install = (uv, "pip", "install", "--quiet", "--no-config", "-p", scripts / "python")
    run(*install, "--require-hashes", "-r", ROOT / "requirements" / "run.lock", cwd=tmp_path)
    run(*install, "--no-deps", wheel, cwd=tmp_path)
    assert len(run(scripts / "python", "-c", PLAY, cwd=tmp_path).splitlines()) == len(GAMES)
    assert "qawale" in run(scripts / "fourfold", "games", cwd=tmp_path)
