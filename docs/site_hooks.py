"""Hooks of the documentation site, for MkDocs and for Griffe, which reads the API's docstrings.

Some pages live outside `docs/`: the rules and the ladders of the games, and the files that every repository has at its
top. They are added here, and links are rewritten, so that each file reads well both in the repository and on the site.
"""

import posixpath
import re
from pathlib import Path
from typing import Any

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
GAMES = "src/fourfold/games"
PAGES = {
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    **{
        path.relative_to(ROOT).as_posix(): f"{folder}/{path.parent.name}{path.suffix}"
        for name, folder in (("RULES.md", "rules"), ("ladder.md", "ladders"), ("ladder.svg", "ladders"))
        for path in (ROOT / GAMES).glob(f"*/{name}")
    },
}
ORIGINS = {page: path for path, page in PAGES.items()}
FOLDERS = {"README.md": "index.md", "docs/decisions": "decisions/README.md"}
LINK = re.compile(r"(!?)\[((?:[^][]|\[[^]]*\])*)\]\(([^)\s]+)\)")
IMAGE = re.compile(r'(<img [^>]*src=")([^"]+)(")')
DOCTEST = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that live outside `docs/`."""
    for path, page in PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / path).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point links between files of the repository at the pages of the site."""
    here = page.file.src_uri
    origin = ORIGINS.get(here, f"docs/{here}")

    def target(link: str) -> str | None:
        """The link on the site; None for a file that is not part of it."""
        if "://" in link or link.startswith(("#", "mailto:")):
            return link
        path, mark, anchor = link.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(origin), path))
        found = PAGES.get(path) or FOLDERS.get(path)
        if found is None and path.startswith("docs/"):
            found = path.removeprefix("docs/")
        return found and posixpath.relpath(found, posixpath.dirname(here) or ".") + mark + anchor

    def link(match: re.Match[str]) -> str:
        found = target(match[3])
        return f"{match[1]}[{match[2]}]({found})" if found else match[2]

    markdown = IMAGE.sub(lambda match: f"{match[1]}{target(match[2])}{match[3]}", markdown)
    return LINK.sub(link, markdown)


class Doctests(griffe.Extension):
    """Shows the examples in docstrings as code."""

    def on_object(self, *, obj: griffe.Object, **others: Any) -> None:
        """Put each example into a block."""
        if obj.docstring:
            obj.docstring.value = DOCTEST.sub(lambda match: f"```pycon\n{match[0]}\n```", obj.docstring.value)
