"""Lots and deals from a secret: reckoned as documented, checked from the record, told to nobody before the end."""

import hashlib
import hmac
import random
from collections import Counter
from itertools import permutations

import pytest

from fourfold import BadRecord, Record
from fourfold.core.registry import facts
from fourfold.match import commands as ask
from fourfold.match import events, lots
from fourfold.match.decisions import DecisionContext, carry_out, create
from fourfold.match.events import Event, decode_body, encode_body
from fourfold.match.match import Match
from fourfold.match.refusal import Refused
from fourfold.match.settings import Seat, Settings
from fourfold.match.verification import Promise, verdict_of, verify

SECRET = "5e" * 32
PARTS = ["a1" * 32, "", "b2" * 32]
ANN, BEN = Seat("person", "a", "Ann"), Seat("person", "b", "Ben")


def stranger_shuffles(items: list[str], secret: str, parts: list[str], purpose: str, number: int) -> list[str]:
    """The same once more, as somebody would write it who has only read the documentation."""
    words: list[int] = []
    for block in range(200):
        text = f"fourfold:{purpose}:{number}:{block}:" + ",".join(parts)
        digest = hmac.new(bytes.fromhex(secret), text.encode(), hashlib.sha256).hexdigest()
        words += [int(digest[at : at + 8], 16) for at in range(0, 64, 8)]
    order = sorted(items)
    for k in reversed(range(1, len(order))):
        word = words.pop(0)
        while word >= 2**32 // (k + 1) * (k + 1):
            word = words.pop(0)
        order[k], order[word % (k + 1)] = order[word % (k + 1)], order[k]
    return order


def test_a_stranger_reckons_the_same() -> None:
    chance = random.Random(4)
    for number in range(50):
        deck = [str(chance.random()) for _ in range(chance.randrange(1, 130))]
        secret, parts = chance.randbytes(32).hex(), [chance.randbytes(32).hex(), ""]
        assert lots.shuffle_deck(deck, secret, parts, number) == stranger_shuffles(deck, secret, parts, "deal", number)


def test_a_word_beyond_the_last_whole_multiple_is_left_out() -> None:
    words = iter([2**32 - 1, 2**32 - 2, 7])
    assert lots._below(3, words) == (2**32 - 2) % 3  # 2**32 - 1 is a multiple of 3, and alone beyond
    assert next(words) == 7
    assert lots._below(2**31 + 1, iter([2**32 - 1, 2**31 + 1, 5])) == 5


def test_every_order_is_equally_likely() -> None:
    counts = Counter(tuple(lots.shuffle("abcd", SECRET, PARTS, "deal", number)) for number in range(24_000))
    assert set(counts) == set(permutations("abcd"))
    surprise = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert surprise < 49.7  # chi-squared of 23 degrees: one in a thousand is above


def test_secret_parts_purpose_and_number_all_matter() -> None:
    deck = [str(k) for k in range(30)]
    orders = [
        lots.shuffle(deck, SECRET, PARTS, "deal", 1),
        lots.shuffle(deck, "5f" * 32, PARTS, "deal", 1),
        lots.shuffle(deck, SECRET, ["a1" * 32, "", "b3" * 32], "deal", 1),
        lots.shuffle(deck, SECRET, ["", "a1" * 32, "b2" * 32], "deal", 1),
        lots.shuffle(deck, SECRET, PARTS, "deal", 2),
        lots.shuffle(deck, SECRET, PARTS, "seats", 1),
    ]
    assert len({tuple(order) for order in orders}) == len(orders)


class Sitting:
    """A match with a secret; everything that anybody is shown on the way is kept."""

    def __init__(self, game: str, *seats: Seat, secret: str = SECRET, parts: tuple[str, ...] = (), **options: str):
        self.here = DecisionContext(1_000, random.Random(1), lambda: "next-match")
        self.match = Match()
        self.log: list[Event] = []
        self.shown: list[Event] = []
        settings = Settings(game, len(seats), options)
        self.keep(create(self.match, settings, seats, "a", self.here, secret=secret, parts=parts))

    def keep(self, made: list[Event]) -> None:
        self.log += made
        self.shown += [self.match.shown(event) for event in made]

    def ask(self, player: str, command: ask.AnyCommand) -> None:
        self.keep(carry_out(self.match, command, player, self.here))

    def play_out(self) -> None:
        chance = random.Random(2)
        while self.match.ended is None:
            position, seat = self.match.position, self.match.to_move
            assert position is not None
            assert seat is not None
            move = str(chance.choice(position.moves()))
            self.ask(self.match.seats[seat].player, ask.Play(move=move, ply=position.ply))

    def text(self) -> str:
        return b"".join(encode_body(event.body) for event in self.shown).decode()


