"""`fourfold verify`: whether all chance in a record is what it was promised to be."""

import json
from pathlib import Path

from fourfold.cli.files import read_text
from fourfold.core.records.record import Record
from fourfold.match.verification import verify
from fourfold.text import say


def run_check(file: Path, as_json: bool) -> bool:
    """Check the record and say what was found; whether all of it is as it should be."""
    checks = verify(Record.parse(read_text(file)))
    holds = all(check.holds for check in checks)
    if as_json:
        found = [
            {"code": check.code, "holds": check.holds, "message": say(check.code, **check.values)} for check in checks
        ]
        print(json.dumps({"holds": holds, "checks": found}, ensure_ascii=False, indent=2))
        return holds
    for check in checks:
        print(f"{'✓' if check.holds else '✗'} {say(check.code, **check.values)}")
    print(say("cli.verify.holds" if holds else "cli.verify.fails"))
    return holds
