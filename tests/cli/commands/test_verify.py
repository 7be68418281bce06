"""`fourfold verify` as people call it."""

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from fourfold.cli.app import app
from fourfold.core.errors import BadValue
from fourfold.match import commands, lots
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
    assert "One of 2 seats added to the secret." in done.stdout
    assert done.stdout.count("✓") == 5
    assert done.stdout.splitlines()[-2].startswith("All chance in this match was decided by the secret")
    assert "does not show when the promise was made" in done.stdout.splitlines()[-1]


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


def test_where_nobody_added_the_verdict_says_so_with_another_exit_code(tmp_path: Path) -> None:
    here, match = DecisionContext(0, random.Random(1), lambda: ""), Match()
    seats = [Seat("person", "a", "Ann"), Seat("person", "b", "Ben")]
    create(match, Settings("qawale"), seats, "a", here, secret="5e" * 32)
    carry_out(match, commands.Resign(), "a", here)
    done = verify(str(match.record()), tmp_path)
    assert done.exit_code == 3
    assert "? No seat added to the secret: the server could have chosen lots and deals." in done.stdout
    assert "nobody could choose it" not in done.stdout
    assert json.loads(verify(str(match.record()), tmp_path, "--json").stdout)["verdict"] == "unproven"


def test_ones_own_commitment_and_part_are_checked(record: str, tmp_path: Path) -> None:
    commitment = lots.commit("5e" * 32)
    done = verify(record, tmp_path, "--commitment", commitment, "--part", "a1" * 32)
    assert (done.exit_code, done.stdout.count("✓")) == (0, 7)
    assert "does not show" not in done.stdout
    assert verify(record, tmp_path, "--part", "b2" * 32).exit_code == 1
    assert verify(record, tmp_path, "--commitment", "00" * 32).exit_code == 1


@pytest.mark.parametrize("flag", ["--commitment", "--part", "--seed"])
@pytest.mark.parametrize("text", ["", "abc", "A1" * 32, "a1" * 33])
def test_what_is_no_commitment_part_or_seed_is_a_mistake_and_no_verdict(
    record: str, tmp_path: Path, flag: str, text: str
) -> None:
    """A letter that was lost in copying must not call a fair match unfair."""
    done = verify(record, tmp_path, flag, text)
    assert done.stdout == ""
    assert isinstance(done.exception, BadValue)
    assert str(done.exception) == f"{flag} takes 64 hexadecimal digits in small letters, not “{text}”."