def test_deals_and_seats_come_from_the_secret_and_what_seats_added_and_the_record_proves_it() -> None:
    sitting = Sitting("quadominos", ANN, Seat(), beginner="on", rounds="2", parts=("a1" * 32, ""))
    sitting.ask("b", ask.Join(name="Ben", part="b2" * 32))
    match = sitting.match
    parts = ["a1" * 32, "b2" * 32]
    assert match.parts == parts
    assert SECRET not in sitting.text()
    assert match.commitment == hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()
    assert match.commitment in sitting.text()
    assert "Secret" not in match.record().headers
    sitting.play_out()
    dealt = [event.body for event in sitting.log if isinstance(event.body, events.Dealt)]
    assert [body.number for body in dealt] == [1, 2]
    deck = sorted(dealt[0].order)
    for body in dealt:
        assert list(body.order) == stranger_shuffles(deck, SECRET, parts, "deal", body.number)
    record = match.record()
    checks = verify(Record.parse(str(record)))
    assert [check.code for check in checks] == [
        "match.verify.commitment", "match.verify.parts", "match.verify.names", "match.verify.seats",
        "match.verify.deal", "match.verify.deal",
    ]  # fmt: skip
    assert all(check.holds for check in checks)
    assert checks == verify(Record.parse(record.to_json()))


def test_the_secret_is_told_once_when_all_is_over_and_that_of_the_rematch_not_even_then() -> None:
    sitting = Sitting("qawale", ANN, BEN)
    while sitting.match.ply < 5:
        position, seat = sitting.match.position, sitting.match.to_move
        assert position is not None
        assert seat is not None
        move = str(position.moves()[0])
        sitting.ask(sitting.match.seats[seat].player, ask.Play(move=move, ply=position.ply))
    assert SECRET not in sitting.text()
    sitting.ask("a", ask.Resign())
    assert [event.body.kind for event in sitting.log[-3:]] == ["resigned", "ended", "revealed"]
    assert sitting.text().count(SECRET) == 1
    revealed = sitting.match.revealed
    assert revealed is not None
    assert lots.commit(revealed.next_secret) == revealed.next_commitment
    everything = b"".join(encode_body(sitting.match.shown(event).body) for event in sitting.log).decode()
    assert everything.count(SECRET) == 2  # now also where it was chosen
    assert revealed.next_secret not in everything
    assert revealed.next_secret not in repr(sitting.match.record())


def test_a_match_made_of_its_stored_events_deals_the_same() -> None:
    sitting = Sitting("quadominos", ANN, BEN, beginner="on", rounds="1")
    stored = [Event(e.sequence, e.time, decode_body(encode_body(e.body))) for e in sitting.log]
    again = Match.replay(stored)
    assert again == sitting.match
    assert (again.secret, again.next_deal) == (SECRET, 2)
    other = Sitting("quadominos", ANN, BEN, beginner="on", rounds="1", secret="6f" * 32)
    assert other.match.steps != sitting.match.steps


def test_who_gets_up_takes_his_part_along() -> None:
    sitting = Sitting("exago", ANN, Seat(), Seat())
    sitting.ask("b", ask.Join(name="Ben", part="b2" * 32))
    sitting.ask("b", ask.Leave())
    assert sitting.match.parts == ["", "", ""]
    sitting.ask("c", ask.Join(name="Cyd"))
    sitting.ask("d", ask.Join(name="Dan", part="d4" * 32))
    assert sitting.match.parts == ["", "", "d4" * 32]
    assert sitting.match.started is not None
    assert sitting.match.started.order == lots.draw_seats(3, SECRET, sitting.match.parts)


@pytest.mark.parametrize("part", ["a1", "A1" * 32, "xy" * 32, "a1" * 33, "a1" * 32 + "\n"])
def test_what_is_no_part_is_refused_and_nothing_changes(part: str) -> None:
    sitting = Sitting("exago", ANN, Seat())
    before = sitting.match.sequence
    with pytest.raises(Refused, match="64 hexadecimal digits"):
        sitting.ask("b", ask.Join(name="Ben", part=part))
    assert sitting.match.sequence == before
    with pytest.raises(Refused):
        Sitting("exago", ANN, BEN, parts=(part, ""))


