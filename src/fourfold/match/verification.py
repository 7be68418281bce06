"""Verification of provably fair lots and deals, from the record of a match alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from fourfold.core.errors import BadRecord
from fourfold.core.records.record import DEAL, Record
from fourfold.match import lots

COMMITMENT, SECRET, PARTS, LOT, STARTER = "Commitment", "Secret", "Parts", "Lot", "Starter"
PLACE = "Place-"  # before the number of a place: the name of who was there when the match was set up
SEED_COMMITMENT, SEED, MATCH = "SeedCommitment", "Seed", "Match"  # of a tournament's match
FAILURES = {
    "match.verify.commitment": "match.verify.commitment.not",
    "match.verify.mine": "match.verify.mine.not",
    "match.verify.my_part": "match.verify.my_part.not",
    "match.verify.names": "match.verify.names.not",
    "match.verify.lot": "match.verify.lot.not",
    "match.verify.no_lot": "match.verify.no_lot.not",
    "match.verify.pairing": "match.verify.pairing.not",
    "match.verify.seats": "match.verify.seats.not",
    "match.verify.deal": "match.verify.deal.not",
    "match.verify.seed": "match.verify.seed.not",
}
NO_PART = "-"  # how a record writes an empty part
NO_LOT = "none"  # how a record says that no lots were drawn

Verdict = Literal["fair", "unproven", "unfair"]


@dataclass(frozen=True)
class Check:
    """The result of one check: the code of its sentence, whether it holds, and the values in the sentence.

    A check can hold and yet leave something unproven, such as that nobody added a part.
    """

    code: str
    holds: bool
    values: Mapping[str, Any] = field(default_factory=dict)
    proves: bool = True


@dataclass(frozen=True)
class Promise:
    """What a player has kept: the commitment that was given before the match, the part that was added, a seed."""

    commitment: str = ""
    part: str = ""
    seed: str = ""


def format_parts(parts: list[str]) -> str:
    """The parts of all places as a record header."""
    return " ".join(part or NO_PART for part in parts)


def verdict_of(checks: Sequence[Check]) -> Verdict:
    """What all checks say together: `fair` only where nobody can have chosen lots and deals."""
    if not all(check.holds for check in checks):
        return "unfair"
    return "fair" if all(check.proves for check in checks) else "unproven"


def verify(record: Record, kept: Promise | None = None) -> list[Check]:
    """Compute all lots and deals again; BadRecord where the record lacks what that needs."""
    tags, kept = record.headers, kept or Promise()
    if COMMITMENT not in tags:
        raise BadRecord("match.verify.no_commitment")
    if SECRET not in tags:
        raise BadRecord("match.verify.no_secret")
    secret, parts = _word(tags, COMMITMENT) and _word(tags, SECRET), _parts(tags.get(PARTS, ""), record.seats)
    is_new = f"{PLACE}0" in tags or tags[COMMITMENT] == lots.commit(secret, lots.NO_LOTS)
    is_old = not is_new  # before names were written, and “no lots” promised
    checks = [_check_commitment(tags, secret, record.seats, is_old), _check_parts(parts)]
    checks += _check_kept(kept, [tags[COMMITMENT], tags.get(SEED_COMMITMENT, "")], parts)
    checks += [Check("match.verify.old", True, proves=False)] if is_old else [_check_names(record)]
    if not (is_old and LOT not in tags):
        checks.append(_check_lot(record, secret, parts))
    deals = [step.text.removeprefix(DEAL).split(",") for step in record.steps if step.text.startswith(DEAL)]
    for number, deal in enumerate(deals, 1):
        holds = deal == lots.shuffle_deck(deal, secret, parts, number)
        checks.append(_check("match.verify.deal", holds, number=number))
    if kept.seed or {SEED_COMMITMENT, SEED, MATCH} & tags.keys():
        checks.append(_check_seed(tags, secret, kept.seed or tags.get(SEED, "")))
    return checks


def _check(code: str, holds: bool, **values: Any) -> Check:
    return Check(code if holds else FAILURES[code], holds, values)


def _check_commitment(tags: Mapping[str, str], secret: str, seats: int, is_old: bool) -> Check:
    """Whether the secret was promised, with who starts whatever the lot or that no lots are drawn."""
    commitment, found = tags[COMMITMENT], lots.commit(secret)
    if STARTER in tags and not is_old:
        found = lots.commit(secret, _number(STARTER, tags[STARTER], seats))
    elif _promises_no_lots(tags, secret):
        found = commitment
    return _check("match.verify.commitment", found == commitment, commitment=commitment, found=found)


def _check_parts(parts: Sequence[str]) -> Check:
    given = sum(part != "" for part in parts)
    return Check("match.verify.parts", True, {"given": given, "seats": len(parts)}, proves=given > 0)


def _check_kept(kept: Promise, given: Sequence[str], parts: Sequence[str]) -> list[Check]:
    """Whether the record has the commitment and the part that a player kept; in a tournament it is that to the seed."""
    checks = []
    if kept.commitment:
        checks.append(_check("match.verify.mine", kept.commitment in given))
    if kept.part:
        place = parts.index(kept.part) if kept.part in parts else None
        checks.append(_check("match.verify.my_part", place is not None, place=(place or 0) + 1))
    return checks


def _check_names(record: Record) -> Check:
    """Whether everybody sits where the lot has put them."""
    order = _order(record)
    names = [record.headers.get(f"{PLACE}{place}") for place in order or []]
    return _check("match.verify.names", names == record.players)


def _check_lot(record: Record, secret: str, parts: list[str]) -> Check:
    order, tags = _order(record), record.headers
    if order is None:
        return _check("match.verify.lot", False)
    if SEED_COMMITMENT in tags:
        return _check("match.verify.pairing", tags[LOT] == NO_LOT and STARTER not in tags)
    if tags[LOT] == NO_LOT and STARTER not in tags and not _promises_no_lots(tags, secret):
        return Check("match.verify.no_lot_open", True, proves=False)
    if tags[LOT] == NO_LOT:
        return _check("match.verify.no_lot", STARTER not in tags)
    starter = _number(STARTER, tags[STARTER], record.seats) if STARTER in tags else None
    return _check("match.verify.seats", order == lots.draw_seats(record.seats, secret, parts, starter))


def _promises_no_lots(tags: Mapping[str, str], secret: str) -> bool:
    """Whether the record says that no lots were drawn, and the commitment said so before the match."""
    return tags.get(LOT) == NO_LOT and tags[COMMITMENT] == lots.commit(secret, lots.NO_LOTS)


def _check_seed(tags: Mapping[str, str], secret: str, seed: str) -> Check:
    """Whether the secret of a tournament's match is the one that the tournament's seed makes."""
    if SEED_COMMITMENT not in tags:
        return _check("match.verify.seed", False)
    if not seed:
        return Check("match.verify.no_seed", True, proves=False)
    if not lots.is_word(seed):
        raise BadRecord("match.verify.bad_tag", name=SEED, text=seed[:80])
    is_promised, match = lots.commit(seed) == tags[SEED_COMMITMENT], tags.get(MATCH, "")
    return _check("match.verify.seed", is_promised and lots.derive_secret(seed, match) == secret, match=match)


def _order(record: Record) -> tuple[int, ...] | None:
    """The place that got each seat; None where the record does not say."""
    text = record.headers.get(LOT)
    if text is None:
        return None
    if text == NO_LOT:
        return tuple(range(record.seats))
    return tuple(_number(LOT, word, record.seats) for word in text.split())


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
