"""Proves on a GPU that a player of Qawale cannot win: `python research/gpu/prove.py COMMAND PATH`.

    make FOLDER                    where Fourfold is: tables, and positions with known answers
    check FOLDER                   where the GPU is: the kernels against these answers, small proofs, the speed
    prove FOLDER --pebbles N       that the first player cannot win and the second cannot; --seat 0 or 1 for one of them
    certify FOLDER --pebbles N     where Fourfold is: certificates of the answers in the folder
    verify FILE                    where Fourfold is: a certificate; --sample positions of it are searched again

`check` and `prove` need NumPy and CuPy alone, and nvcc. Answers are written to the folder as they come, so a proof that
was stopped goes on. With `--emulate` an emulated warp takes the place of the GPU, for small numbers of pebbles.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
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
BETWEEN_LINES = 1.0  # seconds


def teller() -> Callable[[str], None]:
    """What prints lines, at most one a second."""
    told = time.monotonic()

    def tell(line: str) -> None:
        nonlocal told
        if time.monotonic() >= told + BETWEEN_LINES:
            told = time.monotonic()
            print(f"  {line}", flush=True)

    return tell


def level_of(pebbles: int) -> int:
    """How many moves of the maker are left in the positions that the GPU is asked about."""
    return min(max(pebbles - 3, 2), 4)


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
        level = self.level or level_of(pebbles)
        tell = teller()

        def report(progress: Progress) -> None:
            nodes = device.counted["nodes"]
            (print if progress.shares else tell)(
                f"{progress.seconds:.1f} s, on the GPU {progress.searching:.1f}: {progress.answered:,} of "
                f"{progress.asked:,} answered, {progress.divided:,} divided, {nodes:.4g} nodes, "
                f"{nodes / max(progress.searching, 1e-9):.3g}/s"
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


def certify(folder: Path, pebbles: int, seat: int, level: int) -> None:
    """Make the certificate of a proof."""
    from prover.certificate import Certificate

    certificate = Certificate.make(Answers(folder, pebbles, seat, 0), level, teller())
    path = folder / f"{PLAYERS[seat]}-{pebbles}.xz"
    certificate.write(path)
    print(f"{path}: {len(certificate.lines):,} lines, {path.stat().st_size:,} bytes")


def verify(path: Path, sample: int, seed: int, nodes: int) -> bool:
    """Follow a certificate, and search some of the positions that it leaves again, by the project's own search."""
    from prover.certificate import Certificate, CertificateError, search_again

    certificate, tell = Certificate.read(path), teller()
    what = f"the {PLAYERS[certificate.seat]} player cannot win with {certificate.pebbles} pebbles"
    try:
        claims = certificate.find_claims(tell)
        print(f"{path}: {what} if he cannot win {len(claims):,} positions with {certificate.level} moves left")
        found = search_again(certificate, claims, sample, seed, nodes, tell)
    except CertificateError as error:
        print(f"{path}: WRONG, it does not show that {what}: {error}")
        return False
    print(f"of {found.total():,} of them, drawn at random with the seed {seed}, he cannot win {found[False]:,};")
    print(f"{found[None]:,} were not decided within {nodes:,} nodes")
    return True


def _given() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("command", choices=("make", "check", "prove", "certify", "verify"))
    parser.add_argument("path", type=Path)
    parser.add_argument("--out", type=Path, help="where answers are written; the folder itself if not given")
    parser.add_argument("--earlier", type=Path, help="where answers of a stopped proof are, if not there")
    parser.add_argument("--pebbles", type=int, default=7, help="of `check` the most")
    parser.add_argument("--seat", type=int, choices=(0, 1), help="the player that cannot win; both if not given")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="for all that is to be proved")
    parser.add_argument("--level", type=int, help="moves of the maker left in what the GPU is asked")
    parser.add_argument("--gigabytes", type=float, default=GIGABYTES, help="for answers on the GPU")
    parser.add_argument("--launch", type=float, default=20.0, help="seconds, then answers are saved")
    parser.add_argument("--seed", type=int, default=1, help="chooses the hashes, of `verify` the sample")
    parser.add_argument("--sample", type=int, default=50, help="positions that are searched again")
    parser.add_argument("--nodes", type=int, default=50_000_000, help="for each of these")
    parser.add_argument("--define", action="append", default=[], metavar="NAME=VALUE", help="of the source")
    parser.add_argument("--emulate", action="store_true")
    return parser.parse_args()


def main() -> int:
    """Read the command line."""
    given = _given()
    seats = (0, 1) if given.seat is None else (given.seat,)
    if given.command == "make":
        from prover.tables import make

        make(given.path)
    elif given.command == "certify":
        for seat in seats:
            certify(given.path, given.pebbles, seat, given.level or level_of(given.pebbles))
    elif given.command == "verify":
        return 0 if verify(given.path, given.sample, given.seed, given.nodes) else 1
    else:
        defines = {name: int(value) for name, _, value in (define.partition("=") for define in given.define)}
        session = Session(
            given.path, given.out or given.path, given.earlier, given.emulate, given.seed, given.gigabytes, given.level,
            Effort(given.launch), defines,
        )  # fmt: skip
        if given.command == "check":
            return 0 if check(session, given.pebbles) else 1
        until = time.monotonic() + given.seconds
        proved = [session.prove(given.pebbles, seat, until) for seat in seats]
        return 0 if all(proved) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
