"""Kernels as such: compiled equals interpreted, and each is loaded when it is needed."""

import os
import subprocess
import sys
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from fourfold.kernel import bits, hashes, jit, rows
from fourfold.kernel.jit import leading_zeros, popcount, trailing_zeros

SIGNATURES = """
import hashlib, random, sys
from fourfold.kernel.jit import INTERPRETED
assert INTERPRETED is (sys.argv[1] == "1")
sys.path.insert(0, sys.argv[2])
from fourfold.contract.variants import list_variants
from fourfold.search.perft import perft
from fourfold.search.playouts import playouts
for variant in list_variants()[int(sys.argv[3])::4]:
    chance = random.Random(1)
    position = variant.start(seed=1)
    lengths = []
    while position.outcome is None and position.ply < 30:
        if position.is_deal_due:
            position = position.deal(seed=2)
            continue
        moves = position.moves()
        lengths.append((len(moves), int(position.game.rules.key(position.row.copy()))))
        view = position.view(1)
        row = view.row.copy()
        position.game.rules.fill(row, 1, 5)
        lengths.append(hashlib.sha256(row.tobytes()).hexdigest())
        position = position.play(moves[chance.randrange(len(moves))])
    limited = playouts(variant.start(seed=1), 1, seed=3) if variant.game != "exago" or variant.seats == 2 else None
    print(variant, lengths, position, limited)
"""


def run(code: str, *arguments: str, **environment: str) -> str:
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment}, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("part", range(4))
def test_compiled_equals_interpreted(part: int) -> None:
    here = str(Path(__file__).parents[1])
    compiled, interpreted = (run(SIGNATURES, mode, here, str(part), FOURFOLD_INTERPRET=mode) for mode in "01")
    assert compiled.count("\n") > 3
    assert compiled == interpreted


NEEDED = """
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
import numpy as np
from numba.core import caching
loaded = []
original = caching.Cache._load_overload
def load(self, *a): loaded.append(self._py_func.__name__); return original(self, *a)
caching.Cache._load_overload = load

from fourfold.kernel import bits, hashes, jit, rows
import fourfold
game = fourfold.game("qawale")
assert loaded == [], loaded

threads = 8
start = Barrier(threads)
def draw(seed):
    start.wait()
    return hashes.random_below(np.array([seed]), 100)
with ThreadPoolExecutor(threads) as pool:
    together = list(pool.map(draw, range(threads)))
assert together == [hashes.random_below(np.array([seed]), 100) for seed in range(threads)]
assert loaded == ["random_below"], loaded  # once, and none of those that it calls

position = game.start()
position.play(position.moves()[0])
assert "play" in loaded and "key" not in loaded, loaded
jit.addresses(game.rules)
assert {kernel.__name__ for kernel in game.rules} <= set(loaded), loaded
assert "numba.np.linalg" not in sys.modules  # the part of the compiler that only compiling needs

@jit.compiled
def eighth(place: int) -> int:
    return bits.bit(place) >> 3
assert eighth(5) == 4
assert loaded[-1] == "bit", loaded
"""


def test_a_kernel_is_loaded_when_it_is_first_needed() -> None:
    run("import fourfold; fourfold.game('qawale')")
    run(NEEDED)


FIRST = """
import numpy as np
from fourfold.kernel import bits
from fourfold.kernel import hashes

def call(kernel, *arguments, **named):
    try:
        return str(kernel(*arguments, **named))
    except (TypeError, OverflowError) as error:
        return str(error)

def check(answer, kernel, *arguments, **named):
    assert kernel.signatures == []
    answers = [call(kernel, *arguments, **named) for _ in range(2)]
    assert answers[0] == answers[1] and answer in answers[0], answers
    assert len(kernel.signatures) <= 1

check("8", bits.bit, place=3.7)
check("too big", bits.lowest_bit, 2**70)
check("not enough arguments", bits.nth_bit, 1)
check("No matching definition", hashes.scramble, "x")
check("No matching definition", hashes.hash_words, np.arange(4, dtype=np.int32), 0, 4)
check("No matching definition", hashes.random_below, np.arange(8)[::2], 4)
"""


def test_a_first_call_casts_and_refuses_what_every_other_does() -> None:
    run("from fourfold.kernel import bits, hashes")
    run(FIRST)


def test_a_kernel_without_annotations_is_named() -> None:
    def half(state: jit.Row, move) -> int:  # type: ignore[no-untyped-def]
        return int(move)

    with pytest.raises(TypeError, match=r"half needs annotations of all it takes and returns"):
        jit.compiled(half)


def test_importing_the_package_touches_neither_numba_nor_numpy() -> None:
    code = "import sys, fourfold; fourfold.list_games(); print([m for m in ('numba', 'numpy') if m in sys.modules])"
    assert run(code).strip() == "[]"


@pytest.mark.parametrize("word", [0, 1, 2, 3, 0x80, -1, -2, 2**62, -(2**63), 2**63 - 1, 0x123456789ABCDEF])
def test_bits_are_counted_as_python_counts_them(word: int) -> None:
    unsigned = word & (2**64 - 1)
    assert _count(word) == unsigned.bit_count()
    assert _low(word) == ((unsigned & -unsigned).bit_length() - 1 if word else 64)
    assert _high(word) == 64 - unsigned.bit_length()
    places = [place for place in range(64) if unsigned >> place & 1]
    assert [bits.nth_bit(word, index) for index in range(len(places))] == places


@jit.compiled
def _count(word: int) -> int:
    return popcount(word)


@jit.compiled
def _low(word: int) -> int:
    return trailing_zeros(word)


@jit.compiled
def _high(word: int) -> int:
    return leading_zeros(word)


THREE = 3


@jit.compiled
def _sum_of_two_rows(first: int, second: int) -> int:
    total = 0
    for turn in range(3):
        own, other = jit.local_row(2), jit.local_row(THREE)[:2]
        own[:] = first + turn
        other[:] = second
        total += own[0] + own[1] + 10 * other[1] + 100 * len(other)
    return total


def test_a_kernel_has_rows_of_its_own() -> None:
    assert _sum_of_two_rows(1, 5) == sum(2 * (1 + turn) + 50 + 200 for turn in range(3))


def test_random_numbers_are_even() -> None:
    import numpy as np

    random = np.array([7], np.int64)
    drawn = np.bincount([hashes.random_below(random, 10) for _ in range(20_000)], minlength=10)
    assert len(drawn) == 10
    assert drawn.min() > 1800
    large = [hashes.random_below(random, 2**40) for _ in range(1000)]
    assert 0 <= min(large) < 2**35
    assert 2**39 < max(large) < 2**40


@pytest.mark.parametrize(
    ("value", "expected"),
    [(1, [9, 1, 2, 3, 9]), (3, [9, 3, 1, 2, 9]), (7, [9, 7, 1, 2, 9])],
    ids=["first", "last", "new"],
)
def test_what_moves_to_the_front_of_a_part_leaves_the_rest(value: int, expected: list[int]) -> None:
    import numpy as np

    row = np.array([9, 1, 2, 3, 9], np.int64)
    rows.move_to_front(row, 1, 4, value)
    assert row.tolist() == expected


@pytest.mark.parametrize("value", range(9))
def test_the_first_word_above_a_value_is_found_in_every_part(value: int) -> None:
    import numpy as np

    words = [0, 1, 3, 3, 5, 7]
    row = np.array(words, np.int64)
    for first, end in combinations_with_replacement(range(len(words) + 1), 2):
        expected = next((place for place in range(first, end) if words[place] > value), end)
        assert rows.first_above(row, first, end, value) == expected
