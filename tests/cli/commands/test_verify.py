"""`fourfold verify` as people call it."""

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from fourfold.cli.app import app
from fourfold.match import commands
from fourfold.match.decisions import DecisionContext, carry_out, create
from fourfold.match.match import Match
from fourfold.match.settings import Seat, Settings


@pytest.fixture(scope="module")
def record() -> str:
    here, match = DecisionContext(0, random.Random(1), lambda: ""), Match()
    seats = [Seat("person", "a", "Ann"), Seat("person", "b", "Ben")]
    create(match, Settings("quadominos"), seats, "a", here, secret="5e" * 32, parts=("a1" * 32, ""))
    carry_out(match, commands.Resign(), "a", here)
    return str(match.record())


def verify(text: str, tmp_path: Path, *flags: str) -> Result:
    file = tmp_path / "record.txt"
    file.write_text(text)
    return CliRunner().invoke(app, ["verify", str(file), *flags])


def test_a_fair_record_is_said_to_be_fair(record: str, tmp_path: Path) -> None:
    done = verify(record, tmp_path)
    assert done.exit_code == 0
    assert "1 of 2 seats added to the secret." in done.stdout
    assert done.stdout.count("✓") == 4
    assert done.stdout.splitlines()[-1].startswith("All chance in this match was decided by the secret")


def test_a_record_that_was_changed_is_said_to_be_so(record: str, tmp_path: Path) -> None:
    done = verify(record.replace("a1" * 32, "a2" * 32), tmp_path, "--json")
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    assert found["holds"] is False
    assert [check["code"] for check in found["checks"] if not check["holds"]][-1] == "match.verify.deal.not"


def test_a_record_without_a_promise_cannot_be_checked(tmp_path: Path) -> None:
    done = verify('[Game "qawale"]\n\n1. a1NEE\n', tmp_path)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "There is nothing to check." in str(done.exception)
