"""The command line: `fourfold COMMAND`."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from fourfold.text import add_catalogue, say, speak
from fourfold.text.language import find_language, is_known, list_languages

add_catalogue("cli", Path(__file__).parent / "text")

USAGE_ERROR, INPUT_ERROR = 2, 1  # exit codes: a game or option that does not exist; a wrong move, file or value


def wanted_language(arguments: Sequence[str]) -> str | None:
    """The value of `--language`, which must be known before the commands are declared with their help.

    >>> wanted_language(["games", "--language", "fr"]), wanted_language(["--language=fr"]), wanted_language(["games"])
    ('fr', 'fr', None)
    """
    for place, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name == "--language":
            return value or next(iter(arguments[place + 1 :]), None)
    return None


def main() -> None:
    """Run the command line; our own errors are one sentence on standard error, never a traceback."""
    wanted = wanted_language(sys.argv[1:])
    speak(find_language(os.environ, wanted))
    if wanted is not None and not is_known(wanted):
        print(say("cli.unknown_language", "en", wanted=wanted, known=", ".join(list_languages())), file=sys.stderr)
    from fourfold.cli.app import app
    from fourfold.core.errors import BadOption, FourfoldError, UnknownGame

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # characters that the encoding lacks
    try:
        app()
    except FourfoldError as error:
        print(error, file=sys.stderr)
        sys.exit(USAGE_ERROR if isinstance(error, UnknownGame | BadOption) else INPUT_ERROR)
    except BrokenPipeError:  # the reader of our output, such as `head`, has closed it
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:  # standard output cannot be written
        print(say("cli.cannot_print", problem=str(error.strerror)), file=sys.stderr)
        os._exit(INPUT_ERROR)  # nothing more can be flushed
