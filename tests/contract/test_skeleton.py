"""A new game keeps the contract as it stands."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fourfold.contract import skeleton
from packages import install_projects


def test_a_new_package_passes_the_contract(tmp_path: Path) -> None:
    skeleton.write_package("chomp", tmp_path / "chomp")
    installed = install_projects(tmp_path / "installed", [tmp_path / "chomp"])
    environment = os.environ | {"PYTHONPATH": str(installed), "PYTHONSAFEPATH": "1"}  # not that of the project
    golden = [sys.executable, "-m", "fourfold.contract.golden", "chomp"]
    subprocess.run(golden, check=True, capture_output=True, env=environment)
    suite = [sys.executable, "-m", "pytest", "-q", "-m", "not long", "-p", "no:cacheprovider", "tests"]
    done = subprocess.run(suite, capture_output=True, text=True, env=environment, cwd=tmp_path / "chomp")
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


def test_nothing_speaks_of_the_template_any_more(tmp_path: Path) -> None:
    skeleton.main("chomp", str(tmp_path / "chomp"))
    written = [path for path in (tmp_path / "chomp").rglob("*") if path.is_file()]
    assert {"kernel.py", "RULES.md", "en.json"} <= {path.name for path in written}
    assert [path for path in written if "template" in path.read_text(encoding="utf-8").lower()] == []
    assert "from fourfold.games.chomp import" in (tmp_path / "chomp" / "game.py").read_text()
    for path in (tmp_path / "chomp").glob("*.py"):
        imports = [line for line in path.read_text().splitlines() if line.startswith("from fourfold")]
        assert imports == sorted(imports), path


@pytest.mark.parametrize("name", ["qawale", "Chomp", "9men", "nine-men", "", "a/b", "class", "json"])
def test_a_bad_name_is_refused_in_a_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="cannot be the id of a new game"):
        skeleton.main(name, str(tmp_path / "new"), "--package")
    assert not (tmp_path / "new").exists()
