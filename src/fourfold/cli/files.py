"""Files named on the command line: reading, and atomic writing, with our own errors."""

import sys
from pathlib import Path
from typing import NoReturn

from fourfold.core.errors import BadNotation, BadValue
from fourfold.text import say

KNOWN_SUFFIXES = (".csv", ".db", ".gif", ".json", ".jsonl", ".parquet", ".pdf", ".png", ".svg", ".toml", ".txt")


def read_text(path: Path) -> str:
    """Read a text file, or standard input for `-`."""
    try:
        if str(path) == "-":
            return sys.stdin.read()
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        detail = problem.strerror if isinstance(problem, OSError) else say("fourfold.not_utf8")
        raise BadNotation("cli.cannot_read", path=str(path), problem=str(detail)) from None


def check_suffix(path: Path, *suffixes: str) -> None:
    """Refuse a name that ends like another kind of file than what is written; other endings are free."""
    suffix = path.suffix.lower()
    if suffix in KNOWN_SUFFIXES and suffix not in suffixes:
        refuse_suffix(path, *suffixes)


def refuse_suffix(path: Path, *suffixes: str) -> NoReturn:
    """Say how the name of a file must end."""
    raise BadValue("cli.suffix", path=str(path), suffixes=", ".join(suffixes))


def make_folder(path: Path) -> None:
    """Create a folder and its parents, if missing."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadNotation("cli.cannot_write", path=str(path), problem=str(problem.strerror)) from None


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically."""
    write_bytes(path, text.encode())


def append_text(path: Path, text: str) -> None:
    """Add text to a file."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as problem:
        raise BadNotation("cli.cannot_write", path=str(path), problem=str(problem.strerror)) from None


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    try:
        part = path.with_name(path.name + ".part")
    except ValueError:
        raise BadNotation("cli.cannot_write", path=str(path), problem=say("cli.no_file_name")) from None
    try:
        part.write_bytes(content)
        part.replace(path)
    except OSError as problem:
        part.unlink(missing_ok=True)
        raise BadNotation("cli.cannot_write", path=str(path), problem=str(problem.strerror)) from None
