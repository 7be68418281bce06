"""The story of a game: every claim of every sentence holds, checked against chances, rules and solver once more."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

import fourfold
from fourfold import Position, Record, text
from fourfold.contract.variants import Variant, list_variants
from fourfold.core.outcome import Outcome
from fourfold.search.analysis import analyse
from fourfold.search.limit import Limit
from fourfold.search.proofs.solve import Proof
from fourfold.search.proofs.wins import find_wins
from fourfold.search.review import Review, Verdict, review
from fourfold.search.story import Sentence, Storyteller

PLAYED = [list_variants([game])[place] for game in fourfold.list_games() for place in (0, -1)]
NEITHER = 0.1  # a lead that counts for nobody


# ----- the facts, looked up once more


class Facts:
    """A record and its review, and what can be known without the storyteller."""

    def __init__(self, record: Record, reviewed: Review) -> None:
        self.record, self.review = record, reviewed
        self.positions = {position.ply: position for position in record.positions() if position.last is not None}
        self.befores = {
            after.ply: before for before, after in pairwise(record.positions()) if before.to_move is not None
        }
        self.series = [(record.first.ply, reviewed.first_chances)]
        self.series += [(verdict.ply, verdict.chances) for verdict in reviewed.verdicts]
        self.verdicts = {verdict.ply: verdict for verdict in reviewed.verdicts}

    def leads(self, seat: int, first: int = 0, last: int = 10_000) -> list[float]:
        """By how much a seat's chances are better than anybody's, from one ply to another."""
        chances = [each for ply, each in self.series if first <= ply <= last]
        return [min(each[seat] - other for k, other in enumerate(each) if k != seat) for each in chances]

    def before(self, ply: int) -> Position:
        """The position in which the move of a ply was made."""
        return self.befores[ply]


def may_win(position: Position) -> bool:
    """Whether the seat to move wins at once, by trying all moves."""
    after = (position.play(move).outcome for move in position.moves())
    return any(outcome is not None and outcome.winner == position.to_move for outcome in after)


def is_won(position: Position, seat: int) -> bool:
    """Whether a seat wins by force, by another search than the review's."""
    if position.outcome is not None:
        return position.outcome.winner == seat
    if position.game.plies_left(position.row) is not None:
        proof = Proof(position)
        list(proof.go_on(Limit(nodes=3_000_000)))
        return proof.value == (1 if position.to_move == seat else -1)
    if position.to_move == seat:
        limit = Limit(nodes=3_000_000)
        return any(find_wins(position.game, position.row.copy(), plies, limit).moves for plies in (1, 3, 5))
    return all(is_won(position.play(move), seat) for move in position.moves())


def check_course(sentence: Sentence, facts: Facts, seat: int) -> None:
    """The sentence on how it went."""
    values, kind = sentence.values, sentence.code.rpartition(".")[2]
    result = facts.record.result
    assert result is not None
    number = int(values.get("number", 0))
    turn = number + kind.startswith("even")  # an even game turned after the move that is named
    after, before = facts.leads(seat, turn), facts.leads(seat, last=turn - 1)
    has_won = result.winner == seat
    if kind in ("led", "trailed"):
        first, later = facts.leads(seat)[: facts.record.seats], facts.leads(seat)[facts.record.seats :]
        assert (min(later) > 0) if kind == "led" else (max(later) < 0)
        assert all(abs(lead) < NEITHER or (lead > 0) == has_won for lead in first)
    elif kind in ("level", "level_seat", "swung_level", "let_slip", "recovered"):
        check_draw(sentence, facts, seat)
    elif kind == "lost_ahead":
        assert result.winner not in (None, seat)
        assert facts.record.position.outcome is None
        assert facts.leads(seat)[-1] > 0
    else:
        assert min(after) > 0 if has_won else max(after) < 0
        assert abs(after[0]) >= NEITHER or not kind.startswith("even")
        check_before(kind, values, before, has_won)


