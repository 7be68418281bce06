"""The command line: `fourfold COMMAND`."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from fourfold.text import add_catalogue, say, speak
from fourfold.text.language import find_language, is_known, list_languages

add_catalogue("cli", Path(__file__).parent / "text")

WRONG_QUESTION, WRONG_CONTENT = 2, 1  # exit codes: what was asked for does not exist; what was given is not right


def wanted_language(arguments: Sequence[str]) -> str | None:
    """The language that is asked for; it must be known before the commands are made, whose help is in it.

    >>> wanted_language(["games", "--language", "fr"]), wanted_language(["--language=fr"]), wanted_language(["games"])
    ('fr', 'fr', None)
    """
    for place, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name == "--language":
            return value or next(iter(arguments[place + 1 :]), None)
    return None


def main() -> None:
    """Run the command line; an error of ours is one sentence on standard error, never a traceback."""
    wanted = wanted_language(sys.argv[1:])
    speak(find_language(os.environ, wanted))
    if wanted is not None and not is_known(wanted):
        print(say("cli.unknown_language", "en", wanted=wanted, known=", ".join(list_languages())), file=sys.stderr)
    from fourfold.cli.app import app
    from fourfold.core.errors import BadOption, FourfoldError, UnknownGame

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal of few signs shows what it can
    try:
        app()
    except FourfoldError as error:
        print(error, file=sys.stderr)
        sys.exit(WRONG_QUESTION if isinstance(error, UnknownGame | BadOption) else WRONG_CONTENT)
    except BrokenPipeError:  # the reader of our output has seen enough
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:  # what we print cannot be written
        print(say("cli.cannot_print", problem=str(error.strerror)), file=sys.stderr)
        os._exit(WRONG_CONTENT)  # nothing more can be flushed
