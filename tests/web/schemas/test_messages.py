"""What clients are told, and what telling them costs."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

import fourfold
from fourfold.core.game import Game
from fourfold.core.moves import Moves
from fourfold.match.clock import Clock
from fourfold.match.match import Match
from fourfold.match.settings import ClockSetting, Seat, Settings
from fourfold.web.schemas.messages import Showing

TALL = [  # the tallest stacks that pebbles can make, alone on the board
    f"qawale@.,.,.,./.,.,.,./.,.,.,./{'n' * 8 + 'xo' * 5},.,.,.:10",
    f"qawale@.,.,.,./.,.,.,./.,{'n' * 8 + 'xo' * 7},.,./.,.,.,.:14",
    f"qawale:pebbles=10@.,.,.,./.,.,.,./.,.,{'n' * 8 + 'xo' * 9},./.,.,.,.:18",
]


class Work:
    """Counts the moves that are looked at one by one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.moves = 0
        spell, code = Game.spell, Moves.code

        def counted_spell(game: Game, row: Any, moves: Sequence[int]) -> Any:
            self.moves += len(moves)
            return spell(game, row, moves)

        def counted_code(moves: Moves, index: int) -> int:
            self.moves += 1
            return code(moves, index)

        monkeypatch.setattr(Game, "spell", counted_spell)
        monkeypatch.setattr(Moves, "code", counted_code)


def shown(position: fourfold.Position) -> bytes:
    """The message that the seat to move gets."""
    settings = Settings(position.game.id, options=position.game.written_options(2, position.options))
    seats = [Seat("person", "a", "Ann"), Seat("person", "b", "Ben")]
    match = Match(settings, "a", seats, position, clock=Clock(ClockSetting(), 2))
    return Showing("m", match, [], now=0).message(position.to_move)


@pytest.mark.parametrize("text", TALL)
def test_a_tall_stack_costs_no_more_than_another_position(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of millions of moves no more are looked at than of the few hundred that any game can have."""
    position = fourfold.read(text)
    assert len(position.moves()) > 1_000_000
    work = Work(monkeypatch)
    message = shown(position)
    assert 0 < work.moves < 2_000
    assert len(message) < 4_000
    assert msgspec.json.decode(message)["table"]["clicks"]


@pytest.mark.parametrize("game", fourfold.list_games())
def test_a_message_is_small(game: str) -> None:
    position = fourfold.game(game).start(seed=3)
    for _ in range(40):
        if position.outcome is not None:
            break
        assert len(shown(position)) < 24_000
        position = position.play(position.moves()[len(position.moves()) // 2])
