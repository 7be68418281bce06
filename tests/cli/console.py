"""The command line called in this process: a process of its own takes a second to start, and shows the same."""

import io
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from subprocess import CompletedProcess
from typing import TextIO
from unittest.mock import patch

from fourfold.cli import main
from fourfold.contract.variants import short_words
from fourfold.text import speak, spoken

PLAIN = {"PYTHONUTF8": "1", "COLUMNS": "100", "NO_COLOR": "1"}


def run(*arguments: str, typed: str = "", output: TextIO | None = None) -> CompletedProcess[str]:
    """Run `fourfold ARGUMENTS`; the exit code and what was printed, as `subprocess.run` gives them.

    `output` is a file that gets standard output instead.
    """
    given = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
    printed, complained = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    language, code = spoken(), 0
    with (
        patch.dict(os.environ, PLAIN),
        patch.object(sys, "argv", ["fourfold", *arguments]),
        patch.object(sys, "stdin", given),
        redirect_stdout(output or printed),
        redirect_stderr(complained),
    ):
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        finally:
            speak(language)
    return CompletedProcess(arguments, code, _text_of(printed), _text_of(complained))


def short_flags(game: str) -> list[str]:
    """Flags that make a match short."""
    return [flag for name, word in short_words(game).items() for flag in ("--set", f"{name}={word}")]


def _text_of(stream: io.TextIOWrapper) -> str:
    stream.flush()
    content: bytes = stream.buffer.getvalue()  # type: ignore[attr-defined]
    return content.decode()
