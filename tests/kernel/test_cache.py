"""The cache of compiled kernels: it is hit, never stale, and an edit concerns its owner alone."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fourfold
from fourfold.kernel import cache
from fourfold.kernel.cache import PACKAGE, Owner, owner_of

LOADED = """
import numba.core.caching as caching, sys
saved = []
original = caching.Cache.save_overload
def save(self, *a): saved.append(self._impl._filename_base); return original(self, *a)
caching.Cache.save_overload = save
sys.path[:0] = sys.argv[1:]
import fourfold
from fourfold.search.perft import perft
fourfold.game("quads")
print(perft(fourfold.game("qawale").start(), 2), len(saved))
"""


class Copy:
    """A copy of the package that can be edited, and a cache for it alone."""

    def __init__(self, home: Path, cache: Path | None = None) -> None:
        self.package, self.cache = home / "src" / "fourfold", cache or home / "cache"
        shutil.copytree(PACKAGE, self.package, ignore=shutil.ignore_patterns("__pycache__", "static", "golden"))

    def edit(self, path: str, old: str, new: str) -> None:
        text = (self.package / path).read_text(encoding="utf-8")
        assert old in text
        (self.package / path).write_text(text.replace(old, new), encoding="utf-8")

    def count_moves(self) -> tuple[str, int, str]:
        """What perft counts, how many kernels were compiled for it, and what was told meanwhile."""
        command = [sys.executable, "-c", LOADED, str(self.package.parent)]
        environment = {**os.environ, "FOURFOLD_CACHE": str(self.cache)}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        moves, compiled = done.stdout.split()
        return moves, int(compiled), done.stderr

    def folders(self) -> dict[str, set[str]]:
        """The versions of each owner in the cache."""
        return {home.name: {each.name for each in home.iterdir()} for home in (self.cache / "kernels").iterdir()}


def changed(before: dict[str, set[str]], after: dict[str, set[str]]) -> set[str]:
    return {owner for owner in after if after[owner] != before.get(owner)}


@pytest.mark.long
def test_kernels_are_compiled_once_and_an_edit_compiles_its_owner_anew(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    first = copy.count_moves()
    whole = copy.folders()
    second = copy.count_moves()
    assert first[0] == second[0] == "2176"
    assert first[1] > 10
    assert "qawale" in first[2]  # who has to wait is told so
    assert second[1:] == (0, "")
    assert copy.folders() == whole
    assert Copy(tmp_path / "elsewhere", copy.cache).count_moves() == second  # the next version, installed beside it
    ours = {f"fourfold.{name}" for name in ("kernel", "search", "games.quads", "games.qawale")}
    assert set(whole) == ours

    copy.edit("games/qawale/text/en.json", '"tagline": "', '"tagline": "Edited. ')
    (copy.package / "games" / "qawale" / "ratings.json").write_text("{}")
    assert copy.count_moves() == second

    copy.edit("games/qawale/kernel.py", "return total + may_swap(state)", "return total - 1")
    kernel = copy.count_moves()
    assert kernel[0] != "2176"  # the kernel of perft is the old one, and calls the new rules
    assert "“qawale”" in kernel[2]
    assert not {"“quads”", "“search”"} & set(kernel[2].split())
    edited = copy.folders()
    assert changed(whole, edited) == {"fourfold.games.qawale"}

    copy.edit("core/grids.py", "row in range(self.size) and column", "row in range(1, self.size) and column")
    table = copy.count_moves()
    assert table[0] not in ("2176", kernel[0])
    assert changed(edited, copy.folders()) == ours


@pytest.mark.long
def test_an_edit_in_search_compiles_no_game(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    copy.count_moves()
    before = copy.folders()
    copy.edit("search/perft.py", "@compiled\n", "# an edit\n@compiled\n")
    assert copy.count_moves()[0] == "2176"
    assert changed(before, copy.folders()) == {"fourfold.search"}


INSTALLED = """
import sys
sys.path.insert(0, sys.argv[1])
from outside.rules import kernel
print(kernel.twice(4))
"""


def test_an_installed_package_is_watched_as_a_whole_and_by_itself(tmp_path: Path) -> None:
    rules = tmp_path / "outside" / "rules"
    rules.mkdir(parents=True)
    (tmp_path / "outside" / "__init__.py").touch()
    (tmp_path / "outside" / "tables.py").write_text("import numpy as np\nFACTORS = np.array([2, 3])\n")
    (rules / "__init__.py").touch()
    (rules / "kernel.py").write_text(
        "from fourfold.kernel.jit import compiled\nfrom outside.tables import FACTORS\n\n\n"
        "@compiled\ndef twice(number: int) -> int:\n    return number * FACTORS[0]\n"
    )
    environment = {**os.environ, "FOURFOLD_CACHE": str(tmp_path / "cache")}

    def run() -> str:
        command = [sys.executable, "-c", INSTALLED, str(tmp_path)]
        return subprocess.run(command, capture_output=True, text=True, env=environment, check=True).stdout.strip()

    versions = tmp_path / "cache" / "kernels" / "outside"
    assert (run(), run(), len(list(versions.iterdir()))) == ("8", "8", 1)
    # Of another length: bytecode of a file of the same length, written in the same second, passes for its own.
    (tmp_path / "outside" / "tables.py").write_text("import numpy as np\nFACTORS = np.array([5, 3, 1])\n")
    assert (run(), len(list(versions.iterdir()))) == ("20", 2)


@pytest.mark.parametrize(
    ("path", "name", "watched", "ignored"),
    [
        ("games/quads/kernel.py", "fourfold.games.quads", "games/quads/rules.py", "games/exago"),
        ("games/exago/rules/cells.py", "fourfold.games.exago", "core/grids.py", "search"),
        ("kernel/bits.py", "fourfold.kernel", "kernel/jit.py", "games"),
        ("search/mcts/uct.py", "fourfold.search", "research/kernels/steps.py", "games"),
        ("research/kernels/steps.py", "fourfold.search", "search/perft.py", "games"),
        ("arena/references/player.py", "fourfold.arena.references", "search/state.py", "games"),
        ("players/player.py", "fourfold", "games/quads/kernel.py", "/tests"),
    ],
)
def test_every_kernel_of_ours_has_an_owner(path: str, name: str, watched: str, ignored: str) -> None:
    owner = owner_of("fourfold." + path.removesuffix(".py").replace("/", "."), PACKAGE / path)
    assert owner.name == name
    assert any((PACKAGE / watched).is_relative_to(source) for source in owner.sources)
    assert any((PACKAGE / path).is_relative_to(source) for source in owner.sources)
    assert not any((PACKAGE / ignored).is_relative_to(source) for source in owner.sources)


def test_a_script_is_compiled_anew_with_everything_that_it_may_call() -> None:
    owner = owner_of(__name__, Path(__file__))
    assert owner.name == "script.test_cache"
    assert {Path(__file__), PACKAGE / "games", PACKAGE / "search", PACKAGE / "core"} <= set(owner.sources)


def test_only_the_newest_few_versions_of_an_owner_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURFOLD_CACHE", str(tmp_path))
    for owner in ("one", "other"):
        for age in range(6):
            folder = tmp_path / "kernels" / owner / f"old{age}"
            folder.mkdir(parents=True)
            os.utime(folder, (age, age))
    made = cache.make_folder("test", Owner("one", (PACKAGE / "kernel",)))
    assert {folder.name for folder in (tmp_path / "kernels" / "one").iterdir()} == {made.name, "old4", "old5"}
    assert len(list((tmp_path / "kernels" / "other").iterdir())) == 6


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    code = "from fourfold.kernel.bits import bit; print(bit(3))"
    environment = {**os.environ, "FOURFOLD_CACHE": str(blocked)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.strip() == "8"


def test_what_is_compiled_is_used_also_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOURFOLD_CACHE", str(tmp_path))
    owner = Owner("image", (PACKAGE / "kernel",))
    kept = cache.make_folder.__wrapped__("test", owner)
    (kept / "part").mkdir()
    (kept / "part" / "kernel.nbi").write_bytes(b"compiled")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError

    def check() -> None:
        used = cache.make_folder.__wrapped__("test", owner)
        assert used != kept
        assert (used / "part" / "kernel.nbi").read_bytes() == b"compiled"

    assert cache.make_folder.__wrapped__("test", owner) == kept
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda path, _: path != kept / "part")  # root compiled here, before an upgrade
        check()
    monkeypatch.setattr(os, "utime", refuse)
    check()


def test_all_kernels_of_the_package_lie_where_their_owner_is_known() -> None:
    sources = [path for path in PACKAGE.rglob("*.py") if "template" not in path.parts]  # which becomes another package
    decorated = [path for path in sources if "\n@compiled\n" in path.read_text(encoding="utf-8")]
    names = {owner_of("fourfold.some.module", path).name for path in decorated}
    assert names == {
        "fourfold.kernel",
        "fourfold.search",
        "fourfold.arena.references",
        *(f"fourfold.games.{game}" for game in fourfold.list_games()),
    }
