"""The rules of the house that a machine can keep: small folders, nouns, unique names, a true map and glossary."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import fourfold

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "fourfold"
MODULES = sorted(PACKAGE.rglob("*.py"))
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])

MOST_FILES = 15
ONE_FILE_EACH = {"commands", "routes", "versions"}  # a file for each command, address or version, however many
EACH_GAME = {"Oracle"}  # classes that every game has
TERMS = {"encoding", "iterative_deepening", "move_ordering"}  # nouns of the field

# Words of our own, and common words with a precise meaning here: newcomers find them in the glossary.
HOUSE_WORDS = """
    agreement body choice claim click clicks commitment deal deck due entrant event grade guest harvest kernel kit level
    likings limit lot notice option part place ply proved remark row ruling seat secret sequence survey theory view well
    work world
"""

NAMED_FILE = re.compile(r"`(\w[\w./-]*\.(?:py|ts|svelte|css|tcss|html))(?:::([\w.]+))?`")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
PLACEHOLDER = re.compile(r"\b(?:NAME|GAME|CODE)\b")
FOREIGN = {"my_engine.py"}  # files of the reader


def has_too_many(folder: Path, pattern: str) -> bool:
    files = [path for path in folder.glob(pattern) if path.is_file() and path.name != "__init__.py"]
    return len(files) > MOST_FILES


def test_no_folder_has_more_than_fifteen_modules() -> None:
    folders = {path.parent for path in MODULES if path.parent.name not in ONE_FILE_EACH}
    folders -= set((ROOT / "src" / "fourfold" / "games").iterdir())  # the contract says what the modules of a game are
    assert [folder for folder in folders if has_too_many(folder, "*.py")] == []


def test_no_folder_of_the_page_has_more_than_fifteen_files() -> None:
    folders = {path.parent for path in (ROOT / "web" / "src").rglob("*") if path.is_file()}
    assert folders
    folders = {folder for folder in folders if folder.name != "text"}  # a file for each language
    assert [folder for folder in folders if has_too_many(folder, "*")] == []


def test_modules_are_nouns() -> None:
    assert [path for path in MODULES if path.stem.endswith("ing") and path.stem not in TERMS] == []


def test_every_module_says_what_it_holds() -> None:
    assert [path for path in MODULES if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))] == []


def test_public_class_names_are_unique() -> None:
    homes = defaultdict(list)
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and node.name not in EACH_GAME:
                homes[node.name].append(path.relative_to(PACKAGE).as_posix())
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}


# The glossary.


def glossary() -> dict[str, tuple[str, str]]:
    """Each word with what it is called elsewhere, and its meaning."""
    lines = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    return {word: (elsewhere, meaning) for word, elsewhere, meaning in rows if word != "word"}


def contract_kernels() -> Iterator[str]:
    """The fields of all tuples of kernels."""
    for path in (PACKAGE / "kernel").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and any(ast.unparse(base) == "NamedTuple" for base in node.bases):
                yield from (str(ast.unparse(field.target)) for field in node.body if isinstance(field, ast.AnnAssign))


def public_classes() -> Iterator[str]:
    """The classes that `import fourfold` gives, without the errors, whose names say what they are."""
    for name in fourfold.__all__:
        value = getattr(fourfold, name)
        if isinstance(value, type) and not issubclass(value, Exception):
            yield name


def test_the_glossary_has_every_kernel_public_class_and_house_word() -> None:
    known = {word.lower() for word in glossary()}
    wanted = {*contract_kernels(), *public_classes(), *re.findall(r"\w+", HOUSE_WORDS)}
    assert len(wanted) > 40
    assert {word for word in wanted if word.lower() not in known} == set()


def test_every_word_of_the_glossary_is_explained_and_still_used() -> None:
    page = [path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in {".ts", ".svelte"}]
    source = "\n".join(path.read_text(encoding="utf-8") for path in [*MODULES, *page]).lower()
    used = set(re.findall(r"[a-z_]+", source)) | set(re.findall(r"[a-z]+", source))
    for word, (elsewhere, meaning) in glossary().items():
        assert elsewhere, word
        assert meaning, word
        assert word.lower() in used, f"{word} is in the glossary and no longer in the sources"


# The map: what the documents name exists.


def test_the_map_has_every_room_with_every_module_and_no_other() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split("## Rooms")[1].split("\n## ")[0]
    mapped = dict(re.findall(r"^\| `([\w/]+/)` \| (.*) \|$", text, re.MULTILINE))
    rooms: dict[str, set[str]] = {}
    for path in MODULES:
        room = re.sub(r"^games/\w+/", "games/NAME/", f"{path.parent.relative_to(PACKAGE).as_posix()}/")
        rooms.setdefault(room, set()).update({path.stem} - {"__init__"} if "versions" not in room else ())
    del rooms["./"]
    assert set(mapped) == set(rooms)
    for room, names in rooms.items():
        assert names - set(re.findall(r"`(\w+)`", mapped[room])) == set(), room


def find(name: str, document: Path) -> Path | None:
    """A file that a document names, by its path from one of these folders; by its name alone below them."""
    pattern = PLACEHOLDER.sub("*", name)
    bases = [document.parent, ROOT, ROOT / "docs", ROOT / "web", ROOT / "web" / "src", PACKAGE, *PACKAGE.glob("*/")]
    if "/" not in pattern and not (ROOT / pattern).exists():
        pattern, bases = f"**/{pattern}", [PACKAGE, ROOT / "docs", ROOT / "web" / "src", ROOT / "tests"]
    return next((path for base in bases for path in base.glob(pattern)), None)


def has(path: Path, name: str) -> bool:
    """Whether a file defines a function, a class or a constant; of a method the last part of the name is looked for."""
    last = name.rpartition(".")[2]
    pattern = rf"\b(?:def|class|function) {last}\b|^{last} = "
    return re.search(pattern, path.read_text(encoding="utf-8"), re.MULTILINE) is not None


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_functions_and_links_that_a_document_names_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    stale = [link for link in LINK.findall(prose) if "://" not in link and not (document.parent / link).exists()]
    for name, inside in NAMED_FILE.findall(text):
        path = find(name, document)
        if path is None and name not in FOREIGN:
            stale.append(name)
        elif path and inside and not has(path, inside):
            stale.append(f"{name}::{inside}")
    assert stale == []


# No tables by game: what differs between games is in their folders, and found by their properties.

GAMES = {path.parent.name for path in (PACKAGE / "games").glob("*/__init__.py")}


def first_words(node: ast.AST | None) -> set[object]:
    """The constant that an entry begins with: itself, the first of a tuple, the first argument of a call."""
    if isinstance(node, ast.Tuple | ast.List) and node.elts:
        node = node.elts[0]
    if isinstance(node, ast.Call) and node.args:
        node = node.args[0]
    return {node.value} if isinstance(node, ast.Constant) else set()


def named_games(entries: Iterable[ast.AST | None]) -> set[str]:
    return GAMES & set().union(*map(first_words, entries))


def is_table(node: ast.AST) -> bool:
    """Tell whether a node compares with a game's id, or is a literal with entries for several games."""
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        listed = [each for side in sides if isinstance(side, ast.Tuple | ast.List | ast.Set) for each in side.elts]
        is_among = any(isinstance(operator, ast.In | ast.NotIn) for operator in node.ops)
        return bool(named_games(listed if is_among else (side for side in sides if isinstance(side, ast.Constant))))
    if isinstance(node, ast.Dict):
        return len(named_games(node.keys)) >= 2
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return len(named_games(node.elts)) >= 3
    return isinstance(node, ast.MatchValue) and bool(named_games([node.value]))


