"""Settings of a command from three places: its flags, then the environment, then a file; the first that speaks counts.

A setting is declared once, as an option of its command. From its name follow the variable of the environment
(`--port`: `FOURFOLD_PORT`) and the word in the file (`port = 4444` under `[serve]`).
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
FILE_NAME = "fourfold.toml"


def setting(flag: str, help_code: str, **further: Any) -> Any:
    """Declare a setting: an option that the environment and the file can give too."""
    word = word_of(flag)
    return typer.Option(flag, envvar=VARIABLE + word.upper(), help=say(help_code), **further)


def word_of(flag: str) -> str:
    """The word for a flag in a file.

    >>> word_of("--browser/--no-browser"), word_of("--trusted-proxy")
    ('browser', 'trusted_proxy')
    """
    return flag.partition("/")[0].removeprefix("--").replace("-", "_")


def usual_file() -> Path:
    """The file in the folder that the platform has for a person's settings."""
    return Path(platformdirs.user_config_dir("fourfold", appauthor=False)) / FILE_NAME


def read_file(context: typer.Context, given: Path | None) -> Path | None:
    """Take a command's settings from the file that is named, or from the usual one where there is one."""
    path = given or usual_file()
    if given is None and not path.is_file():
        return None
    found = _read_part(path, str(context.info_name))
    known = settings_of(context)
    for word, value in found.items():
        if word not in known:
            raise BadValue("cli.config.word", path=str(path), word=word, known=", ".join(sorted(known)))
        values = value if isinstance(value, list) and known[word] else [value]
        if not all(isinstance(each, str | int) for each in values):
            raise BadValue("cli.config.value", path=str(path), word=word, is_list=str(known[word]).lower())
        texts = [str(each).lower() if isinstance(each, bool) else str(each) for each in values]
        found[word] = texts if known[word] else texts[0]  # from here on they are read like flags
    context.default_map = found
    return path


def settings_of(context: typer.Context) -> dict[str, bool]:
    """The words of all settings of a command, and whether each takes a list."""
    return {
        word_of(option.opts[0]): option.multiple
        for option in context.command.params
        if option.envvar is not None and option.name != "config" and isinstance(option, TyperOption)
    }


def _read_part(path: Path, command: str) -> dict[str, Any]:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BadValue("cli.cannot_read", path=str(path), problem=say("fourfold.not_utf8")) from None
    except (OSError, tomllib.TOMLDecodeError) as problem:
        detail = problem.strerror if isinstance(problem, OSError) else problem
        raise BadValue("cli.cannot_read", path=str(path), problem=str(detail)) from None
    unknown = [part for part in content if part != command]
    found = content.get(command, {})
    if unknown or not isinstance(found, dict):
        raise BadValue("cli.config.part", path=str(path), part=(unknown or [command])[0], known=command)
    return dict(found)
