"""Proves on a GPU that a player of Qawale cannot win: `python research/gpu/prove.py COMMAND FOLDER`.

    make FOLDER                    where Fourfold is: tables, and positions with known answers
    check FOLDER                   where the GPU is: the kernels against these answers, small proofs, the speed
    prove FOLDER --pebbles N       that the first player cannot win and the second cannot; --seat 0 or 1 for one of them
    verify FOLDER --pebbles N      where Fourfold is: the certificates, with a sample of their lines searched again

`check` and `prove` need NumPy and CuPy alone, and nvcc. Answers are written to the folder as they come, so a proof that
was stopped goes on. With `--emulate` an emulated warp takes the place of the GPU, for small numbers of pebbles.
"""

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from prover.answers import Answers
from prover.device import CAN, Cuda, Device, Effort, Emulated
from prover.proof import Progress, cannot_win

PLAYERS = ("first", "second")
FOUND = {True: "cannot win: PROVED", False: "may win the easier game: nothing proved", None: "not finished"}
GIGABYTES = 64  # of answers on the GPU
EMULATED_BUCKETS = 1 << 18
BETWEEN_REPORTS = 1.0  # seconds


@dataclass
class Session:
    """What the command line asks for."""

    folder: Path
    out: Path
    earlier: Path | None
    emulate: bool
    seed: int
    gigabytes: float
    level: int | None
    effort: Effort
    defines: dict[str, int]

    def device(self, seat: int) -> Device:
        """A device for proofs that a seat cannot win."""
        tables = dict(np.load(self.folder / "tables.npz"))
        if self.emulate:
            return Emulated(tables, seat == 0, EMULATED_BUCKETS, self.seed, self.defines)
        buckets = 1 << int(np.log2(self.gigabytes * 2**30 / 32))
        return Cuda(tables, seat == 0, buckets, self.seed, self.defines)

    def prove(self, pebbles: int, seat: int, until: float) -> bool | None:
        """Prove that a seat cannot win, with figures."""
        began, device = time.monotonic(), self.device(seat)
        answers = Answers(self.out, pebbles, seat, self.seed, self.earlier)
        print(f"{pebbles} pebbles, the {PLAYERS[seat]} player: {len(answers.makers):,} answers are known", flush=True)
        level = self.level or min(max(pebbles - 3, 2), 4)

        told = began

        def report(progress: Progress) -> None:
            nonlocal told
            if not progress.shares and time.monotonic() < told + BETWEEN_REPORTS:
                return
            told, nodes = time.monotonic(), device.counted["nodes"]
            print(
                f"  {progress.seconds:7.1f} s, on the GPU {progress.searching:7.1f}: {progress.answered:,} of "
                f"{progress.asked:,} answered, {progress.divided:,} divided, {nodes:.4g} nodes, "
                f"{nodes / max(progress.searching, 1e-9):.3g}/s",
                flush=True,
            )
            tell_shares(progress.shares, level, nodes + answers.nodes)

        proved = cannot_win(device, answers, level, self.effort, until, report)
        print(f"{pebbles} pebbles, the {PLAYERS[seat]} player {FOUND[proved]}; {time.monotonic() - began:.1f} s")
        print(f"  {device.counted}", flush=True)
        return proved


def tell_shares(shares: Counter[tuple[int, bool | None]], level: int, nodes: int) -> None:
    """Say which part of the positions is decided, and about how many nodes the whole proof would take."""
    for left in sorted({left for left, _ in shares}, reverse=True):
        cannot, can, is_open = (shares[left, value] for value in (False, True, None))
        print(f"  {left} moves left: {cannot:,} positions he cannot win, {can:,} he can, {is_open:,} open")
    # All positions one move above the questions are known from the beginning, and decided in random order.
    decided = shares[level + 1, False] + shares[level + 1, True]
    every = decided + shares[level + 1, None]
    if 0 < decided < every:
        print(f"  {nodes:.4g} nodes for {decided:,} of {every:,}: about {nodes * every / decided:.2g} for all")


def check(session: Session, most_pebbles: int) -> bool:
    """Compare answers, and prove small numbers of pebbles."""
    cases = dict(np.load(session.folder / "cases.npz"))
    is_right = True
    for seat in (0, 1):
        chosen = cases["seats"] == seat
        answers, _ = session.device(seat).answer(cases["boards"][chosen], cases["lefts"][chosen], Effort(3600))
        differ = int(((answers == CAN) != cases["can"][chosen]).sum())
        print(f"{chosen.sum()} positions, the {PLAYERS[seat]} player can win {(answers == CAN).sum()}; {differ} differ")
        is_right &= differ == 0
    for pebbles in range(1, most_pebbles + 1):
        for seat in (0, 1):
            is_right &= session.prove(pebbles, seat, float("inf")) is True
    return is_right


def _given() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("command", choices=("make", "check", "prove", "verify"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, help="where answers are written; the folder itself if not given")
    parser.add_argument("--earlier", type=Path, help="where answers of a stopped proof are, if not there")
    parser.add_argument("--pebbles", type=int, default=7, help="of `check` the most")
    parser.add_argument("--seat", type=int, choices=(0, 1), help="the player that cannot win; both if not given")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="for all that is to be proved")
    parser.add_argument("--level", type=int, help="moves of the maker left in what the GPU is asked")
    parser.add_argument("--gigabytes", type=float, default=GIGABYTES, help="for answers on the GPU")
    parser.add_argument("--launch", type=float, default=20.0, help="seconds, then answers are saved")
    parser.add_argument("--seed", type=int, default=1, help="chooses the hashes")
    parser.add_argument("--sample", type=int, default=50, help="lines of a certificate that are searched again")
    parser.add_argument("--define", action="append", default=[], metavar="NAME=VALUE", help="of the source")
    parser.add_argument("--emulate", action="store_true")
    return parser.parse_args()


def main() -> int:
    """Read the command line."""
    given = _given()
    out = given.out or given.folder
    if given.command == "make":
        from prover.tables import make

        make(given.folder)
        return 0
    seats = (0, 1) if given.seat is None else (given.seat,)
    session = Session(
        given.folder, out, given.earlier, given.emulate, given.seed, given.gigabytes, given.level, Effort(given.launch),
        {name: int(value) for name, _, value in (define.partition("=") for define in given.define)},
    )  # fmt: skip
    if given.command == "check":
        return 0 if check(session, given.pebbles) else 1
    until = time.monotonic() + given.seconds
    proved = [session.prove(given.pebbles, seat, until) for seat in seats]
    return 0 if all(proved) else 1


if __name__ == "__main__":
    sys.exit(main())
