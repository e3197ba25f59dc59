"""Entropy: every value follows from its bits, and looks as expected."""

from cartagena.server.entropy import SYSTEM_ENTROPY, Entropy


class Fixed(Entropy):
    """Entropy whose bits are all 0, or all 1."""

    def __init__(self, *, ones: bool) -> None:
        self._ones = ones

    def bits(self, count: int) -> int:
        return (1 << count) - 1 if self._ones else 0


def test_every_value_follows_from_the_bits() -> None:
    zeros, ones = Fixed(ones=False), Fixed(ones=True)
    assert (zeros.hex(2), ones.hex(2)) == ("0000", "ffff")
    assert (zeros.token(3), ones.token(3)) == ("AAAA", "____")
    assert (zeros.choice("abc"), ones.choice("abc")) == ("a", "c")
    assert zeros.uniform(2, 3) == 2
    assert 2.99 < ones.uniform(2, 3) <= 3


def test_the_system_draws_another_token_each_time() -> None:
    tokens = {SYSTEM_ENTROPY.token(12) for _ in range(100)}
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {16}
