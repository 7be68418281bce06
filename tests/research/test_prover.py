"""The prover of Qawale: its kernels and the project's agree, stopped proofs go on, certificates that are wrong fail."""

import importlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "research" / "gpu"
needs_compiler = pytest.mark.skipif(not shutil.which("c++"), reason="no C++ compiler `c++` is installed")


@pytest.fixture(autouse=True)
def _reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))


def load(name: str) -> Any:
    return importlib.import_module(f"prover.{name}")


def quiet(line: str) -> None:
    """Instead of printing."""


def device(seat: int, warps: int = 1) -> Any:
    """An emulated warp that claims to be so many, for proofs that a seat cannot win."""
    emulated = load("device").Emulated
    many = type("Many", (emulated,), {"warps": warps})
    return many(load("tables").make_tables(), seat == 0, 1 << 14)


def prove(folder: Path, pebbles: int, seat: int, level: int, warps: int = 1, stop_after: int = 1 << 30) -> Any:
    """Whether the prover proves it; it is killed after so many launches."""
    launches = 0

    def report(_: object) -> None:
        nonlocal launches
        launches += 1
        if launches == stop_after:
            raise KeyboardInterrupt

    answers = load("answers").Answers(folder, pebbles, seat, 1)
    effort = load("device").Effort(seconds=3600)
    return load("proof").cannot_win(device(seat, warps), answers, level, effort, float("inf"), report)


# What follows needs no compiler.


class Searched(dict[tuple[int, str], str]):
    """The lines of a certificate, each found by search when it is asked for."""

    def __init__(self, pebbles: int, seat: int) -> None:
        super().__init__()
        self.pebbles, self.seat = pebbles, seat

    def replies(self, left: int, board: str) -> Iterator[tuple[str, bool]]:
        """Each reply, and whether the maker can win after it."""
        certificate, rows = load("certificate"), load("rows")
        row = rows.row_of(load("boards").read_board(board).tolist(), self.pebbles, left, self.seat)
        row[certificate.PLY] -= 1
        game = rows.start(self.pebbles).game
        work = np.zeros(game.work_words, np.int64)
        for index in range(game.rules.count(row, work)):
            move, after = game.rules.nth(row, index, work), row.copy()
            game.rules.play(after, move)
            can = rows.can_win(rows.board_of(after, self.seat), self.pebbles, left, self.seat)
            yield certificate._reply_of(move), can

    def get(self, key: tuple[int, str], default: Any = None) -> Any:
        return next((reply for reply, can in self.replies(*key) if not can), default)