def check_before(kind: str, values: dict[str, str | int], before: list[float], has_won: bool) -> None:
    """What was said of the part before it turned."""
    mine = [-lead for lead in before] if has_won else before  # of whom it turned against
    assert mine[-1] >= 0 or kind.startswith("even")
    if kind in ("ahead", "behind"):
        assert kind == ("behind" if has_won else "ahead")
        assert mine[-1] > 0  # more than half the chances before, less after
        assert min(mine) > -NEITHER
        assert (max(mine) >= 0.3) == (values["much"] == "yes")
    elif kind in ("ahead_first", "behind_first", "at_times"):
        assert max(mine) >= NEITHER
    elif kind in ("even_won", "even_lost"):
        assert max(map(abs, mine)) < NEITHER
    elif kind in ("never_behind", "never_ahead"):
        assert max(mine) < NEITHER
    else:
        assert kind == "swung"
        sides = [lead > 0 for lead in mine if abs(lead) >= NEITHER] + [False]
        assert values["count"] == sum(a != b for a, b in pairwise(sides)) > 1


def check_draw(sentence: Sentence, facts: Facts, seat: int) -> None:
    """How a draw came about."""
    assert facts.record.result is not None
    assert facts.record.result.winner is None
    kind, leads = sentence.code.rpartition(".")[2], facts.leads(seat)
    number = int(sentence.values.get("number", 0))
    if kind == "level":
        assert all(max(facts.leads(each)) < 0.3 for each in range(facts.record.seats))
    elif kind == "level_seat":
        assert max(map(abs, leads)) < NEITHER
    elif kind == "let_slip":
        assert facts.leads(seat, number, number)[0] >= NEITHER
    elif kind == "recovered":
        assert facts.leads(seat, number, number)[0] <= -NEITHER
    else:
        sides = [lead > 0 for lead in leads if abs(lead) >= NEITHER]
        assert sentence.values["count"] == sum(a != b for a, b in pairwise(sides)) > 0


def check_turn(sentence: Sentence, facts: Facts, seat: int) -> None:
    """The sentence on the move that turned it or cost most, and on what would have been better."""
    verdict = facts.verdicts[int(sentence.values["number"])]
    assert sentence.seat == verdict.seat
    assert verdict.cost >= 0.15
    assert verdict.move != verdict.best
    kind = sentence.code.rpartition(".")[2]
    if kind == "most":
        of_same = [each.cost for each in facts.verdicts.values() if each.seat == verdict.seat]
        assert verdict.cost == max(of_same)
    elif kind == "even_turn":
        *earlier, lead = facts.leads(seat, last=verdict.ply)
        assert max(map(abs, earlier)) < NEITHER <= (-lead if verdict.seat == seat else lead)
    else:
        before, after = facts.leads(seat, verdict.ply - 1)[:2]
        assert (before <= 0 < after) if kind == "gift" else (after < 0 <= before)
        assert (verdict.seat == seat) == (kind == "there")
    if sentence.values["given"] == "win":
        assert kind != "there"
        assert facts.record.result is not None
        assert facts.record.result.winner == sentence.rival != verdict.seat
        assert sentence.rival is not None
        assert is_won(facts.positions[verdict.ply], sentence.rival)
    for merit in sentence.merits:
        check_merit(merit.code, merit.values, verdict, facts, sentence)


def check_merit(code: str, values: object, verdict: Verdict, facts: Facts, sentence: Sentence) -> None:
    """What a better move would have done."""
    before = facts.before(verdict.ply)
    after, instead = before.play(verdict.best), before.play(verdict.move)
    assert (sentence.values["sure"] == "no") == (code in ("search.merit.better", "search.merit.escaped"))
    if code == "search.merit.won":
        assert after.outcome is not None
        assert after.outcome.winner == verdict.seat
    elif code == "search.merit.stopped":
        assert sentence.rival == instead.to_move != verdict.seat
        assert may_win(instead)
        assert not may_win(after)
    elif code in ("search.merit.forced", "search.merit.won_in_two"):
        assert is_won(after, verdict.seat)
    elif code == "search.merit.held":
        assert not is_won(after, 1 - verdict.seat)
        assert is_won(instead, 1 - verdict.seat)
    elif code == "search.merit.escaped":
        assert verdict.proved == "loss"
    elif code == "search.merit.points":
        won = [position.points()[verdict.seat] for position in (after, instead)]
        assert won[0] - won[1] == dict(values)["points"] > 0  # type: ignore[call-overload]


