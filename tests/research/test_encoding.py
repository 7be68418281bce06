"""Moves as choices and views as numbers, for every variant: what the kernels write against what the notation says."""

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import fourfold
from fourfold import Move, Position
from fourfold.core.registry import encoding
from fourfold.kernel.jit import NO_CHOICE
from fourfold.research.walk import Walk
from play import by_chance
from variants import VARIANTS, Variant

MOST_LISTED = 3_000

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def positions(variant: Variant, seed: int = 0, every: int = 7, plies: int = 100) -> Iterator[Position]:
    """Every so many positions of a random game, and its last, or where it stands after so many plies."""
    chance = random.Random(f"{variant} {seed}")
    position = variant.start(seed=seed)
    while position.outcome is None and position.ply < plies:
        if position.is_deal_due:
            position = position.deal(seed=chance.getrandbits(32))
            continue
        if position.ply % every == 0:
            yield position
        position = position.play(by_chance(position, chance))
    yield position


def walk_at(variant: Variant, position: Position) -> Walk:
    """A walk that stands at a position."""
    walk = Walk(variant.game, seats=variant.seats, **variant.options)
    walk.begin(position)
    return walk


def path_of(position: Position, move: Move) -> tuple[int, ...]:
    code = encoding(position.game.id)
    path: list[int] = []
    while (choice := int(code.kernels.choice(position.row.copy(), move.code, len(path)))) != NO_CHOICE:
        path.append(choice)
    return tuple(path)


@every_variant
def test_paths_tell_moves_apart_and_none_begins_with_another(variant: Variant) -> None:
    code = encoding(variant.game)
    for position in positions(variant):
        moves = position.moves()
        if not 0 < len(moves) <= MOST_LISTED:
            continue
        paths = {path_of(position, move) for move in moves}
        assert len(paths) == len(moves)
        beginnings = {path[:depth] for path in paths for depth in range(len(path))}
        assert not paths & beginnings
        assert all(0 < len(path) <= code.longest for path in paths)
        assert all(0 <= choice < code.choices for path in paths for choice in path)


@every_variant
def test_masks_show_exactly_the_choices_of_legal_moves(variant: Variant) -> None:
    chance = random.Random(str(variant))
    for position in positions(variant):
        moves = position.moves()
        if not 0 < len(moves) <= MOST_LISTED:
            continue
        paths = {path_of(position, move): move for move in moves}
        for _ in range(3):
            walk = walk_at(variant, position)
            path: tuple[int, ...] = ()
            wanted = chance.choice(list(paths))
            for depth, choice in enumerate(wanted):
                expected = {p[depth] for p in paths if p[:depth] == path}
                assert set(np.flatnonzero(walk.mask()).tolist()) == expected
                assert walk.choose(choice) == (depth == len(wanted) - 1)
                path += (choice,)
            assert walk.row.tolist() == position.play(paths[wanted]).row.tolist()
            assert walk.codes == [paths[wanted].code]


def named(game: str, path: tuple[int, ...]) -> list[str]:
    return [encoding(game).describe(choice) for choice in path]


def test_choices_are_what_their_names_say() -> None:
    qawale = fourfold.game("qawale").start(swap=True).play("a1NEE")
    parse = qawale.game.notation.parse_move
    walk = Move("d4WSE", parse(qawale.row.copy(), "d4WSE"))
    assert named("qawale", path_of(qawale, walk)) == ["d4", "c4", "c3", "d3"]
    swap = Move("swap", parse(qawale.row.copy(), "swap"))
    assert named("qawale", path_of(qawale, swap)) == ["swap"]
    quads = fourfold.game("quads").start().play("c4=TTTT").play("e3=PPPP")
    for move in quads.moves():
        square, edges = str(move).split("=")
        assert named("quads", path_of(quads, move)) == [edges, square]
    exago = fourfold.game("exago").start(early=True).play("e5").play("e6").play("d6")
    for move in exago.moves():
        cells = [axial(name) for name in str(move).replace("/", "-").split("-")]
        assert named("exago", path_of(exago, move)) == [f"{q:+d},{r:+d}" for q, r in cells]
    table = fourfold.game("quadominos").start(seed=1)
    for _ in range(6):
        for move in table.moves():
            if "=" in str(move):
                cell, lying = str(move).split("=")
                x, y = cell.split(",")
                signs = [lying[4:]] if lying[4:] else []
                assert named("quadominos", path_of(table, move)) == [
                    lying[:4],
                    f"x{int(x):+d}",
                    f"y{int(y):+d}",
                    *signs,
                ]
            else:
                assert named("quadominos", path_of(table, move)) == [str(move)]
        table = table.play(table.moves()[-1])


