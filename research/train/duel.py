"""Lets two nets play each other: `python research/train/duel.py GAME ONE.onnx [OTHER.onnx]`.

The other is that of the package if none is named. Both are players `net` with the same CPU time a move. Each opening is
played on both seats; after each game a line says how the first net stands, with the Wilson interval of its share.
"""

import argparse
from functools import partial
from pathlib import Path

from fourfold.arena.duel import Duel
from fourfold.arena.entrants import Entrant, ThinkingLimit
from fourfold.arena.runs.schedule import Setting
from fourfold.core.registry import vision
from fourfold.players.net_player import NetPlayer
from fourfold.players.net_runtime import net_path


def main() -> None:
    """Play, and print the standing after each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("game")
    parser.add_argument("one", type=Path)
    parser.add_argument("other", type=Path, nargs="?")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.1, help="of CPU time, for a move")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    sight = vision(given.game)
    assert sight is not None
    options = {"seats": sight.seats, **sight.options}
    setting = Setting(given.game, options, thinking=ThinkingLimit(given.seconds, cpu=True), seed=given.seed)
    one, other = (
        Entrant(name, partial(NetPlayer, path))
        for name, path in (("one", given.one), ("other", given.other or net_path(given.game)))
    )
    for standing in Duel(setting, one, other, given.games).play(jobs=given.jobs):
        tally = standing.tally
        low, high = tally.interval
        print(
            f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost: {tally.share:.0%} ({low:.0%} to {high:.0%})"
        )


if __name__ == "__main__":
    main()