def tables_in(source: str, is_strict: bool = False) -> list[str]:
    """The lines of a source with a table by game; of a strict one every line with a game's id."""
    found = []
    for node in ast.walk(ast.parse(source)):
        is_id = is_strict and isinstance(node, ast.Constant) and node.value in GAMES
        if is_id or is_table(node):
            found.append(f"{getattr(node, 'lineno', 0)}: {ast.unparse(node)[:80]}")
    return found


def sources(*patterns: str) -> list[Path]:
    """Files of the repository."""
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


def test_nothing_outside_a_games_folder_has_a_table_by_game() -> None:
    found = {}
    for path in sources("src/**/*.py", "tests/**/*.py", "docs/*.py", "tuning/*.py", "research/**/*.py", "dev.py"):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(("src/fourfold/games/", "tests/games/")):
            source = path.read_text(encoding="utf-8")
            is_named = any(f'"{game}"' in source for game in GAMES)  # parsing all takes long
            found[name] = tables_in(source, is_strict=name.startswith("src/")) if is_named else []
    assert {name: lines for name, lines in found.items() if lines} == {}
    assert len(found) > 300


def test_the_page_names_no_game() -> None:
    name = re.compile(rf"\b({'|'.join(GAMES)})\b")
    for path in sources("web/src/**/*.ts", "web/src/**/*.svelte", "web/src/**/*.css", "web/plugins/*"):
        assert not name.search(path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize(
    "source",
    [
        'if game == "quads": pass',
        'seats = 2 if "quads" != game else 3',
        'is_small = game in ("quads", "chess")',
        'SIZES = {"quads": 1, "qawale": 2}',
        'NAMES = ["quads", "qawale", "exago"]',
        'CASES = [("quads", 2), ("qawale", 2), Variant("exago")]',
        'match game:\n    case "quads": pass',
    ],
)
def test_a_table_by_game_is_noticed(source: str) -> None:
    assert tables_in(source)


def test_an_example_is_no_table() -> None:
    assert not tables_in('position = game("quads").start()\nassert "quads" in run("games", "qawale", "exago")')
    assert tables_in('game("quads")', is_strict=True)
