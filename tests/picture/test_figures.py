"""The figures of the documentation are what their script draws, and all of them are shown."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

import fourfold

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "figures"


def load_script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("figures", ROOT / "docs" / "figures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCRIPT = load_script()
TEXTS = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "src").rglob("RULES.md")]
LINKS = [
    (path.resolve(), (path.parent / link).resolve())
    for path in TEXTS
    for link in re.findall(r"!\[[^]]+\]\(([^)]+\.svg)\)|<img src=\"([^\"]+\.svg)\"", path.read_text(encoding="utf-8"))
    for link in link
    if link
]


@pytest.mark.parametrize("name", sorted(SCRIPT.list_figures()))
def test_a_figure_is_what_the_script_draws(name: str) -> None:
    assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == SCRIPT.figure(name)


@pytest.mark.parametrize("name", sorted(SCRIPT.PICTURES))
def test_a_picture_in_the_page_is_what_the_script_draws(name: str) -> None:
    drawn = SCRIPT.picture(name)
    assert (ROOT / "web" / "src" / "pictures" / f"{name}.svg").read_text(encoding="utf-8") == drawn
    ids = set(re.findall(r' id="([^"]+)"', drawn))
    assert set(re.findall(r'href="#([^"]+)"', drawn)) == ids, "every symbol is there, and is used"


def test_every_game_has_a_picture_in_the_page() -> None:
    assert set(SCRIPT.PICTURES) == {"mark", *fourfold.list_games()}


def test_there_are_no_other_figures_and_each_is_shown_somewhere() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(SCRIPT.list_figures())
    assert {target.stem for _, target in LINKS if target.parent == FOLDER} == set(SCRIPT.list_figures())


def test_every_picture_of_the_study_is_shown_on_its_page() -> None:
    folder = ROOT / "docs" / "study"
    shown = {target for path, target in LINKS if path == ROOT / "docs" / "study.md"}
    assert shown == set(folder.iterdir())


def test_every_link_to_a_figure_leads_to_it() -> None:
    for path, target in LINKS:
        assert target.exists(), (path, target)


@pytest.mark.parametrize("game", fourfold.list_games())
def test_the_rules_of_every_game_are_shown_with_pictures(game: str) -> None:
    shown = [target.stem for path, target in LINKS if path.parent.name == game]
    assert len(shown) >= 2
    assert all(name.startswith(f"{game}-") for name in shown)
