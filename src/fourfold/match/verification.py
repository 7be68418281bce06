"""Verification of provably fair lots and deals, from the record of a match alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fourfold.core.errors import BadRecord
from fourfold.core.records.record import DEAL, Record
from fourfold.match import lots

COMMITMENT, SECRET, PARTS, LOT, STARTER = "Commitment", "Secret", "Parts", "Lot", "Starter"
FAILURES = {
    "match.verify.commitment": "match.verify.commitment.not",
    "match.verify.seats": "match.verify.seats.not",
    "match.verify.deal": "match.verify.deal.not",
}
NO_PART = "-"  # how a record writes an empty part


@dataclass(frozen=True)
class Check:
    """The result of one check: the code of its sentence, whether it holds, and the values in the sentence."""

    code: str
    holds: bool
    values: Mapping[str, Any] = field(default_factory=dict)


def format_parts(parts: list[str]) -> str:
    """The parts of all places as a record header."""
    return " ".join(part or NO_PART for part in parts)


def verify(record: Record) -> list[Check]:
    """Compute all lots and deals again; BadRecord where the record lacks what that needs."""
    tags = record.headers
    if COMMITMENT not in tags:
        raise BadRecord("match.verify.no_commitment")
    if SECRET not in tags:
        raise BadRecord("match.verify.no_secret")
    commitment, secret = _word(tags, COMMITMENT), _word(tags, SECRET)
    parts = _parts(tags.get(PARTS, ""), record.seats)
    found = lots.commit(secret)
    checks = [_check("match.verify.commitment", found == commitment, commitment=commitment, found=found)]
    given = sum(part != "" for part in parts)
    checks.append(_check("match.verify.parts", True, given=given, seats=record.seats))
    if LOT in tags:
        order = tuple(_number(LOT, word, record.seats) for word in tags[LOT].split())
        starter = _number(STARTER, tags[STARTER], record.seats) if STARTER in tags else None
        drawn = lots.draw_seats(record.seats, secret, parts, starter)
        checks.append(_check("match.verify.seats", order == drawn))
    deals = [step.text.removeprefix(DEAL).split(",") for step in record.steps if step.text.startswith(DEAL)]
    for number, deal in enumerate(deals, 1):
        holds = deal == lots.shuffle_deck(deal, secret, parts, number)
        checks.append(_check("match.verify.deal", holds, number=number))
    return checks


def _check(code: str, holds: bool, **values: Any) -> Check:
    return Check(code if holds else FAILURES[code], holds, values)


def _word(tags: Mapping[str, str], name: str) -> str:
    if not lots.is_word(tags[name]):
        raise BadRecord("match.verify.bad_tag", name=name, text=tags[name][:80])
    return tags[name]


def _parts(text: str, seats: int) -> list[str]:
    parts = ["" if part == NO_PART else part for part in text.split()]
    if len(parts) != seats or not all(part == "" or lots.is_word(part) for part in parts):
        raise BadRecord("match.verify.bad_tag", name=PARTS, text=text[:80])
    return parts


def _number(name: str, text: str, seats: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 3 and int(text) < seats):
        raise BadRecord("match.verify.bad_tag", name=name, text=text[:80])
    return int(text)
