"""Where a line of text may end: at spaces, and in scripts without spaces where ICU allows it."""

import re
from collections.abc import Iterator

WITHOUT_SPACES = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")  # characters of scripts without spaces
WORD = re.compile(r"\s*\S+\s*")


def split_word(word: str) -> list[str]:
    """The parts of a word between which a line may end: many where a script has no spaces.

    >>> split_word("four"), split_word("四つ。")
    (['four'], ['四', 'つ。'])
    """
    if not WITHOUT_SPACES.search(word):
        return [word]
    from icu4py.breakers import LineBreaker

    return list(LineBreaker(word, "ja"))


def teach_rich() -> None:
    """Let Rich, and Textual with it, end lines so: by themselves they know spaces only, and cut elsewhere."""
    import rich._wrap

    rich._wrap.words = _words


def _words(text: str) -> Iterator[tuple[int, int, str]]:
    """What is not divided between lines, with the spaces after it: start, end and text, as Rich wants them."""
    start = 0
    for word in WORD.findall(text):
        for part in split_word(word):
            yield start, start + len(part), part
            start += len(part)