def axial(name: str) -> tuple[int, int]:
    """The axial coordinates of a cell on the board of side 5: letter r + 4, number q + 5."""
    return int(name[1:]) - 5, "abcdefghi".index(name[0]) - 4


@every_variant
def test_observations_come_from_views_alone(variant: Variant) -> None:
    """What a seat cannot see can be dealt anew without a change in what it observes."""
    changed = 0
    for position in positions(variant, seed=1):
        for seat in range(variant.seats):
            walk, other = walk_at(variant, position), walk_at(variant, position)
            position.game.rules.hide(other.row, seat)
            if position.outcome is None:
                position.game.rules.fill(other.row, seat, 5)
            changed += walk.row.tolist() != other.row.tolist()
            assert walk.observe(seat).tolist() == other.observe(seat).tolist()
            low, high = walk.encoding.bounds
            assert (walk.observe(seat) >= low).all()
            assert (walk.observe(seat) <= high).all()
    assert changed > 0 or variant.game != "quadominos"


@every_variant
def test_the_path_is_shown_to_the_seat_that_walks_it_alone(variant: Variant) -> None:
    walk = Walk(variant.game, seats=variant.seats, **variant.options)
    walk.deal_by(np.random.default_rng(1))
    while len(np.flatnonzero(walk.mask())) and not walk.path:
        walk.choose(int(np.flatnonzero(walk.mask())[0]))
    assert walk.path
    for seat in range(walk.seats):
        shown = walk.encoding.split(walk.observe(seat))["path"]
        if seat == walk.seat:
            assert [(int(d), int(c)) for d, c in np.argwhere(shown)] == list(enumerate(walk.path))
        else:
            assert not shown.any()


def observed(position: Position, seat: int) -> dict[str, NDArray[np.float32]]:
    walk = Walk(position.game.id, seats=position.seats, **{k: v for k, v in position.options.items() if v is not None})
    walk.begin(position)
    return dict(walk.encoding.split(walk.observe(seat)))


def test_qawale_shows_every_pebble() -> None:
    position = fourfold.game("qawale").start(swap=True, pebbles=5)
    for move in ("a1NEE", "swap", "d1WNW", "d4SSW"):
        position = position.play(move)
    board, _, _ = str(position).partition("@")[2].partition(":")
    for seat, letters in ((0, "oxn"), (1, "xon")):  # the seats have swapped: x is seat 1's
        seen = observed(position, seat)
        for rank, stacks in enumerate(reversed(board.split("/"))):
            for file, stack in enumerate(stacks.split(",")):
                pebbles = "" if stack == "." else stack
                column = seen["stacks"][:, :, rank, file]
                assert column.sum() == len(pebbles)
                for level, letter in enumerate(pebbles):
                    assert column[level, letters.index(letter)] == 1
                assert seen["tops"][:, rank, file].tolist() == [letter == pebbles[-1:] for letter in letters]
        placed = {"x": board.count("x"), "o": board.count("o")}
        left = [(5 - placed[letter]) / 10 for letter in letters[:2]]
        assert seen["facts"] == pytest.approx([*left, 0, 1, 1, int(position.to_move == seat)])


def test_quads_shows_edges_owners_and_hands() -> None:
    position = fourfold.game("quads").start(hidden=True)
    for move in ["c4=TTTT", "e3=PPPP", "c3=TPSS", "e4=TSPS", "b4=STTP", "d3=SPTP"]:
        position = position.play(move)
    for seat in range(2):
        seen = observed(position, seat)
        for rank, squares in enumerate(reversed(str(position).partition("@")[2].split("/"))):
            file = 0
            for sign in squares.split(","):
                if sign.isdigit():
                    assert not seen["tiles"][:, rank, file : file + int(sign)].any()
                    file += int(sign)
                    continue
                owner = 2 if sign in ("PPPP", "TTTT") else int(sign.islower()) ^ seat
                assert seen["tiles"][16:, rank, file].tolist() == [whose == owner for whose in range(3)]
                for side, letter in enumerate(sign.upper()):
                    kind = "PT".find(letter) if letter != "S" else 2 + (owner == 1)
                    assert seen["tiles"][4 * side : 4 * side + 4, rank, file].tolist() == [k == kind for k in range(4)]
                file += 1
        assert seen["hands"].sum(axis=1).tolist() == [15, 0]
        assert seen["facts"].tolist() == [0, 1, 0, position.to_move == seat]
        assert not seen["neutrals"].any()


