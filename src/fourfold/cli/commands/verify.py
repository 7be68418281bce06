"""`fourfold verify`: checks the lots and deals of a record against the commitment made before the match."""

from pathlib import Path
from typing import Annotated

import typer

from fourfold.cli.files import read_text
from fourfold.cli.options import JsonOption, argument
from fourfold.cli.output import print_json
from fourfold.core.records.record import Record
from fourfold.text import say


def run(file: Annotated[Path, argument("RECORD", "cli.replay.file")], as_json: JsonOption = False) -> None:
    from fourfold.match.verification import verify

    checks = verify(Record.parse(read_text(file)))
    holds = all(check.holds for check in checks)
    found = [{"code": check.code, "holds": check.holds, "message": say(check.code, **check.values)} for check in checks]
    if as_json:
        print_json({"holds": holds, "checks": found})
    else:
        for check in found:
            print(f"{'✓' if check['holds'] else '✗'} {check['message']}")
        print(say("cli.verify.holds" if holds else "cli.verify.fails"))
    if not holds:
        raise typer.Exit(1)
