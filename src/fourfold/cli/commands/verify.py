"""`fourfold verify`: checks the lots and deals of a record against the commitment made before the match."""

from pathlib import Path
from typing import Annotated

import typer

from fourfold.cli.files import read_text
from fourfold.cli.options import JsonOption, argument, option
from fourfold.cli.output import print_json
from fourfold.core.errors import BadValue
from fourfold.core.records.record import Record
from fourfold.text import say

EXIT_CODES = {"fair": 0, "unfair": 1, "unproven": 3}  # 2 is a wrong command line
SENTENCES = {"fair": "cli.verify.holds", "unfair": "cli.verify.fails", "unproven": "cli.verify.unproven"}
SIGNS = {(True, True): "✓", (True, False): "?", (False, True): "✗"}  # by whether a check holds, and proves


def run(
    file: Annotated[Path, argument("RECORD", "cli.replay.file")],
    commitment: Annotated[str | None, option("HEX", "cli.verify.commitment", "--commitment")] = None,
    part: Annotated[str | None, option("HEX", "cli.verify.part", "--part")] = None,
    seed: Annotated[str | None, option("HEX", "cli.verify.seed", "--seed")] = None,
    as_json: JsonOption = False,
) -> None:
    from fourfold.match.lots import is_word
    from fourfold.match.verification import Promise, verdict_of, verify

    for name, text in (("--commitment", commitment), ("--part", part), ("--seed", seed)):
        if text is not None and not is_word(text):  # also the empty text of a variable that was not set
            raise BadValue("cli.verify.bad_word", name=name, text=text[:80])
    checks = verify(Record.parse(read_text(file)), Promise(commitment or "", part or "", seed or ""))
    verdict = verdict_of(checks)
    if as_json:
        found = [
            {"code": each.code, "holds": each.holds, "proves": each.proves, "message": say(each.code, **each.values)}
            for each in checks
        ]
        print_json({"holds": verdict != "unfair", "verdict": verdict, "checks": found})
    else:
        for each in checks:
            print(f"{SIGNS[each.holds, each.proves]} {say(each.code, **each.values)}")
        print(say(SENTENCES[verdict]))
        if verdict == "fair" and not commitment:
            print(say("cli.verify.compare"))
    if EXIT_CODES[verdict]:
        raise typer.Exit(EXIT_CODES[verdict])
