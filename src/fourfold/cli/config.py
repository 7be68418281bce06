"""Configuration of a command: its flags, then environment variables, then a TOML file; the first one counts.

A setting is declared once, as an option of its command. Its name gives the variable (`--port`: `FOURFOLD_PORT`) and
the key in the file (`port = 4444` under `[serve]`).
"""

import tomllib
from pathlib import Path
from typing import Any

import platformdirs
import typer
from typer.core import TyperOption

from fourfold.core.errors import BadValue
from fourfold.text import say

VARIABLE = "FOURFOLD_"
SECTION = "serve"  # of the file
FILE_NAME = "fourfold.toml"


def setting(flag: str, help_code: str, **further: Any) -> Any:
    """Declare an option that the environment and the file can set too."""
    return typer.Option(flag, envvar=VARIABLE + key_of(flag).upper(), help=say(help_code), **further)


def key_of(flag: str) -> str:
    """The key of a flag in the file.

    >>> key_of("--browser/--no-browser"), key_of("--trusted-proxy")
    ('browser', 'trusted_proxy')
    """
    return flag.partition("/")[0].removeprefix("--").replace("-", "_")


def usual_file() -> Path:
    """The file in the platform's configuration folder."""
    return Path(platformdirs.user_config_dir("fourfold", appauthor=False)) / FILE_NAME


def read_file(context: typer.Context, given: Path | None) -> Path | None:
    """Read the server's settings from the given file, or from the usual one if it exists; refuse unknown words."""
    return _read(context, given, is_whole=True)


def read_file_in_part(context: typer.Context, given: Path | None) -> Path | None:
    """Read those settings of the server that a command beside it has too, from the same file."""
    return _read(context, given, is_whole=False)


def _read(context: typer.Context, given: Path | None, *, is_whole: bool) -> Path | None:
    path = given or usual_file()
    if given is None and not path.is_file():
        return None
    found = _read_section(path)
    options = options_of(context)
    known = {word: option.multiple for word, option in options.items()}
    unknown = [word for word in found if word not in known]
    for word in unknown:
        if is_whole:
            raise BadValue("cli.config.word", path=str(path), word=word, known=", ".join(sorted(known)))
        del found[word]
    for word, value in found.items():
        values = value if isinstance(value, list) and known[word] else [value]
        if not all(isinstance(each, str | int) for each in values):
            raise BadValue("cli.config.value", path=str(path), word=word, is_list=str(known[word]).lower())
        texts = [str(each).lower() if isinstance(each, bool) else str(each) for each in values]
        found[word] = texts if known[word] else texts[0]  # parsed like flags from here on
        try:
            options[word].process_value(context, found[word])
        except typer.BadParameter as problem:
            raise BadValue("cli.config.unfit", path=str(path), word=word, problem=problem.message) from None
    context.default_map = found
    return path


def settings_of(context: typer.Context) -> dict[str, bool]:
    """The keys of all settings of a command, and whether each takes a list."""
    return {word: option.multiple for word, option in options_of(context).items()}


def options_of(context: typer.Context) -> dict[str, TyperOption]:
    """The options of a command that are settings, by their keys."""
    return {
        key_of(option.opts[0]): option
        for option in context.command.params
        if option.envvar is not None and option.name != "config" and isinstance(option, TyperOption)
    }


def _read_section(path: Path) -> dict[str, Any]:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BadValue("cli.cannot_read", path=str(path), problem=say("fourfold.not_utf8")) from None
    except (OSError, tomllib.TOMLDecodeError) as problem:
        detail = problem.strerror if isinstance(problem, OSError) else problem
        raise BadValue("cli.cannot_read", path=str(path), problem=str(detail)) from None
    unknown = [part for part in content if part != SECTION]
    found = content.get(SECTION, {})
    if unknown or not isinstance(found, dict):
        raise BadValue("cli.config.part", path=str(path), part=(unknown or [SECTION])[0], known=SECTION)
    return dict(found)
