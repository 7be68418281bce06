"""A move in words: a message and its values, the cells to look at, and the points that it brought."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from fourfold.core.help.notice import Notice
from fourfold.core.moves import Move
from fourfold.kernel.jit import NOBODY, Row
from fourfold.text import say

if TYPE_CHECKING:
    from fourfold.core.position import Position


@dataclass(frozen=True)
class Gain:
    """Points that a seat won or lost by a move; the message `points.CODE` of the game says what for."""

    seat: int
    code: str
    points: int


@dataclass(frozen=True)
class MoveWords:
    """A move in words: a message of the game, which also takes `who` (`you` or `other`) and `name`, and its values.

    `cells` are those where pieces were put, the main one first; `ply` is the number of moves before this one. `heard`
    is the move for those who do not see the board, in sentences that leave nothing out: the move itself, with `who` and
    `name` as above, then what it led to; where it is empty, the first message says all.
    """

    code: str
    values: dict[str, str | int]
    cells: tuple[str, ...] = ()
    gains: tuple[Gain, ...] = ()
    ply: int = 0
    heard: tuple[Notice, ...] = ()

    def say(self, name: str, *, is_own: bool = False, language: str | None = None) -> str:
        """Tell the move of the player of this name, or one's own."""
        who = "you" if is_own else "other"
        return say(self.code, language, who=who, name=name, **dict[str, Any](self.values))

    def say_all(self, name: str, *, is_own: bool = False, language: str | None = None) -> list[str]:
        """Tell the move to somebody who does not see the board, in sentences without a full stop."""
        first, *led_to = self.heard or (Notice(self.code, self.values),)
        move = replace(self, code=first.code, values=dict(first.values)).say(name, is_own=is_own, language=language)
        return [move, *(say(each.code, language, **dict[str, Any](each.values)) for each in led_to)]


def words_of(before: "Position", after: "Position") -> MoveWords | None:
    """Tell the move between two positions; None for a deal, and where the game has no words.

    Only what everybody may know is looked at, so everybody may be told.

    >>> import fourfold
    >>> start = fourfold.game("qawale").start()
    >>> words = words_of(start, start.play("a1NEE"))
    >>> words.say("Ann"), words.cells
    ('Ann took a1 and sowed 3', ('c2', 'b2', 'a2'))
    """
    if not isinstance(after.last, Move):
        return None
    words = before.game.describe(_known_to_all(before), after.last.code, _known_to_all(after))
    return None if words is None else replace(words, ply=before.ply)


def _known_to_all(position: "Position") -> Row:
    row = position._row.copy()
    position.game.rules.hide(row, NOBODY)
    return row
