"""Sets of places as 64-bit masks: bit p is place p, so the start is bit 0 and space 7 bit 7.

At most 51 bits are used, so masks stay positive in a signed integer and mix with every other
number of the compiled rules. The functions are written in the very forms that LLVM knows and
turns into single instructions, since Numba offers none that serve processor and GPU alike.
"""

from cartagena.jit.compiler import kernel


@kernel
def count(mask: int) -> int:
    """How many places are in the set."""
    mask = int(mask)
    mask = mask - ((mask >> 1) & 0x5555555555555555)
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((mask * 0x0101010101010101) >> 56) & 0xFF


@kernel
def lowest(mask: int) -> int:
    """The first place of a set that is not empty."""
    return count((mask & -mask) - 1)


@kernel
def up_to_highest(mask: int) -> int:
    """Every place from the start to the last one of the set."""
    mask |= mask >> 1
    mask |= mask >> 2
    mask |= mask >> 4
    mask |= mask >> 8
    mask |= mask >> 16
    mask |= mask >> 32
    return mask


@kernel
def highest(mask: int) -> int:
    """The last place of a set that is not empty."""
    return count(up_to_highest(mask)) - 1


@kernel
def above_lowest(mask: int) -> int:
    """Every place beyond the first one of the set; none when the set is empty."""
    return ~(mask ^ (mask - 1)) if mask else 0


@kernel
def nth(mask: int, n: int) -> int:
    """The place with exactly n others of the set before it.

    Halving the word six times costs the same for every n; a loop over the set would make the
    processor guess how often it runs.
    """
    place = 0
    for step in range(6):
        width = 32 >> step
        here = count((mask >> place) & ((1 << width) - 1))
        if n >= here:
            n -= here
            place += width
    return place
