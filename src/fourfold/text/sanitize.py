"""Sanitizing of foreign text for a terminal: no control characters."""


def printable(text: str) -> str:
    r"""Replace control characters, such as those that move the cursor or change colours.

    >>> printable("red \x1b[31m alert")
    'red  [31m alert'
    """
    return "".join(sign if sign.isprintable() else " " for sign in text)