def check_end(sentence: Sentence, facts: Facts, seat: int) -> None:
    """The sentence on the end, or on something good."""
    kind, number = sentence.code.rpartition(".")[2], int(sentence.values.get("number", 0))
    if kind == "forced":
        assert facts.record.result is not None
        assert facts.record.result.winner == sentence.seat
        assert sentence.seat is not None
        assert is_won(facts.positions[number], sentence.seat)
    elif kind == "only":
        before = facts.before(number)
        assert before.to_move == seat
        safe = [str(move) for move in before.moves() if not may_win(before.play(move))]
        assert safe == [facts.verdicts[number].move]
        assert before.play(safe[0]).to_move == sentence.rival
    elif kind == "richest":
        points = {ply: facts.positions[ply].points()[seat] - facts.before(ply).points()[seat] for ply in facts.verdicts}
        own = {ply: gained for ply, gained in points.items() if facts.verdicts[ply].seat == seat}
        assert own[number] == sentence.values["points"] == max(own.values())
    else:
        assert kind == "clean"
        assert max(each.cost for each in facts.verdicts.values() if each.seat == seat) < 0.15


def check_stop(sentence: Sentence, facts: Facts, _: int) -> None:
    """The sentence on a game that ended at the table."""
    result, last = facts.record.result, facts.record.position
    assert result is not None
    assert last.outcome is None
    assert sentence.code == f"search.story.{result.code}"
    assert sentence.values["number"] == last.ply
    if sentence.seat is None:
        assert result.winner is None
        return
    assert result.winner == 1 - sentence.seat
    lead = facts.leads(sentence.seat)[-1]
    stood = "even" if abs(lead) < NEITHER else "ahead" if lead > 0 else "behind"
    assert sentence.values["stood"] in (stood, "told")


COURSES = (
    "led", "trailed", "ahead", "behind", "ahead_first", "behind_first", "even_won", "even_lost", "swung", "at_times",
    "never_behind", "never_ahead", "level", "level_seat", "let_slip", "recovered", "swung_level", "lost_ahead",
)  # fmt: skip
CHECKS: dict[str, Callable[[Sentence, Facts, int], None]] = {
    **dict.fromkeys(COURSES, check_course),
    **dict.fromkeys(("there", "gift", "most", "even_turn"), check_turn),
    **dict.fromkeys(("resign", "time", "agreed"), check_stop),
    **dict.fromkeys(("only", "forced", "richest", "clean"), check_end),
}


def tell_and_check(record: Record, reviewed: Review) -> Iterator[Sentence]:
    """All stories of a game, every claim checked, and every sentence said in every language."""
    teller, facts = Storyteller(record, reviewed), Facts(record, reviewed)
    names = [text.say(f"{record.game}.seat.{seat}") for seat in range(record.seats)]
    winner = record.result.winner if record.result else None
    for reader in (*range(record.seats), None):
        story = teller.tell(reader)
        assert len(story) <= 3
        about = reader if reader is not None else winner if winner is not None else reviewed.verdicts[0].seat
        for sentence in story:
            CHECKS[sentence.code.removeprefix("search.story.")](sentence, facts, about)
            for language in ("en", "fr"):
                said = sentence.say(names, reader, language)
                assert said[0].isupper() or not said[0].isalpha()
                assert "{" not in said
            yield sentence


# ----- many games


def played(variant: Variant, seed: int) -> Record:
    """A game between weak players who sometimes play anything."""
    chance = random.Random(seed)
    position = variant.start(seed)
    while position.outcome is None and position.ply < 120:
        if position.is_deal_due:
            position = position.deal(seed=seed)
            continue
        if chance.random() < 0.2:
            move = str(chance.choice(position.moves()))
        else:
            move = analyse(position, Limit(nodes=120, seed=chance.randrange(1000)), lines=1).best.move
        position = position.play(move)
    return Record.of(position)


@pytest.mark.parametrize("variant", PLAYED, ids=str)
def test_every_claim_about_games_of_weak_players_holds(variant: Variant) -> None:
    record = played(variant, 1)
    assert list(tell_and_check(record, review(record, Limit(nodes=1000))))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("variant", PLAYED, ids=str)
def test_every_claim_about_many_games_holds(variant: Variant, seed: int) -> None:
    record = played(variant, seed)
    assert list(tell_and_check(record, review(record, Limit(nodes=3000, seed=seed))))


