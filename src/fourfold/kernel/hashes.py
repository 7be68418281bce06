"""Hashing and a random number generator (splitmix64), the same compiled and interpreted."""

from fourfold.kernel.jit import Row, compiled, word

GOLDEN = -7046029254386353131  # 2**64 / golden ratio, odd, as a signed word
FIRST = -4658895280553007687  # the two multipliers of splitmix64
SECOND = -7723592293110705685


@compiled
def scramble(bits: int) -> int:
    """Spread every bit of a word over all of it (splitmix64)."""
    bits = (bits ^ ((bits >> 30) & 0x3FFFFFFFF)) * word(FIRST)
    bits = (bits ^ ((bits >> 27) & 0x1FFFFFFFFF)) * word(SECOND)
    return bits ^ ((bits >> 31) & 0x1FFFFFFFF)


@compiled
def random_below(random: Row, limit: int) -> int:
    """Draw a number from 0 to limit - 1; random[0] is the generator and moves on."""
    random[0] = random[0] + word(GOLDEN)
    bits = scramble(random[0])
    if limit <= 0x7FFFFFFF:
        return (((bits >> 32) & 0x7FFFFFFF) * limit) >> 31
    return ((bits >> 1) & 0x7FFFFFFFFFFFFFFF) % limit


@compiled
def shuffle(order: Row, random: Row) -> None:
    """Put the numbers 0 to len(order) - 1 in random order (Fisher and Yates)."""
    for i in range(len(order)):
        order[i] = i
    for i in range(len(order) - 1, 0, -1):
        j = random_below(random, i + 1)
        order[i], order[j] = order[j], order[i]


@compiled
def hash_words(state: Row, first: int, end: int) -> int:
    """Hash the words of a row from first up to end; the words are mixed side by side, not one after the other."""
    mixed = word(0)
    for place in range(first, end):
        bits = (state[place] + place * word(FIRST)) * word(GOLDEN)
        bits ^= (bits >> 32) & 0xFFFFFFFF
        mixed += bits * (place * word(SECOND) | 1)
    return scramble(mixed)
