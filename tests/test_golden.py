"""What follows from the levels is up to date; the golden files of the games are tested by the contract suite."""

from fourfold.players import ratings
from golden import ratings_text


def test_ratings_are_those_of_the_ladders() -> None:
    assert ratings.FILE.read_text(encoding="utf-8") == ratings_text(), "run `python3 dev.py golden`"