# ----- how it went, by chances that are given


def with_chances(record: Record, chances: Sequence[float]) -> Review:
    """A review with given chances of seat 0, before all moves and after each; no move cost anything."""
    both = [(chance, 1 - chance) for chance in chances]
    verdicts = review(record, Limit(nodes=1)).verdicts
    even = [replace(each, cost=0.0, proved=None, chances=both[place]) for place, each in enumerate(verdicts, 1)]
    return Review(both[0], tuple(even))


def ending(position: Position, winner: int | None, code: str) -> Record:
    return replace(Record.of(position), result=Outcome(winner, (0, 0), position.game.id, code))


def moved(plies: int) -> Position:
    """A game of Exago that goes on."""
    position = fourfold.game("exago").start()
    for _ in range(plies):
        position = position.play(position.moves()[0])
    return position


@pytest.mark.parametrize(
    ("chances", "winner", "expected"),
    [
        ([0.5, 0.6, 0.7, 0.8, 0.9], 0, "led"),
        ([0.5, 0.6, 0.7, 0.8, 0.9], 1, "lost_ahead"),
        ([0.5, 0.4, 0.3, 0.2, 0.1], 0, "trailed"),
        ([0.5, 0.6, 0.9, 0.8, 0.3], 0, "ahead"),
        ([0.5, 0.45, 0.4, 0.4, 0.9], 0, "behind"),
        ([0.5, 0.8, 0.5, 0.52, 0.2], 0, "ahead_first"),
        ([0.5, 0.2, 0.5, 0.48, 0.9], 0, "behind_first"),
        ([0.5, 0.52, 0.48, 0.5, 0.9], 0, "even_won"),
        ([0.5, 0.52, 0.48, 0.5, 0.1], 0, "even_lost"),
        ([0.5, 0.8, 0.2, 0.8, 0.2], 0, "swung"),
        ([0.5, 0.7, 0.7, 0.48, 0.9], 0, "never_behind"),
        ([0.5, 0.3, 0.3, 0.52, 0.1], 0, "never_ahead"),
        ([0.5, 0.55, 0.5, 0.5, 0.5], None, "level"),
        ([0.5, 0.9, 0.8, 0.6, 0.5], None, "let_slip"),
        ([0.5, 0.1, 0.2, 0.4, 0.5], None, "recovered"),
        ([0.5, 0.9, 0.1, 0.4, 0.5], None, "swung_level"),
    ],
)
def test_the_course_follows_from_the_chances(chances: list[float], winner: int | None, expected: str) -> None:
    if expected in ("trailed", "ahead", "ahead_first", "even_lost", "swung", "never_ahead"):
        winner = 1
    record = ending(moved(4), winner, "resign" if winner is not None else "agreed")
    reviewed = with_chances(record, chances)
    assert Storyteller(record, reviewed).tell(0)[0].code == f"search.story.{expected}"
    list(tell_and_check(record, reviewed))


def test_it_was_even_until_the_last_move_before_the_chances_dropped() -> None:
    record = ending(moved(8), 1, "resign")
    reviewed = with_chances(record, [0.5, 0.52, 0.51, 0.5, 0.49, 0.48, 0.48, 0.2, 0.1])
    course = Storyteller(record, reviewed).tell(0)[0]
    assert course.say(["red", "blue"], 0) == "It was even until move 6; then you fell behind."
    assert course.ply == 7
    list(tell_and_check(record, reviewed))


@pytest.mark.parametrize(
    ("proved", "reader", "expected"),
    [
        (None, 0, "It was even until you slipped at move 7: a1 would probably have been better."),
        (None, 1, "It was even until red slipped at move 7: a1 would probably have been better."),
        ("loss", 0, "It was even until your move 7, which gave blue the win: a1 would probably have avoided"),
        ("loss", 1, "It was even until red’s move 7, which gave you the win: a1 would probably have avoided"),
    ],
)
def test_one_sentence_tells_that_it_was_even_and_which_move_changed_it(
    proved: str | None, reader: int, expected: str
) -> None:
    record = ending(moved(8), 1, "resign")
    reviewed = with_chances(record, [0.5, 0.52, 0.51, 0.5, 0.49, 0.48, 0.48, 0.2, 0.1])
    verdicts = list(reviewed.verdicts)
    best = str(moved(6).moves()[-1])
    verdicts[6] = replace(verdicts[6], cost=0.3, best=best, best_proved=None, proved=proved)
    story = Storyteller(record, Review(reviewed.first_chances, tuple(verdicts))).tell(reader)
    said = [sentence.say(["red", "blue"], reader) for sentence in story]
    assert said[0].replace(best, "a1").startswith(expected)
    assert said[1:] == ["You resigned after move 8." if reader == 0 else "Red resigned after move 8."]


