"""The command line: `fourfold COMMAND`."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from fourfold.text import add_catalogue, say, speak
from fourfold.text.language import find_language, is_known, list_languages

add_catalogue("cli", Path(__file__).parent / "text")

MISTAKE, FAILURE = 2, 1  # exit codes: what was given is wrong, be it a word, a move or a file; the work failed


def wanted_language(arguments: Sequence[str]) -> str | None:
    """The last value of `--language`, which must be known before the commands are declared with their help.

    >>> wanted_language(["games", "--language", "fr"]), wanted_language(["--language=fr"]), wanted_language(["games"])
    ('fr', 'fr', None)
    """
    wanted = None
    for place, argument in enumerate(arguments):
        name, has_value, value = argument.partition("=")
        if name == "--language":
            wanted = value if has_value else next(iter(arguments[place + 1 :]), None)
    return wanted


def main() -> None:
    """Run the command line; our own errors are one sentence on standard error, never a traceback."""
    from fourfold.cli.console import end_with_reader, open_closed_streams

    open_closed_streams()
    wanted = wanted_language(sys.argv[1:])
    speak(find_language(os.environ))
    if wanted is not None and not is_known(wanted):
        print(say("cli.unknown_language", wanted=wanted, known=", ".join(list_languages())), file=sys.stderr)
        sys.exit(MISTAKE)
    speak(find_language(os.environ, wanted))
    from fourfold.cli.app import run
    from fourfold.core.errors import Failure, FourfoldError

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # characters that the encoding lacks
    end_with_reader()
    try:
        try:
            run()
        finally:
            print(end="", flush=True)  # here, where what goes wrong can still be told
    except FourfoldError as error:
        print(error, file=sys.stderr)
        sys.exit(FAILURE if isinstance(error, Failure) else MISTAKE)
    except OSError as error:  # standard output cannot be written
        print(say("cli.cannot_print", problem=str(error.strerror)), file=sys.stderr)
        os._exit(FAILURE)  # nothing more can be flushed