def rematch_of(sitting: Sitting) -> events.Rematched:
    sitting.ask("a", ask.Offer(agreement="rematch", part="a7" * 32))
    sitting.ask("b", ask.Answer(agreement="rematch", accepts=True, part="b7" * 32))
    assert sitting.match.rematched is not None
    return sitting.match.rematched


@pytest.mark.parametrize("game", ["qawale", "exago"])
def test_a_rematch_has_a_secret_that_was_promised_before_it_and_new_parts(game: str) -> None:
    sitting = Sitting(game, ANN, BEN, parts=("a1" * 32, "b2" * 32))
    sitting.play_out()
    match, revealed = sitting.match, sitting.match.revealed
    assert revealed is not None
    body = rematch_of(sitting)
    parts = ["", ""]
    parts[match.seats_of("a")[0]], parts[match.seats_of("b")[0]] = "a7" * 32, "b7" * 32
    assert list(body.parts) == parts
    following = Match()
    here = DecisionContext(2_000, random.Random(3), lambda: "")
    create(
        following, match.settings, match.seats, "a", here,
        by_lot=True, starter=match.starter_of_rematch, secret=revealed.next_secret, parts=body.parts,
    )  # fmt: skip
    assert following.commitment == revealed.next_commitment
    assert following.started is not None
    assert following.started.order == body.order
    if facts(game).winner_starts:
        assert match.ended is not None
        if match.ended.winner is not None:
            assert body.order[0] == match.ended.winner
    carry_out(following, ask.Resign(), "a", here)
    assert all(check.holds for check in verify(following.record()))


def test_matches_of_old_go_on_without_a_secret() -> None:
    sitting = Sitting("quadominos", ANN, Seat(), secret="", beginner="on", rounds="1")
    sitting.ask("b", ask.Join(name="Ben", part="b2" * 32))
    sitting.play_out()
    assert sitting.match.revealed is None
    assert sitting.match.record().headers == {}
    with pytest.raises(BadRecord, match="nothing to check"):
        verify(sitting.match.record())
    assert rematch_of(sitting).parts == ()
    old = b'{"kind":"created","settings":{"game":"qawale"},"seats":[{},{}],"creator":"a","format":1}'
    assert isinstance(decode_body(old), events.Created)


def finished_record() -> str:
    sitting = Sitting("quadominos", ANN, BEN, beginner="on", rounds="1", parts=("a1" * 32, ""))
    sitting.play_out()
    return str(sitting.match.record())


@pytest.fixture(scope="module")
def record() -> str:
    return finished_record()


def test_a_record_with_another_secret_part_or_lot_does_not_hold(record: str) -> None:
    def failures(text: str) -> list[str]:
        return [check.code for check in verify(Record.parse(text)) if not check.holds]

    assert failures(record) == []
    assert "match.verify.commitment.not" in failures(record.replace(SECRET, "5f" * 32))
    assert "match.verify.deal.not" in failures(record.replace("a1" * 32, "a2" * 32))
    assert failures(record.replace(lots.commit(SECRET), "00" * 32)) == ["match.verify.commitment.not"]
    order = "0 1" if '[Lot "0 1"]' in record else "1 0"
    assert failures(record.replace(f'[Lot "{order}"]', f'[Lot "{order[::-1]}"]')) == [
        "match.verify.names.not",
        "match.verify.seats.not",
    ]


@pytest.mark.parametrize(
    ("tag", "wrong"),
    [("Secret", "12"), ("Commitment", "x"), ("Parts", "-"), ("Parts", "- zz"), ("Lot", "0 7"), ("Lot", "0 ²")],
)
def test_tags_that_cannot_be_read_are_named(record: str, tag: str, wrong: str) -> None:
    parsed = Record.parse(record)
    parsed.headers[tag] = wrong
    with pytest.raises(BadRecord, match=tag):
        verify(parsed)


def test_without_its_secret_a_record_cannot_be_checked_yet(record: str) -> None:
    parsed = Record.parse(record)
    del parsed.headers["Secret"]
    with pytest.raises(BadRecord, match="when the match is over"):
        verify(parsed)


