"""`fourfold solve`: proves what a game is worth, as far as time allows."""

import json
from pathlib import Path

from fourfold.cli.interrupts import attend_each
from fourfold.cli.progress import counted
from fourfold.core.errors import BadNotation
from fourfold.core.position import Position
from fourfold.search.limit import ENDLESS, Limit
from fourfold.search.proofs.solve import Proof
from fourfold.text import say

WORDS = {1: "win", 0: "draw", -1: "loss", None: "open"}


def run_proof(position: Position, seconds: float | None, path: Path | None, jobs: int, as_json: bool) -> None:
    """Go on with a proof and print how it stands."""
    limit = Limit(nodes=ENDLESS) if seconds is None else Limit(seconds=seconds)
    try:
        proof = Proof(position, path)
        solving = attend_each(proof.go_on(limit, jobs), limit.stop)
        for _ in counted(solving, lambda count: say("cli.solve.progress", count=count)):
            pass
    except OSError as problem:
        raise BadNotation("cli.cannot_write", path=str(path), problem=str(problem.strerror)) from None
    if as_json:
        found = {
            "position": str(position),
            "to_move": position.to_move,
            "proved": None if proof.value is None else WORDS[proof.value],
            "solved": len(proof.kept),
            "nodes": proof.nodes,
            "seconds": round(proof.seconds, 2),
        }
        print(json.dumps(found, indent=2))
    else:
        print(
            say(
                "cli.solve.value",
                value=WORDS[proof.value],
                seat=position.to_move,
                count=len(proof.kept),
                nodes=proof.nodes,
                seconds=proof.seconds,
            )
        )
