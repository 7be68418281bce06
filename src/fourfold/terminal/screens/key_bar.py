"""The bar of keys at the bottom of a screen: in one row where they fit, otherwise closer together, then in two."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.markup import escape
from textual.widgets import Static


class Key(NamedTuple):
    """A key, what it does in words, and the action that a click on it runs."""

    name: str
    label: str
    action: str

    @property
    def width(self) -> int:
        """In cells."""
        return cell_len(self.name) + 1 + cell_len(self.label)

    @property
    def markup(self) -> str:
        """The key in bold, then its label."""
        return f"[@click={self.action}][b]{escape(self.name)}[/b] {escape(self.label)}[/]"


def arrange(keys: Sequence[Key], width: int) -> list[list[Key]]:
    """Divide keys among as few rows as they need with one space between two.

    >>> [len(row) for row in arrange([Key("q", "leave", "")] * 3, 15)]
    [2, 1]
    """
    rows: list[list[Key]] = [[]]
    for key in keys:
        if rows[-1] and sum(each.width + 1 for each in rows[-1]) + key.width > width:
            rows.append([])
        rows[-1].append(key)
    return rows


class KeyBar(Static):
    """The bar; all of it can be clicked."""

    def __init__(self, keys: Sequence[Key]) -> None:
        super().__init__(classes="keys")
        self._keys = keys
        self._written = ""

    def show_keys(self, keys: Sequence[Key]) -> None:
        """Show other keys."""
        self._keys = keys
        self.on_resize()

    def on_resize(self) -> None:
        """Use the width that there is."""
        width = self.size.width
        is_roomy = sum(key.width + 2 for key in self._keys) - 2 <= width
        gap = "  " if is_roomy else " "
        written = "\n".join(gap.join(key.markup for key in row) for row in arrange(self._keys, width))
        if width and written != self._written:
            self._written = written
            self.update(written)
