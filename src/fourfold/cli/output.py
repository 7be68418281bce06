"""What tables have in common that are shown to people: how wide they are, and how numbers are written in them."""

from shutil import get_terminal_size

from rich.console import Console

from fourfold.text import say

WIDTH = 100  # a table is hard to read where it is wider


def page() -> Console:
    """Standard output, as wide as the terminal where there is one, but not too wide."""
    return Console(width=min(WIDTH, get_terminal_size((WIDTH, 0)).columns))


def rounded(value: float, *, tenths: bool = False) -> str:
    """Write a number without its fraction, or with tenths, as the language does.

    >>> rounded(1234.56), rounded(1234.56, tenths=True)
    ('1235', '1234.6')
    """
    return say("cli.tenths" if tenths else "cli.whole", value=float(value))


def percent(share: float, *, tenths: bool = False) -> str:
    """Write a share in hundredths, as the language does.

    >>> percent(0.4567), percent(0.4567, tenths=True)
    ('46%', '45.7%')
    """
    return say("cli.percent_tenths" if tenths else "cli.percent", share=float(share))