def finished(game: str, by_lot: bool = True, parts: tuple[str, ...] = ("a1" * 32, "")) -> Record:
    here, match = DecisionContext(1_000, random.Random(1), lambda: "next"), Match()
    create(match, Settings(game, by_lot=by_lot), (ANN, BEN), "a", here, secret=SECRET, parts=parts)
    carry_out(match, ask.Resign(), "a", here)
    return Record.parse(str(match.record()))


def verdict(record: Record, kept: Promise | None = None) -> str:
    return verdict_of(verify(record, kept))


def test_where_no_seat_added_a_part_the_verdict_says_that_the_deal_could_have_been_chosen() -> None:
    """Without parts a server tries secrets until it likes the deal: the record is then consistent, and no proof."""
    deck = [str(tile) for tile in range(40)]
    chosen = next(s for k in range(1000) if lots.shuffle_deck(deck, s := f"{k:064x}", ["", ""], 1)[0] == "7")
    assert lots.shuffle_deck(deck, chosen, ["", ""], 1)[0] == "7"
    assert verdict(finished("quadominos", parts=("", ""))) == "unproven"
    assert verdict(finished("quadominos")) == "fair"
    said = verify(finished("quadominos", parts=("", "")))[1]
    assert (said.code, said.holds, said.proves, said.values["given"]) == ("match.verify.parts", True, False, 0)


@pytest.mark.parametrize("game", ["exago", "quadominos"])
@pytest.mark.parametrize("by_lot", [True, False])
def test_a_record_without_lot_with_an_invented_starter_or_with_exchanged_names_fails(game: str, by_lot: bool) -> None:
    def changed(**headers: str | None) -> Record:
        record = finished(game, by_lot)
        record.headers |= {name: value for name, value in headers.items() if value is not None}
        for name in [name for name, value in headers.items() if value is None]:
            del record.headers[name]
        return record

    assert verdict(changed()) == "fair"
    assert verdict(changed(Lot=None)) == "unfair"
    for order in ("0 1", "1 0"):
        assert verdict(changed(Lot=order, Starter=order[0])) == "unfair"
    assert verdict(changed(Starter="0")) == "unfair"
    exchanged = finished(game, by_lot)
    exchanged.players.reverse()
    assert verdict(exchanged) == "unfair"
    assert verdict(changed(**{"Place-1": None})) == "unfair"
    nameless = "unproven" if by_lot else "unfair"  # when names were not written nobody promised that no lots are drawn
    assert verdict(changed(**{"Place-0": None, "Place-1": None})) == nameless


def test_whether_lots_are_drawn_is_part_of_the_promise() -> None:
    drawn, set_up = finished("exago"), finished("exago", by_lot=False)
    said = {check.code for check in verify(set_up)}
    assert (verdict(set_up), "match.verify.no_lot" in said) == ("fair", True)
    assert set_up.headers["Commitment"] == hashlib.sha256(bytes.fromhex(SECRET) + b"\xff").hexdigest()
    first = drawn.players[0]
    drawn.headers |= {"Lot": "none", "Place-0": first, "Place-1": "Ben" if first == "Ann" else "Ann"}
    assert verdict(drawn) == "unproven"  # who lost the lot may have written this
    assert [check.code for check in verify(drawn) if not check.proves] == ["match.verify.no_lot_open"]
    set_up.headers["Lot"] = " ".join(map(str, lots.draw_seats(2, SECRET, ["a1" * 32, ""])))
    for place, seat in enumerate(set_up.headers["Lot"].split()):
        set_up.headers[f"Place-{seat}"] = set_up.players[place]
    assert [check.code for check in verify(set_up) if not check.holds] == ["match.verify.commitment.not"]
    here = DecisionContext(1_000, random.Random(1), lambda: "")
    with pytest.raises(Refused, match="no lots are drawn"):
        create(
            Match(), Settings("exago"), (ANN, BEN), "a", here,
            secret=SECRET, promised=lots.commit(SECRET, lots.NO_LOTS),
        )  # fmt: skip


