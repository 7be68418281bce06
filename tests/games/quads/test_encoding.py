"""Quads in numbers: choices by name, edges, owners and hands in an observation."""

import fourfold
from fourfold.contract.encoding_tests import named_path, observed


def test_choices_are_what_their_names_say() -> None:
    position = fourfold.game("quads").start().play("c4=TTTT").play("e3=PPPP")
    for move in position.moves():
        square, edges = str(move).split("=")
        assert named_path(position, move) == [edges, square]


def test_an_observation_shows_edges_owners_and_hands() -> None:
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
