"""Text that others wrote, made fit for a terminal."""


def printable(text: str) -> str:
    r"""Leave out what would move the cursor or change colours.

    >>> printable("red \x1b[31m alert")
    'red  [31m alert'
    """
    return "".join(sign if sign.isprintable() else " " for sign in text)
