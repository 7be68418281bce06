"""What is true of every command: its help, its language, its exit codes, and its output into a pipe."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import fourfold
from cli.console import PLAIN, run
from fourfold.cli.app import PANELS, load_command
from fourfold.puzzles.puzzle import list_puzzles
from fourfold.store import Store
from fourfold.text.language import list_languages

RECORD = '[Game "qawale"]\n\n1. a1NEE a4ESE\n'
GAME = "qawale"


def list_commands() -> Iterator[tuple[str, ...]]:
    """Every command and subcommand, as it is typed."""
    for codes in PANELS.values():
        for code in codes:
            name = code.split(".")[1]
            subcommands = getattr(load_command(name), "commands", {})
            yield from ((name, each) for each in subcommands) if subcommands else [(name,)]


COMMANDS = list(list_commands())
EXAMPLES: dict[tuple[str, ...], str] = {  # a short use of each; {} is a folder of the test
    ("games",): "",
    ("rules",): GAME,
    ("learn",): GAME,
    ("play",): GAME,
    ("puzzles", "list"): GAME,
    ("puzzles", "show"): f"{GAME} {list_puzzles(GAME)[0].id}",
    ("puzzles", "mine"): f"{GAME} --games 1 --plies 99",
    ("replay",): "{}/game.txt",
    ("draw",): "{}/game.txt",
    ("print",): GAME + " -o {}/sheets.pdf",
    ("data", "backup"): "{}/copy.db --database {}/server.db",
    ("data", "export"): "{}/matches.jsonl --database {}/server.db",
    ("data", "scrub"): "--database {}/server.db",
    ("data", "ratings"): "--database {}/server.db",
    ("data", "import"): "{}/none.jsonl --database {}/server.db",
    ("admin", "list"): "--database {}/server.db",
    ("admin", "audit"): "--database {}/server.db",
    ("admin", "push-key"): "",
    ("analyse",): f"{GAME} --depth 1",
    ("solve",): f"{GAME} --pebbles 1",
    ("duel",): f"{GAME} random random --games 2 --jobs 1",
    ("ladder",): GAME + " --level random --level simple --games 2 --jobs 1 --folder {}/ladder",
    ("tournament",): f"{GAME} random simple --jobs 1",
    ("perft",): f"{GAME} 1",
    ("bench",): f"{GAME} --seconds 0.1",
    ("study",): f"{GAME} --games 10",
    ("harvest",): GAME + " {}/harvest --level random --games 2 --jobs 1",
    ("survey",): "{}/surveyed --nodes 10 --jobs 1",
}
ELSEWHERE: dict[tuple[str, ...], str] = {  # tested where what they need is at hand
    ("verify",): "a record of a server",
    ("data", "transfer"): "a second database",
    ("serve",): "it does not end",
    ("engine",): "it takes a real standard input",
    ("puzzles", "measure"): "it writes into the games' folders",
    **{("admin", name): "an account" for name in ("reset", "mute", "unmute", "ban", "unban", "delete", "moderator")},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the examples need."""
    made = tmp_path_factory.mktemp("examples")
    (made / "game.txt").write_text(RECORD, encoding="utf-8")
    (made / "none.jsonl").touch()
    Store.open(made / "server.db").close()
    run("harvest", GAME, str(made / "surveyed"), "--level", "random", "--games", "1", "--jobs", "1")
    return made


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURFOLD_TERMINAL", str(tmp_path))


def example(command: tuple[str, ...], folder: Path) -> list[str]:
    return [*command, *EXAMPLES[command].format(*[folder] * 3).split()]


def typed(command: tuple[str, ...]) -> str:
    return " ".join(command)


def leaf(command: tuple[str, ...]) -> Any:
    found = load_command(command[0])
    return found.commands[command[1]] if len(command) > 1 else found


def test_every_command_has_an_example() -> None:
    assert {*EXAMPLES, *ELSEWHERE} == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS, ids=typed)
def test_help_shows_flags_as_flags_and_arguments_as_arguments(command: tuple[str, ...]) -> None:
    done = run(*command, "--help")
    assert done.returncode == 0, done.stderr
    assert "--help" in done.stdout
    assert "<bool>" not in done.stdout
    assert "[[" not in done.stdout


def test_the_language_before_a_command_is_that_of_its_help() -> None:
    """In one process of its own, because commands are declared with their help when they are first loaded."""
    script = "import sys; from fourfold.cli import main\nfor line in sys.stdin:\n sys.argv[1:] = line.split()\n"
    script += " try: main()\n except SystemExit as end: print(end.code)"
    lines = "\n".join(" ".join(("--language fr", *command, "--help")) for command in COMMANDS)
    environment = {**os.environ, **PLAIN, "LANG": "C.UTF-8"}
    words = [sys.executable, "-c", script]
    done = subprocess.run(words, input=lines, capture_output=True, text=True, env=environment, check=True)
    texts = [" ".join(text.split()) for text in done.stdout.split("Usage:")[1:]]
    assert len(texts) == len(COMMANDS)
    for command, text in zip(COMMANDS, texts, strict=True):
        assert typed(command) in text
        assert text.endswith(" 0")
        assert " ".join(leaf(command).help.split()[:3]) not in text