@pytest.mark.parametrize(
    ("chances", "winner", "end", "story"),
    [
        ([0.5, 0.52, 0.48, 0.5, 0.48], 1, "resign", ["You resigned after move 4; the chances were about even."]),
        ([0.5, 0.52, 0.48, 0.5, 0.48], 0, "resign", ["Ben resigned after move 4; the chances were about even."]),
        ([0.5, 0.52, 0.48, 0.5, 0.48], 1, "time", ["Your time ran out after move 4; the chances were about even."]),
        ([0.5, 0.4, 0.3, 0.2, 0.1], 1, "resign", ["You were behind from the start.", "You resigned after move 4."]),
        ([0.5, 0.6, 0.7, 0.8, 0.9], 1, "resign", ["You were still ahead when you resigned."]),
        (
            [0.5, 0.55, 0.5, 0.5, 0.5],
            None,
            "agreed",
            ["Nobody was ever clearly ahead.", "A draw was agreed after move 4."],
        ),
    ],
)
def test_an_end_at_the_table_is_told_with_the_chances(
    chances: list[float], winner: int | None, end: str, story: list[str]
) -> None:
    record = ending(moved(4), winner, end)
    reviewed = with_chances(record, chances)
    assert [each.say(["Ann", "Ben"], 0) for each in Storyteller(record, reviewed).tell(0)] == story
    list(tell_and_check(record, reviewed))


def test_slightly_is_said_of_a_small_lead_only() -> None:
    record = ending(moved(4), 1, "resign")
    said = [
        Storyteller(record, with_chances(record, chances)).tell(0)[0].say(["red", "blue"], 0)
        for chances in ([0.5, 0.58, 0.6, 0.6, 0.3], [0.5, 0.7, 0.7, 0.7, 0.3])
    ]
    assert said == ["You were slightly ahead until move 4.", "You were ahead until move 4."]


def test_among_three_a_seat_was_ahead_at_times() -> None:
    position = fourfold.game("exago").start(seats=3)
    for _ in range(6):
        position = position.play(position.moves()[0])
    record = replace(Record.of(position), result=Outcome(1, (0, 0, 0), "exago", "resign"))
    red, other = (0.6, 0.2, 0.2), (0.2, 0.2, 0.6)
    chances = [(1 / 3,) * 3, red, other, red, red, (0.2, 0.5, 0.3), (0.1, 0.8, 0.1)]
    verdicts = review(record, Limit(nodes=1)).verdicts
    even = tuple(replace(each, cost=0.0, proved=None, chances=chances[k]) for k, each in enumerate(verdicts, 1))
    reviewed = Review(chances[0], even)
    assert Storyteller(record, reviewed).tell(0)[0].code == "search.story.at_times"
    list(tell_and_check(record, reviewed))


def test_a_game_without_moves_has_no_story() -> None:
    record = Record.of(fourfold.game("exago").start())
    assert Storyteller(record, review(record, Limit(nodes=10))).tell(0) == ()


# ----- what would have been better, in positions where that is known


