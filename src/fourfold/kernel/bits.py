"""Bit sets (bitboards): sets of up to 64 things as the bits of a word."""

from fourfold.kernel.jit import compiled, popcount, trailing_zeros, word


@compiled
def bit(place: int) -> int:
    """The word with this one bit set; also for place 63, which makes it negative."""
    return word(1) << place


@compiled
def nth_bit(bits: int, index: int) -> int:
    """The place of the index-th one bit, counted from the lowest; there must be that many."""
    place = 0
    width = 32
    while width:
        low = popcount(bits & ((word(1) << width) - 1))
        if index >= low:
            index -= low
            bits = bits >> width
            place += width
        width >>= 1
    return place


@compiled
def lowest_bit(bits: int) -> int:
    """The place of the lowest one bit; 64 for no bits."""
    return trailing_zeros(bits)
