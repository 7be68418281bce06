"""Quads: the mirror strategy, and refusals by name."""

import random

import pytest

import fourfold
from fourfold import IllegalMove, Position

GAME = fourfold.game("quads")
SWAPPED = str.maketrans("PT", "TP")


def mirrored(move: str) -> str:
    """The opposite square, and the tile turned by 180 degrees with P and T exchanged."""
    square, _, edges = move.partition("=")
    opposite = f"{chr(ord('a') + ord('f') - ord(square[0]))}{7 - int(square[1])}"
    return f"{opposite}={(edges[2:] + edges[:2]).translate(SWAPPED)}"


def test_the_mirror_wins_every_game_for_dark_against_light_who_plays_anything() -> None:
    for seed in range(60):
        chance = random.Random(seed)
        position = GAME.start()
        while position.outcome is None:
            moves = position.moves()
            move = moves[chance.randrange(len(moves))]
            position = position.play(move).play(mirrored(str(move)))
        assert position.outcome.winner == 1


def test_the_mirror_of_every_legal_move_is_legal_whatever_light_does() -> None:
    """In mirrored positions each of light's legal moves has an answer, not only the moves played."""
    for seed in range(6):
        chance = random.Random(seed)
        position = GAME.start()
        while position.outcome is None:
            for move in position.moves():
                assert mirrored(str(move)) in position.play(move).moves()
            moves = position.moves()
            move = moves[chance.randrange(len(moves))]
            position = position.play(move).play(mirrored(str(move)))


def answers_fail(options: dict[str, object], first: str) -> bool:
    return mirrored(first) not in GAME.start(**options).play(first).moves()  # type: ignore[arg-type]


def test_the_mirror_fails_with_the_border_and_diagonally_apart_in_the_centre_only() -> None:
    assert answers_fail({"border": True}, "a1=PPPP")
    failing = {
        str(move)[:2] for move in GAME.start(apart="diagonal").moves() if answers_fail({"apart": "diagonal"}, str(move))
    }
    assert failing == {"c3", "c4", "d3", "d4"}
    assert not any(answers_fail({}, str(move)) for move in GAME.start().moves())


def after(*moves: str, **options: object) -> Position:
    position = GAME.start(**options)  # type: ignore[arg-type]
    for move in moves:
        position = position.play(move)
    return position


@pytest.mark.parametrize(
    ("moves", "options", "move", "rule"),
    [
        ([], {}, "c3=SPPP", "F4"),
        (["c3=PPPP"], {}, "c4=TTTT", "F4"),
        (["c3=PPPP"], {}, "c3=TTTT", "F4"),
        (["c3=PPPP"], {}, "a1=PPPP", "R2"),
        (["c3=PPPP"], {"apart": "diagonal"}, "d4=TTTT", "R1"),
        ([], {"border": True}, "a1=TTTT", "R2"),
        (["c3=PPPP", "e5=TTTT"], {}, "c3=SPPP", "F5"),
        (["c3=PPPP", "e5=TTTT"], {}, "a1=SPPP", "F5"),
        (["c3=PPPP", "e5=TTTT"], {}, "c4=SPSP", "F5"),
        (["c3=PPPP", "e5=TTTT"], {}, "c4=SSSS", "F3"),
        (["c3=PPPP", "e5=TTTT"], {}, "c4=PPPP", "F5"),
        (["c3=PPPP", "e5=TTTT", "c4=SPPP"], {}, "d3=PPSP", None),
        (["b3=PPPP", "e5=TTTT"], {"border": True}, "a3=PPPS", "F8"),
    ],
)
def test_refusals_name_the_rule(moves: list[str], options: dict[str, object], move: str, rule: str | None) -> None:
    position = after(*moves, **options)
    if rule is None:
        assert position.play(move).ply == len(moves) + 1
    else:
        with pytest.raises(IllegalMove, match=f"Quads {rule}"):
            position.play(move)


def test_a_tile_is_gone_once_it_lies() -> None:
    position = after("c3=PPPP", "e5=TTTT", "c4=SPPP", "d5=STTT")
    with pytest.raises(IllegalMove, match="Quads F5"):
        position.play("b3=SPPP")


def test_the_light_and_the_dark_solid_edge_are_different() -> None:
    position = after("c3=PPPP", "e5=TTTT", "c4=SPPP")
    assert "c5=TTST" not in position.moves()
    position = position.play("d5=STTT")
    assert "c5=TTST" in position.moves()


def test_a_full_board_is_darks_win() -> None:
    """Random games in which the mirror strategy fills the board."""
    for seed in range(4000):
        chance = random.Random(seed)
        position = GAME.start()
        while position.outcome is None:
            moves = position.moves()
            move = moves[chance.randrange(len(moves))]
            position = position.play(move).play(mirrored(str(move)))
        if position.ply >= 34:
            assert position.outcome.winner == 1
            return
    pytest.fail("no nearly full board was reached")


def test_a_hidden_hand_is_withheld_until_the_end() -> None:
    position = after("c3=PPPP", "e5=TTTT", "c4=SPPP", hidden=True)
    assert position.view(0) != position.view(1)
    assert position.view(None).row.tobytes() not in (position.view(0).row.tobytes(), position.view(1).row.tobytes())
    assert len(position.view(0).moves()) == 0
    assert len(position.view(1).moves()) == len(position.moves())