SHARED = "quads:border=on@3,PSTS,1,PPPP/3,TTSS,TTTT,1/4,tsss,1/6/6/6"
WIDE = "quads:border=on@3,PSTS,1,PPPP/3,TTSS,TTTT,1/4,tsss,1/4,spss,SPSP/4,stst,1/6"
WON = (
    "quads:border=on@3,PSTS,1,PPPP/1,stts,TSTT,TTSS,TTTT,1/2,TPSS,1,tsss,1/1,ttst,2,spss,SPSP/1,spts,spsp,TTSP,stst,1"
    "/1,TTPS,1,SSPS,2"
)
NARROW = (
    "quads:border=on@1,PTPS,psst,ptss,pstt,1/3,stss,TTTT,SPTT/stsp,STST,SSTT,1,TSSS,TPSS/1,SSPS,1,sstt,2"
    "/spsp,PPPP,sssp,tsts,2/1,PSPS,1,TSPS,SPPS,1"
)
CLOSED = "closed the last square that both could fill"
TO_WIN = "to complete a line and won by force in two moves"
THREATENED = "exago@5/1r4/2b4/2brbbb1/2rbrrrb1/4r3/3rb2/2r3/5:1:17"


@pytest.mark.parametrize(
    ("start", "moves", "reader", "story"),
    [
        (SHARED, "e3=SPSS", 1, [f"Your move 6 cost you most: f4 would have {CLOSED}."]),
        (WIDE, "c5=TSTT", 0, ["Your move 9 cost you most: d2 would have left Ben 2 squares to fill instead of 6."]),
        (
            WON,
            "b6=PTSP a3=STPP d3=SSTP a6=PPSP a2=PSSP a4=TSSP f5=PPST e6=PPTS",
            1,
            [
                "You were ahead until move 18.",
                "There, a3 would have won by force.",
                "From move 18 on Ann was certain to win.",
            ],
        ),
        (
            WON,
            "b6=PTSP a3=STPP d3=SSTP a6=PPSP a2=PSSP a4=TSSP f5=PPST e6=PPTS",
            None,
            [
                "Ann was behind until move 18.",
                "Ben slipped there and gave Ann the win: a3 would have won by force.",
                "From move 18 on Ann was certain to win.",
            ],
        ),
        (
            NARROW,
            "f1=SPPP b5=PTSS f2=TPSP a6=PSPP",
            1,
            [
                "You were behind from the start.",
                "Your move 22, f1, was the only one that kept Ann from winning at once.",
            ],
        ),
        (
            "qawale@nn,.,.,nn/.,o,.,./.,.,.,./x,oxnx,nnn,ox:7",
            "b1NENNW c2SW",
            0,
            ["Ben’s move 8 gave you the win: b1WNEES would have prevented it."],
        ),
        (
            "qawale@.,xx,.,o/nn,xo,onn,o/n,.,nx,o/.,x,.,nn:10",
            "c2WSE",
            0,
            ["Your move 11 cost you most: c2NWS would have won at once."],
        ),
        (
            "qawale@x,onon,nn,./.,o,x,x/.,no,n,n/.,noxx,.,x:11",
            "b1NNNEE",
            1,
            ["Your move 12 cost you most: b1EENWN would have kept Ann from winning at once and held the draw."],
        ),
        (
            THREATENED,
            "a6 d4 c8 c5 f2 a7",
            1,
            [
                "You were behind from the start.",
                "Your move 20 cost you most: c5 would probably have avoided the forced loss.",
                "Your move 18, a6, was the only one that kept Ann from winning at once.",
            ],
        ),
        (
            "exago:seats=3@5/6/3r1b1/2br1y2/3rry3/3by3/3b3/2y3/5:0:12",
            "h3",
            0,
            ["Your move 13 cost you most: d4 would have won at once."],
        ),
        (
            "exago@5/1b4/2bb3/2rb4/3br4/1brb4/1rbbbr1/1rrr2/3b1:0:30",
            "f2",
            0,
            [f"Your move 31 cost you most: b8 would have opened 2 places {TO_WIN}."],
        ),
    ],
)
def test_what_is_told_of_a_position_where_much_is_known(
    start: str, moves: str, reader: int | None, story: list[str]
) -> None:
    assert told(start, moves, reader, 400_000 if start.endswith(":11") else 3000) == story


def told(start: str, moves: str, reader: int | None, nodes: int = 3000) -> list[str]:
    """The story of a game that begins with a position."""
    position = fourfold.read(start)
    for move in moves.split():
        position = position.play(move)
    record = Record.of(position)
    reviewed = review(record, Limit(nodes=nodes))
    list(tell_and_check(record, reviewed))
    story = Storyteller(record, reviewed).tell(reader)
    return [sentence.say(["Ann", "Ben", "Cem"][: record.seats], reader) for sentence in story]