@pytest.fixture(scope="module")
def found() -> dict[tuple[int, str], str]:
    """The lines of a small certificate: that the first player cannot win with four pebbles."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        certificate = load("certificate").Certificate(4, 0, 2, Searched(4, 0))
        certificate.find_claims(quiet)
        return dict(certificate.used)


def check(lines: dict[tuple[int, str], str]) -> int:
    """Check a certificate as `verify` does, all of its claims; give how many there are."""
    certificate = load("certificate").Certificate(4, 0, 2, lines)
    claims = certificate.find_claims(quiet)
    again = load("certificate").search_again(certificate, claims, len(claims), 1, 1 << 40, quiet)
    assert again[False] == len(claims)
    return len(claims)


def test_a_certificate_is_followed_and_its_claims_are_proved_again(
    found: dict[tuple[int, str], str], tmp_path: Path
) -> None:
    load("certificate").Certificate(4, 0, 2, found).write(tmp_path / "some.xz")
    read = load("certificate").Certificate.read(tmp_path / "some.xz")
    assert (read.pebbles, read.seat, read.level, read.lines) == (4, 0, 2, found)
    assert check(read.lines) > 200


def test_a_missing_line_is_missed(found: dict[tuple[int, str], str]) -> None:
    for key in list(found)[::25]:
        with pytest.raises(load("certificate").CertificateError, match="no line"):
            check({other: reply for other, reply in found.items() if other != key})


def test_verify_says_what_holds_and_what_does_not(
    found: dict[tuple[int, str], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    certificates, prove = load("certificate"), importlib.import_module("prove")
    certificates.Certificate(4, 0, 2, found).write(tmp_path / "whole.xz")
    assert prove.verify(tmp_path / "whole.xz", 10, 1, 1 << 40) is True
    assert "he cannot win 10;" in capsys.readouterr().out
    certificates.Certificate(4, 0, 2, dict(list(found.items())[:-1])).write(tmp_path / "short.xz")
    assert prove.verify(tmp_path / "short.xz", 10, 1, 1 << 40) is False
    assert "WRONG" in capsys.readouterr().out


def test_a_line_that_is_no_move_is_found_out(found: dict[tuple[int, str], str]) -> None:
    for key, reply in list(found.items())[::25]:
        for wrong in (reply + reply[-2], reply[:-1], reply[0] * len(reply)):
            with pytest.raises(load("certificate").CertificateError, match="not a move"):
                check(found | {key: wrong})


def test_a_claim_that_is_wrong_is_found_out() -> None:
    certificates, rows, boards = load("certificate"), load("rows"), load("boards")
    some = rows.random_boards(np.random.default_rng(1), 10_000, 6, 2, 0)
    lost = next(board for board in some if rows.can_win(board, 6, 2, 0))
    with pytest.raises(certificates.CertificateError, match="he can win"):
        certificates.search_again(certificates.Certificate(6, 0, 2, {}), [boards.text_of(lost)], 1, 1, 1 << 40, quiet)


def test_a_move_of_the_maker_that_wins_is_found_out() -> None:
    certificates, rows, boards = load("certificate"), load("rows"), load("boards")
    some = rows.random_boards(np.random.default_rng(1), 10_000, 4, 1, 0)
    lost = next(board for board in some if rows.can_win(board, 4, 1, 0))
    with pytest.raises(certificates.CertificateError, match="wins at once"):
        certificates.Certificate(4, 0, 0, {})._moves(1, boards.text_of(lost))


@pytest.mark.parametrize("seat", [0, pytest.param(1, marks=pytest.mark.long)])
def test_the_certificates_of_seven_pebbles_are_complete(seat: int) -> None:
    certificates = load("certificate")
    certificate = certificates.Certificate.read(FOLDER / "certificates" / f"{('first', 'second')[seat]}-7.xz")
    assert (certificate.pebbles, certificate.seat, certificate.level) == (7, seat, 4)
    claims = certificate.find_claims(quiet)
    assert len(claims) == (16_020, 105_325)[seat]
    assert certificate.used == certificate.lines
    again = certificates.search_again(certificate, claims, 3, 1, 1_000, quiet)
    assert again == {None: 3}  # they take more nodes than that


def test_what_was_written_is_read_although_the_file_is_cut_off(tmp_path: Path) -> None:
    answers = load("answers")
    kept = answers.Answers(tmp_path, 4, 0, 1)
    kept.write(["2 - 7 1.2", "2 > 01 3"])
    kept.write(["2 + 5 1.3"])
    path = tmp_path / "first-4-0.txt.gz"
    again = answers.Answers(tmp_path, 4, 0, 1)
    assert (again.makers, again.replies, again.nodes) == ({(2, "1.2"): False, (2, "1.3"): True}, {(2, "3"): "01"}, 12)
    path.write_bytes(path.read_bytes()[:-14])
    assert answers.Answers(tmp_path, 4, 0, 1).makers == {(2, "1.2"): False}
    path.rename(tmp_path / "second-4-0.txt.gz")
    with pytest.raises(ValueError, match="another proof"):
        answers.Answers(tmp_path, 4, 1, 1)


# What follows builds the kernels of the GPU with the C++ compiler.


@needs_compiler
@pytest.mark.parametrize("seat", [0, 1])
def test_the_kernels_answer_like_the_search_of_the_project(seat: int) -> None:
    rows, chance = load("rows"), np.random.default_rng(7)
    lefts = [left for left in (1, 2, 3) for _ in range(20)]
    boards = [board for left in lefts for board in rows.random_boards(chance, 1, 4, left, seat)]
    answers, _ = device(seat).answer(
        np.array(boards, np.uint16), np.array(lefts, np.uint8), load("device").Effort(3600)
    )
    right = [rows.can_win(board, 4, left, seat) for board, left in zip(boards, lefts, strict=True)]
    assert (answers == load("device").CAN).tolist() == right
    assert 0 < sum(right) < len(right)


@needs_compiler
@pytest.mark.parametrize(("seat", "warps"), [(0, 1), (1, 1), (0, 500), (1, 2_000)])
def test_a_proof_makes_a_certificate_that_holds(seat: int, warps: int, tmp_path: Path) -> None:
    assert prove(tmp_path, 4, seat, 3 if seat else 2, warps) is True
    certificates, answers = load("certificate"), load("answers").Answers(tmp_path, 4, seat, 1)
    certificate = certificates.Certificate.make(answers, 3 if seat else 2, quiet)
    claims = certificates.Certificate(4, seat, certificate.level, certificate.lines).find_claims(quiet)
    again = certificates.search_again(certificate, claims, 40, 1, 1 << 40, quiet)
    assert again == {False: min(40, len(claims))}


@needs_compiler
def test_a_proof_that_was_killed_goes_on_and_asks_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load("proof"), "PORTION", 4)
    with pytest.raises(KeyboardInterrupt):
        prove(tmp_path, 4, 1, 2, stop_after=3)
    before = load("answers").Answers(tmp_path, 4, 1, 1).makers
    assert before
    assert prove(tmp_path, 4, 1, 2) is True
    lines = load("answers").read_packed(tmp_path / "second-4-0.txt.gz").splitlines()[1:]
    assert len(lines) == len({(line.split()[0], line.split()[-1], ">" in line) for line in lines})
    assert len(load("answers").Answers(tmp_path, 4, 1, 1).makers) > len(before)


@needs_compiler
def test_long_questions_come_back_and_are_divided(tmp_path: Path) -> None:
    answers = load("answers").Answers(tmp_path, 4, 0, 1)
    told: list[Any] = []
    effort = load("device").Effort(seconds=3600, most_nodes=50, patience=10)
    held = device(0, 100)
    assert load("proof").cannot_win(held, answers, 4, effort, float("inf"), told.append) is True
    assert told[-1].divided > 0
    assert told[-1].shares[3, False] > 0
