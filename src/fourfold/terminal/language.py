"""Translation of texts to the language of the app."""

from typing import Any

import fourfold.terminal  # noqa: F401 - its catalogue
from fourfold.core.errors import FourfoldError
from fourfold.picture.shapes import Face
from fourfold.text import DEFAULT_LANGUAGE, has, say


class Translator:
    """Translates to one language; texts that a catalogue lacks are in English.

    >>> Translator("en")("seat", number=1)
    'Seat 1'
    """

    def __init__(self, language: str = DEFAULT_LANGUAGE) -> None:
        self.language = language

    def __call__(self, name: str, /, **values: Any) -> str:
        """A text of the terminal's own catalogue."""
        return say(f"terminal.{name}", self.language, **values)

    def code(self, code: str, /, **values: Any) -> str:
        """A text of any catalogue."""
        return say(code, self.language, **values)

    def error(self, error: FourfoldError) -> str:
        """The message of an error; one without a text here stays as the server wrote it."""
        if self.language == DEFAULT_LANGUAGE or not has(error.code):
            return str(error)
        try:
            return self.code(error.code, **error.values)
        except RuntimeError:  # a value came over the network as text, where the message needs a number
            return str(error)

    def seat_name(self, game: str, seat: int) -> str:
        """The name of a seat in its game: red, light."""
        code = f"{game}.seat.{seat}"
        return self.code(code) if has(code) else self("seat", number=seat)

    def option(self, game: str, name: str) -> str:
        """The label of an option."""
        code = f"{game}.option.{name}.label"
        return self.code(code) if has(code) else name

    def option_word(self, game: str, name: str, word: str) -> str:
        """The label of one of an option's words."""
        code = f"{game}.option.{name}.{word}"
        return self.code(code) if has(code) else word

    def click(self, game: str, word: str) -> str:
        """The label of a click that is a word."""
        code = f"{game}.click.{word}"
        return self.code(code) if has(code) else word

    def piece(self, game: str, face: Face) -> str:
        """The name of a piece in its game."""
        return self.code(f"{game}.{face.message}", **face.values) if face.message else ""
