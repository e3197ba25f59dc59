"""Sets of places as 64-bit masks. Bit p is place p: the start is bit 0, space 7 is bit 7.

At most 51 bits are used, so that masks are positive as signed integers and mix with all other numbers
of the compiled rules. The functions are written in forms that LLVM recognises and turns into single
instructions, since Numba has no intrinsics that work on both processor and GPU.
"""

from cartagena.jit.compiler import kernel


@kernel
def count(mask: int) -> int:
    """Return the number of places in the set."""
    mask = int(mask)
    mask = mask - ((mask >> 1) & 0x5555555555555555)
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((mask * 0x0101010101010101) >> 56) & 0xFF


@kernel
def lowest(mask: int) -> int:
    """Return the first place of a non-empty set."""
    return count((mask & -mask) - 1)


@kernel
def up_to_highest(mask: int) -> int:
    """Return all places from the start to the last one of the set."""
    mask |= mask >> 1
    mask |= mask >> 2
    mask |= mask >> 4
    mask |= mask >> 8
    mask |= mask >> 16
    mask |= mask >> 32
    return mask


@kernel
def highest(mask: int) -> int:
    """Return the last place of a non-empty set."""
    return count(up_to_highest(mask)) - 1


@kernel
def above_lowest(mask: int) -> int:
    """Return all places beyond the first one of the set, or none if the set is empty."""
    return ~(mask ^ (mask - 1)) if mask else 0


@kernel
def nth(mask: int, n: int) -> int:
    """Return the place with exactly n others of the set before it.

    Halving the word six times takes equally long for every n. A loop over the set would cause branch
    mispredictions.
    """
    place = 0
    for step in range(6):
        width = 32 >> step
        here = count((mask >> place) & ((1 << width) - 1))
        if n >= here:
            n -= here
            place += width
    return place
