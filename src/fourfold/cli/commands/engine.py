"""`fourfold engine`: a level as an engine that answers requests for moves on standard input (docs/protocol.md)."""

import sys
from typing import Annotated

from fourfold.cli.options import option


def run(level: Annotated[str, option("LEVEL", "cli.engine.level", show_default=True)] = "simple") -> None:
    from fourfold.arena.engines.server import EngineServer
    from fourfold.arena.entrants import find_player

    server = EngineServer(find_player(level))
    # Not `sys.stdin`: the interpreter locks it at an interrupt, while a thread may still read from it.
    server.speak(open(sys.stdin.fileno(), "rb", closefd=False), sys.stdout.buffer)  # noqa: SIM115
