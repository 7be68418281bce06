"""The figures of the documentation are what their script draws, and all of them are shown."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

import fourfold
from fourfold.core.display.figures import list_figures, shelf_picture

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
TEXTS = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "src").glob("fourfold/games/*/RULES.md")]
LINKS = [
    (path.resolve(), (path.parent / link).resolve())
    for path in TEXTS
    for link in re.findall(r"!\[[^]]+\]\(([^)]+\.svg)\)|<img src=\"([^\"]+\.svg)\"", path.read_text(encoding="utf-8"))
    for link in link
    if link
]


@pytest.fixture(scope="module")
def drawn() -> dict[str, str]:
    figures: dict[str, str] = SCRIPT.figures()
    return figures


def test_every_figure_is_what_the_script_draws_and_there_are_no_others(drawn: dict[str, str]) -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(drawn)
    for name, content in drawn.items():
        assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == content, name


def test_every_figure_is_shown_somewhere(drawn: dict[str, str]) -> None:
    assert {target.stem for _, target in LINKS if target.parent == FOLDER} == set(drawn)


def test_the_logo_in_the_page_is_what_the_script_draws() -> None:
    assert SCRIPT.LOGO.read_text(encoding="utf-8") == SCRIPT.logo()


@pytest.mark.parametrize("game", [game for game in fourfold.list_games() if list_figures(game)])
def test_every_symbol_of_a_picture_on_the_shelf_is_there_and_is_used(game: str) -> None:
    shelf = shelf_picture(game)
    ids = set(re.findall(r' id="([^"]+)"', shelf))
    assert ids
    assert set(re.findall(r'href="#([^"]+)"', shelf)) == ids
    assert all(name.startswith(f"picture-{game}-") for name in ids), "several stand in one page"


def test_every_picture_of_the_study_is_shown_on_its_page() -> None:
    folder = ROOT / "docs" / "study"
    shown = {target for path, target in LINKS if path == ROOT / "docs" / "study.md"}
    assert shown == set(folder.iterdir())


def test_every_link_to_a_figure_leads_to_it() -> None:
    for path, target in LINKS:
        assert target.exists(), (path, target)