def test_exago_shows_tiles_hands_and_turn_from_the_observers_seat() -> None:
    position = fourfold.game("exago").start(seats=3, side=6, late=True)
    chance = random.Random(4)
    for _ in range(14):
        position = position.play(by_chance(position, chance))
    board, mover, ply = str(position).partition("@")[2].split(":")
    for seat in range(3):
        seen = observed(position, seat)
        assert seen["cells"][0].sum() == 91
        for line, text in enumerate(board.split("/")):
            r = 5 - line
            q = max(-5, -5 - r)
            for sign in np.concatenate([[s] if s.isalpha() else ["."] * int(s) for s in tokens(text)]):
                planes = seen["cells"][1:, r + 5, q + 5].tolist()
                assert planes == [sign == "rby"[(seat + near) % 3] if near < 3 else 0 for near in range(6)]
                q += 1
        tiles = [sum(text.count("rby"[(seat + near) % 3]) for text in board) for near in range(3)]
        assert seen["hands"].tolist() == pytest.approx([*((6 - count) / 12 for count in tiles), 0, 0, 0])
        assert seen["mover"].argmax() == (int(mover) - seat) % 3
        assert seen["facts"] == pytest.approx([0, 1, 1, 1, 3 / 6, int(ply) / 300])


def tokens(text: str) -> list[str]:
    listed: list[str] = []
    for sign in text:
        if listed and sign.isdigit() and listed[-1].isdigit():
            listed[-1] += sign
        else:
            listed.append(sign)
    return listed


@pytest.mark.parametrize("seats", [2, 5])
def test_quadominos_shows_the_table_and_what_is_known_of_hands(seats: int) -> None:
    position = fourfold.game("quadominos").start(seats=seats, seed=3, rounds=2)
    names = position.game.deck(position.options)
    chance = random.Random(9)
    for _ in range(40):
        position = position.deal(seed=1) if position.is_deal_due else position.play(by_chance(position, chance))
    assert position.to_move is not None
    for seat in range(seats):
        seen, parts = observed(position, seat), str(position.view(seat)).partition("@")[2].split(":")
        lying = dict(part.split("=")[::-1] for part in parts[0].split("/"))
        assert (seen["table"][:, 2:].sum(axis=1) > 0).sum() == len(lying)
        for numbers, cell in lying.items():
            tile = names.index("".join(sorted(numbers)))
            turn = [names[tile][t:] + names[tile][:t] for t in range(4)].index(numbers)
            x, y = map(int, cell.split(","))
            assert seen["table"][tile] == pytest.approx(
                [x / 124, y / 124, *(int(turn == t) for t in range(4))], abs=1e-6
            )
        own = parts[1].split("/")[seat].split(".")
        assert [names[tile] for tile in np.flatnonzero(seen["hands"][0])] == sorted(own, key=names.index)
        assert seen["held"][0] == pytest.approx(len(own) / 125)
        scores = [int(score) / 100 for score in parts[3].split("/")]
        assert seen["scores"][:seats].tolist() == pytest.approx(scores[seat:] + scores[:seat])
        assert seen["mover"].argmax() == (position.to_move - seat) % seats
        assert seen["facts"][-1] == pytest.approx(seats / 8)


def test_the_documentation_tells_the_sizes() -> None:
    text = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    for game in fourfold.list_games():
        code = encoding(game)
        name = fourfold.game(game).name
        assert f"| {name} | {code.choices:,} | " in text
        pieces = ", ".join(f"`{piece.name}` ({', '.join(map(str, piece.shape))})" for piece in code.pieces)
        assert f"| {name} | {code.size:,} | {pieces} |" in text
