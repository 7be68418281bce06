"""Reading and writing the files that people name."""

from pathlib import Path

from fourfold.core.errors import BadNotation


def read_text(path: Path) -> str:
    """Read a text file; an error of the file is an error of ours."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        detail = problem.strerror if isinstance(problem, OSError) else str(problem)
        raise BadNotation("cli.cannot_read", path=str(path), problem=str(detail)) from None


def write_text(path: Path, text: str) -> None:
    """Write a text file whole or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as problem:
        part.unlink(missing_ok=True)
        raise BadNotation("cli.cannot_write", path=str(path), problem=str(problem.strerror)) from None