@pytest.mark.parametrize("command", EXAMPLES, ids=typed)
def test_what_is_no_terminal_gets_no_escape_codes(command: tuple[str, ...], folder: Path) -> None:
    done = run(*example(command, folder))
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize("closed", ["<&-", ">&- </dev/null", "2>&- </dev/null", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["", f"play {GAME}", f"learn {GAME}", "engine", "games"])
def test_a_closed_stream_is_an_empty_one(command: str, closed: str, tmp_path: Path) -> None:
    words = f"'{sys.executable}' -m fourfold {command} {closed}"
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == (0 if command else 2), done.stderr
    assert "Traceback" not in done.stderr
    if "2>" not in closed and not command:
        assert "Usage:" in done.stderr
    if ">&-" not in closed and command == "games":
        assert GAME in done.stdout


@pytest.mark.parametrize("command", EXAMPLES, ids=typed)
def test_a_reader_that_goes_away_is_no_error(command: tuple[str, ...], folder: Path) -> None:
    """As in `fourfold games | head -0`."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", encoding="utf-8") as closed:
        done = run(*example(command, folder), output=closed)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert "pipe" not in done.stderr


def test_an_engine_whose_reader_goes_away_ends() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    words = [sys.executable, "-m", "fourfold", "engine"]
    with os.fdopen(writer, "w") as closed:
        done = subprocess.run(words, input="{}\n", stdout=closed, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", COMMANDS, ids=typed)
def test_an_option_that_does_not_exist_is_a_mistake(command: tuple[str, ...]) -> None:
    assert run(*command, "--nonsense").returncode == 2


@pytest.mark.parametrize(
    "command", [each for each in COMMANDS if any(p.metavar == "GAME" for p in leaf(each).params)], ids=typed
)
def test_a_game_that_does_not_exist_is_a_mistake(command: tuple[str, ...]) -> None:
    others = ["1" for parameter in leaf(command).params if parameter.required][1:]
    done = run(*command, "chess", *others, *(["--plain"] if command == ("play",) else []))
    assert done.returncode == 2
    assert "There is no game “chess”" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        "replay FILE", "verify FILE", "draw FILE", "play --plain --record FILE", f"analyse {GAME} FILE",
        "data import FILE --database server.db", "serve --config FILE",
    ],
)  # fmt: skip
def test_a_file_that_is_not_there_is_a_mistake(words: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    done = run(*words.split())
    assert done.returncode == 2, done.stderr
    assert "FILE" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        f"play {GAME} --plain --position x@y", f"analyse {GAME} x@y", f"perft {GAME} 1 --position x@y",
        f"solve {GAME} --position x@y", f"duel {GAME} random random --position x@y", "draw x@y",
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_read_is_a_mistake(words: str) -> None:
    assert run(*words.split()).returncode == 2


@pytest.mark.parametrize(
    "words",
    [
        f"play {GAME} --plain --computer 1=level-9", f"duel {GAME} random level-9", f"ladder {GAME} --level level-9",
        f"tournament {GAME} random level-9", "engine --level level-9", f"study {GAME} --level level-9",
        f"harvest {GAME} x --level level-9",
    ],
)  # fmt: skip
def test_a_player_that_does_not_exist_is_a_mistake(words: str) -> None:
    done = run(*words.split())
    assert done.returncode == 2
    assert "level-8" in done.stderr


@pytest.mark.parametrize(
    ("words", "suffix"),
    [
        ("draw game.txt -o new.jpg", ".svg"),
        (f"print {GAME} -o new.png", ".pdf"),
        (f"puzzles mine {GAME} -o new.csv", ".jsonl"),
        (f"solve {GAME} --file new.json", ".jsonl"),
        (f"duel {GAME} random random --file new.txt", ".jsonl"),
        (f"tournament {GAME} random simple --file new.txt", ".jsonl"),
        ("data backup new.jsonl --database server.db", ".db"),
        ("data export new.csv --database server.db", ".jsonl"),
    ],
)
def test_a_name_that_ends_like_another_kind_of_file_is_a_mistake(
    words: str, suffix: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    done = run(*words.split())
    assert done.returncode == 2
    assert f"must end in {suffix}" in done.stderr
    assert not list(folder.glob("new*"))


def test_a_record_is_saved_as_text_or_json_only(tmp_path: Path) -> None:
    lines = [f"save {tmp_path}/game.{suffix}" for suffix in ("pdf", "json", "txt")]
    done = run("play", GAME, "--plain", typed="\n".join(["a1NEE", *lines]))
    assert "must end in .txt, .json" in done.stdout
    assert sorted(path.name for path in tmp_path.glob("game*")) == ["game.json", "game.txt"]
    assert fourfold.Record.parse((tmp_path / "game.json").read_text()).to_json().startswith("{")


@pytest.mark.parametrize("place", [0, 1])
def test_a_language_that_is_not_there_is_a_mistake(place: int) -> None:
    words = ["play", "--plain"]
    words[place:place] = ["--language", "xx"]
    done = run(*words)
    assert done.returncode == 2
    assert f"“xx” here; there are: {', '.join(list_languages())}." in done.stderr
    assert done.stdout == ""
    assert run("--language", "fr-CA", "rules", GAME).returncode == 0
    assert "“xx”" in run("--language", "fr", "--language", "xx", "games").stderr, "the last one counts"
    assert "“”" in run("--language=", "games").stderr


def test_help_says_what_happens_without_a_command() -> None:
    assert "Without a command, the app opens" in " ".join(run("--help").stdout.split())
    bare = run()  # where there is no terminal
    assert (bare.returncode, bare.stdout) == (2, "")
    assert "Without a command, the app opens" in " ".join(bare.stderr.split())


def test_a_target_says_what_may_be_told_apart() -> None:
    words = ["duel", GAME, "random", "random", "--sequential", "--target"]
    for target in ("0.05", "0.96", "7"):
        done = run(*words, target)
        assert done.returncode == 2
        assert "0.05 below it from one 0.05 above it" in done.stderr
