"""Lines end at spaces, and in scripts without spaces where these allow it."""

from rich.console import Console
from rich.text import Text

from fourfold.text.line_breaks import split_word, teach_rich

JAPANESE = "Qawale F2: a1は空です。小石をのせられるのは、山の上だけです。「はい」、そうです。"
CLOSING = set("、。」）ー")


def wrapped(text: str, width: int) -> list[str]:
    teach_rich()
    return [line.plain.rstrip() for line in Text(text).wrap(Console(), width)]


def test_a_line_of_japanese_is_full_and_begins_with_no_closing_sign() -> None:
    for width in range(8, 60):
        lines = wrapped(JAPANESE, width)
        assert "".join(lines).replace(" ", "") == JAPANESE.replace(" ", "")
        assert not [line for line in lines if line[0] in CLOSING]
        assert all(Text(line).cell_len <= width for line in lines)
    assert wrapped(JAPANESE, 26)[0] == "Qawale F2: a1は空です。小"


def test_words_with_spaces_are_not_divided() -> None:
    assert wrapped("four by-four  tiles", 8) == ["four", "by-four", "tiles"]
    assert split_word("by-four") == ["by-four"]
