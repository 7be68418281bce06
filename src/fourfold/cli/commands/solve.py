"""`fourfold solve`: proves the value of a game by search; an interrupted proof resumes from its file."""

from pathlib import Path
from typing import Annotated

from fourfold.cli.files import check_suffix
from fourfold.cli.interrupts import iterate_interruptible
from fourfold.cli.options import GameArgument, JsonOption, SetOption, first_position, option, settings
from fourfold.cli.output import print_json
from fourfold.cli.progress import counted
from fourfold.core.errors import BadNotation
from fourfold.text import say

WORDS = {1: "win", 0: "draw", -1: "loss", None: "open"}


def run(
    game: GameArgument,
    pebbles: Annotated[int | None, option("N", "cli.solve.pebbles")] = None,
    seconds: Annotated[float | None, option("S", "cli.solve.seconds")] = None,
    file: Annotated[Path | None, option("FILE", "cli.solve.file")] = None,
    position: Annotated[str | None, option("TEXT", "cli.solve.position")] = None,
    jobs: Annotated[int, option("N", "cli.solve.jobs", show_default=True)] = 1,
    set_: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    from fourfold.search.limit import ENDLESS, Limit
    from fourfold.search.proofs.solve import Proof

    if file is not None:
        check_suffix(file, ".jsonl")
    pairs = [*(set_ or []), *([] if pebbles is None else [f"pebbles={pebbles}"])]
    first = first_position(game, position, settings(None, pairs))
    limit = Limit(nodes=ENDLESS) if seconds is None else Limit(seconds=seconds)
    try:
        proof = Proof(first, file)
        for _ in counted(iterate_interruptible(proof.go_on(limit, jobs), limit.stop), "cli.solve.progress"):
            pass
    except OSError as problem:
        raise BadNotation("cli.cannot_write", path=str(file), problem=str(problem.strerror)) from None
    value, count = WORDS[proof.value], len(proof.kept)
    if as_json:
        proved = None if proof.value is None else value
        effort = {"solved": count, "nodes": proof.nodes, "seconds": round(proof.seconds, 2)}
        print_json({"position": str(first), "to_move": first.to_move, "proved": proved, **effort})
    else:
        effort = {"count": count, "nodes": proof.nodes, "seconds": proof.seconds}
        print(say("cli.solve.value", None, value=value, seat=first.to_move, **effort))
