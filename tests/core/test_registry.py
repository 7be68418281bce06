"""Games as installed packages: found by their entry points, and left out with a sentence where they are faulty."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import fourfold
from fourfold.core import registry
from packages import FACTS, LOADED, MESSAGES, NO_KERNEL, GamePackage, install

GAMES = sorted(path.parent.name for path in Path(fourfold.__file__).parent.glob("games/*/__init__.py"))
PACKAGES = [
    GamePackage(
        "tiny", "tiny_game", FACTS.format(id="tiny"), {"game.py": LOADED, "RULES.md": "# Tiny\n", "empty.py": ""}
    ),
    GamePackage("two-words", "two_words", FACTS.format(id="two-words"), {"game.py": LOADED}),
    NO_KERNEL,
    GamePackage("broken", "broken", "import nothing_of_this_name\n"),
    GamePackage("nonsense", "nonsense", "this is no Python\n"),
    GamePackage("nothing", "without_facts", "FACTS = {}\n"),
    GamePackage("other", "other_id", FACTS.format(id="another")),
    GamePackage("Bad Id", "bad_id", FACTS.format(id="Bad Id")),
    GamePackage("web", "namespace", FACTS.format(id="web")),
    GamePackage("exago", "rival", FACTS.format(id="exago")),
    GamePackage("tiny", "tiny_rival", FACTS.format(id="tiny")),
    GamePackage("mute", "mute", FACTS.format(id="mute"), {"text/en.json": "{"}),
    GamePackage("listed", "listed", FACTS.format(id="listed"), {"text/en.json": "[]"}),
    GamePackage("terse", "terse", FACTS.format(id="terse"), {"text/en.json": '{"tagline": "A game."}'}),
    GamePackage(
        "open", "unclosed", FACTS.format(id="open"), {"text/en.json": json.dumps(MESSAGES | {"tagline": "{in"})}
    ),
    GamePackage("three", "number", FACTS.format(id="three"), {"text/en.json": json.dumps({**MESSAGES, "seat.0": 3})}),
    GamePackage("french", "french", FACTS.format(id="french"), {"text/fr.json": '{"tagline": "{x, plural"}'}),
    GamePackage("exit", "leaves", "raise SystemExit(3)\n"),
]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packages."""
    return install(tmp_path_factory.mktemp("projects"), tmp_path_factory.mktemp("installed"), PACKAGES)


def run(installed: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    everything = {**os.environ, "PYTHONPATH": str(installed), **environment}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=everything)


def ask(installed: Path, code: str) -> Any:
    """What a program prints as JSON, in a process of its own that sees the packages."""
    done = run(installed, "-c", f"import json, sys, fourfold\nfrom fourfold.core import registry\n{code}")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_installed_games_are_listed_without_loading_the_compiler(installed: Path) -> None:
    games, loaded = ask(installed, "print(json.dumps([fourfold.list_games(), [*sys.modules]]))")
    assert games == sorted([*GAMES, "tiny", "two-words", "no-kernel"])
    assert not {"numba", "numpy"} & set(loaded)


def test_an_installed_game_has_a_package_a_folder_modules_and_words(installed: Path) -> None:
    code = """
from fourfold.core.help.rulebook import read_rulebook
from fourfold.text import say
found = registry.module("tiny", "empty")
print(json.dumps([
    registry.package("tiny"), str(registry.folder("tiny")), found.__name__, registry.module("tiny", "kernel"),
    say("tiny.tagline"), registry.facts("two-words").name, fourfold.game("tiny").name, read_rulebook("tiny").title,
]))
"""
    assert ask(installed, code) == [
        "tiny_game", str(installed / "tiny_game"), "tiny_game.empty", None, "A small game.", "Tiny", "Qawale",
        "Tiny",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("package", "words"),
    [
        ("broken", "cannot be used (ModuleNotFoundError: No module named 'nothing_of_this_name')"),
        ("nonsense", "cannot be used (SyntaxError"),
        ("without_facts", "has no FACTS"),
        ("other_id", "calls itself “another”"),
        ("bad_id", "“Bad Id” cannot be the id of a game"),
        ("namespace", "“web” cannot be the id of a game"),
        ("rival", "there is already a game “exago”, from “fourfold.games.exago”"),
        ("tiny_rival", "there is already a game “tiny”, from “tiny_game”"),
        ("mute", "cannot be used (JSONDecodeError"),
        ("listed", "cannot be used (AttributeError"),
        ("unclosed", "the message en.json: tagline of the game “open” is no ICU pattern"),
        ("number", "the message en.json: seat.0 of the game “three” is no ICU pattern"),
        ("french", "the message fr.json: tagline of the game “french” is no ICU pattern"),
        ("leaves", "cannot be used (SystemExit: 3)"),
        ("terse", "lacks messages: option.edge, option.edge.hard, option.edge.label, option.edge.soft, seat.0, seat.1"),
    ],
)
def test_a_faulty_package_is_left_out_and_the_reason_is_told(installed: Path, package: str, words: str) -> None:
    done = run(installed, "-c", "import fourfold; fourfold.list_games()")
    named = [line for line in done.stderr.splitlines() if f"“{package}”" in line]
    assert len(named) == 1
    assert words in named[0]
    left_out = ask(installed, "print(json.dumps(registry.left_out()))")
    assert left_out[package] == named[0]
    assert len(left_out) == 15


def test_the_list_of_games_names_what_is_left_out(installed: Path) -> None:
    done = run(installed, "-m", "fourfold", "games")
    assert done.returncode == 0
    assert "Tiny" in done.stdout
    assert "“without_facts” has no FACTS" in " ".join(done.stdout.split())
    french = run(installed, "-m", "fourfold", "--language", "fr", "games")
    assert "« without_facts » n’a pas de FACTS" in " ".join(french.stdout.split())


def test_a_game_that_cannot_be_loaded_fails_alone(installed: Path) -> None:
    code = """
try:
    fourfold.game("no-kernel")
except fourfold.FaultyGame as error:
    print(json.dumps([error.code, str(error), fourfold.game("exago").start().play("e5").ply]))
"""
    code, sentence, ply = ask(installed, code)
    assert (code, ply) == ("fourfold.faulty_game.load", 1)
    assert "“no-kernel” of the package “no_kernel”" in sentence
    assert "cannot import name 'kernel'" in sentence


def test_a_game_without_an_encoding_says_so(installed: Path) -> None:
    code = """
try:
    registry.encoding("two-words")
except fourfold.FaultyGame as error:
    print(json.dumps(str(error)))
"""
    assert "has no encoding" in str(ask(installed, code))
    assert ask(installed, 'print(json.dumps(registry.vision("two-words")))') is None


def test_nothing_of_ours_is_left_out() -> None:
    assert registry.left_out() == {}
    assert len(GAMES) >= 4
    assert set(GAMES) <= set(fourfold.list_games())
    for game in GAMES:
        assert registry.package(game) == f"fourfold.games.{game}"
        assert (registry.folder(game) / "__init__.py").is_file()


@pytest.mark.parametrize("name", ["chess", "", "../exago", "exago/", None, 3])
def test_an_unknown_game_has_no_package_folder_or_module(name: Any) -> None:
    for ask_for in (registry.package, registry.folder, registry.facts, lambda game: registry.module(game, "game")):
        with pytest.raises(fourfold.UnknownGame):
            ask_for(name)