def test_the_last_winner_who_starts_is_part_of_the_promise() -> None:
    sitting = Sitting("exago", ANN, BEN, parts=("a1" * 32, "b2" * 32))
    sitting.ask("a", ask.Resign())
    revealed, winner = sitting.match.revealed, sitting.match.starter_of_rematch
    assert revealed is not None
    assert winner is not None
    assert revealed.next_commitment == hashlib.sha256(bytes.fromhex(revealed.next_secret) + bytes([winner])).hexdigest()
    body = rematch_of(sitting)
    following, here = Match(), DecisionContext(2_000, random.Random(3), lambda: "")
    create(
        following, sitting.match.settings, sitting.match.seats, "a", here,
        by_lot=True, starter=winner, secret=revealed.next_secret, parts=body.parts, promised=revealed.next_commitment,
    )  # fmt: skip
    carry_out(following, ask.Resign(), "a", here)
    assert verdict(following.record()) == "fair"
    other = following.record()
    other.headers["Starter"] = str(1 - winner)
    assert verdict(other) == "unfair"
    del other.headers["Starter"]
    assert verdict(other) == "unfair"


def test_records_and_rematches_of_old_still_hold_and_say_what_they_do_not_prove() -> None:
    old = finished("quadominos")
    for name in ("Place-0", "Place-1"):
        del old.headers[name]
    assert verdict(old) == "unproven"
    assert all(check.holds for check in verify(old))
    here, match = DecisionContext(1_000, random.Random(1), lambda: "next"), Match()
    create(
        match, Settings("exago"), (ANN, BEN), "a", here,
        secret=SECRET, parts=("a1" * 32, ""), starter=1, promised=lots.commit(SECRET),
    )  # fmt: skip
    carry_out(match, ask.Resign(), "a", here)
    assert "Place-0" not in match.record().headers
    assert verdict(match.record()) == "unproven"


def test_who_kept_a_promise_and_a_part_finds_both_again() -> None:
    record = finished("quadominos")
    kept = Promise(lots.commit(SECRET), "a1" * 32)
    codes = [check.code for check in verify(record, kept)]
    assert codes[2:4] == ["match.verify.mine", "match.verify.my_part"]
    assert verdict(record, kept) == "fair"
    assert verdict(record, Promise(commitment="00" * 32)) == "unfair"
    assert verdict(record, Promise(part="c3" * 32)) == "unfair"


def test_the_secret_of_a_tournaments_match_comes_from_its_seed() -> None:
    seed, name = "77" * 32, "cup-r0t0g0"
    message = f"fourfold:match:{name}".encode()
    secret = hmac.new(bytes.fromhex(seed), message, hashlib.sha256).hexdigest()
    assert lots.derive_secret(seed, name) == secret
    here, match = DecisionContext(1_000, random.Random(1), lambda: "next"), Match()
    create(
        match, Settings("quadominos"), (ANN, BEN), "a", here,
        secret=secret, parts=("a1" * 32, ""), by_lot=False, origin=(lots.commit(seed), name),
    )  # fmt: skip
    carry_out(match, ask.Resign(), "a", here)
    record = match.record()
    assert verdict(record) == "unproven"
    assert verify(record)[-1].code == "match.verify.no_seed"
    assert verdict(record, Promise(seed=seed)) == "fair"
    assert verdict(record, Promise(seed="78" * 32)) == "unfair"
    record.headers["Seed"] = seed
    assert verdict(record) == "fair"
    assert verify(record)[-1].values == {"match": name}  # a reader sees whether it is this match
    assert "match.verify.pairing" in {check.code for check in verify(record)}  # and that no lots were drawn
    order = lots.draw_seats(2, secret, ["a1" * 32, ""])
    lucky = Record.parse(str(record))
    lucky.headers |= {"Lot": " ".join(map(str, order))}
    lucky.headers |= {f"Place-{place}": lucky.players[seat] for seat, place in enumerate(order)}
    assert {check.code for check in verify(lucky) if not check.holds} >= {"match.verify.pairing.not"}
    for name in ("SeedCommitment", "Seed", "Match"):  # without a word of the tournament it is a lot like others
        del lucky.headers[name]
    assert [check.code for check in verify(lucky) if not check.holds] == ["match.verify.commitment.not"]
    found = verify(finished("quadominos"), Promise(seed=seed))  # who has a seed says that it was a tournament
    assert [check.code for check in found if not check.holds] == ["match.verify.seed.not"]
    assert verdict(record, Promise(commitment=lots.commit(seed), part="a1" * 32)) == "fair"
    del record.headers["SeedCommitment"]  # a secret that was chosen later, and no word of the seed
    assert verdict(record, Promise(commitment=lots.commit(seed))) == "unfair"
    assert verdict(record) == "unfair"  # what is left says that it is of a tournament
    record.headers["SeedCommitment"] = lots.commit(seed)
    record.headers["Match"] = "cup-r0t1g0"
    assert verdict(record) == "unfair"
