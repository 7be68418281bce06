"""The documentation is built without a warning, and needs nothing from elsewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import fourfold

ROOT = Path(__file__).parents[1]
LOADED = re.compile(r'<(?:script|img|iframe)[^>]* src="?(?:https?:)?//|<link[^>]* href="?(?:https?:)?//|url\(.?https?:')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=quiet, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


def test_every_part_has_its_pages(site: Path) -> None:
    for page in ("index", "tutorials/first-game", "reference/fourfold", "rules/exago", "glossary", "contributing"):
        assert (site / f"{page}.html").exists(), page
    assert "fourfold.core.position.Position" in (site / "reference" / "fourfold.html").read_text(encoding="utf-8")


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    files = [*site.rglob("*.html"), *site.rglob("*.css")]
    assert len(files) > 50
    assert [path for path in files if LOADED.search(path.read_text(encoding="utf-8"))] == []


def test_examples_in_docstrings_are_shown_as_code(site: Path) -> None:
    text = (site / "reference" / "fourfold.html").read_text(encoding="utf-8")
    assert "&gt;&gt;&gt;" in text
    assert "<blockquote>" not in text


@pytest.mark.parametrize("name", fourfold.__all__)
def test_every_public_name_is_in_the_reference_with_an_example(name: str, site: Path) -> None:
    public = getattr(fourfold, name)
    pages = list((ROOT / "docs" / "reference").glob("*.md"))
    examples = [line for page in pages for line in page.read_text(encoding="utf-8").splitlines()]
    shown = [line for line in examples if line.startswith((">>>", "...", "'")) and re.search(rf"\b{name}\b", line)]
    assert ">>>" in (public.__doc__ or "") or shown
    anchor = f'id="{public.__module__}.{public.__name__}"'
    assert any(anchor in (site / "reference" / f"{page.stem}.html").read_text(encoding="utf-8") for page in pages)
