"""The chance of a game is ChaCha20: the RFC's own blocks, the slow twin, numbers without bias."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cartagena import Game
from cartagena.rules.chance import fast_generator
from cartagena.rules.chance.generator import below, block, next_block, scaled, shuffle
from cartagena.rules.chance.seeds import words
from cartagena.rules.compiled import entry_point
from cartagena.rules.state import new_rooms, new_states
from tests.reference.generator import Generator, chacha

ZEROS = "00" * 32
# RFC 8439: section 2.3.2, and the five of appendix A.1. Key, counter, nonce, block.
VECTORS = {
    "2.3.2": (
        bytes(range(32)).hex(),
        1,
        "000000090000004a00000000",
        (
            "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
            "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
        ),
    ),
    "A.1 #1": (
        ZEROS,
        0,
        "000000000000000000000000",
        (
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
        ),
    ),
    "A.1 #2": (
        ZEROS,
        1,
        "000000000000000000000000",
        (
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
        ),
    ),
    "A.1 #3": (
        "00" * 31 + "01",
        1,
        "000000000000000000000000",
        (
            "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
            "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"
        ),
    ),
    "A.1 #4": (
        "00ff" + "00" * 30,
        2,
        "000000000000000000000000",
        (
            "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
            "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"
        ),
    ),
    "A.1 #5": (
        ZEROS,
        0,
        "000000000000000000000002",
        (
            "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
            "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"
        ),
    ),
}
# What the game leaves zero of a nonce is not zero in section 2.3.2.
OURS = [name for name, (_, _, nonce, _) in VECTORS.items() if nonce.startswith("00" * 8)]


@entry_point
def write_block(states: Any, nonce: Any, out: Any) -> None:
    """The block that is next, without taking it."""
    for at, word in enumerate(block(states[0], nonce)):
        out[at] = word


@entry_point
def take_block(states: Any, out: Any) -> None:
    """The next block of a game."""
    for at, word in enumerate(next_block(states[0])):
        out[at] = word


@entry_point
def draw(states: Any, n: int) -> int:
    """A number of a game's chance."""
    return below(states[0], n)


@entry_point
def mix_deck(states: Any, n: int) -> None:
    """Shuffle so many cards."""
    shuffle(states[0], states[0].deck, n)


@entry_point
def start_luck(states: Any, rooms: Any) -> int:
    """The first word of the luck that a game gives."""
    fast_generator.draw_luck(states[0], rooms[0])
    return fast_generator.next_word(rooms[0])


@entry_point
def count_scaled(n: int, counts: Any) -> None:
    """What becomes of every number of 16 bits."""
    for half in range(1 << 16):
        number = scaled(half, n)
        if number >= 0:
            counts[number] += 1


def game_with(generator: list[int]) -> NDArray[Any]:
    """Room for a game with this generator."""
    states = new_states(1)
    states["generator"] = generator
    return states


def generators() -> list[list[int]]:
    """Random keys, at counts where a word overflows and where none does."""
    chance = Random(8439)
    counts = [(0, 0), (1, 0), (2**32 - 1, 0), (2**32 - 2, 7), (2**32 - 1, 2**32 - 1)]
    return [[*(chance.getrandbits(32) for _ in range(8)), *count] for count in counts]


@pytest.mark.parametrize("name", VECTORS)
def test_the_reference_makes_the_blocks_of_the_rfc(name: str) -> None:
    key, counter, nonce, expected = VECTORS[name]
    told_apart = counter.to_bytes(4, "little") + bytes.fromhex(nonce)
    assert chacha(bytes.fromhex(key), told_apart).hex() == expected


@pytest.mark.parametrize("name", OURS)
def test_the_rules_make_the_blocks_of_the_rfc(name: str) -> None:
    key, counter, nonce, expected = VECTORS[name]
    states = game_with([*words(int.from_bytes(bytes.fromhex(key), "little")), counter, 0])
    out = np.zeros(16, np.uint32)
    write_block(states, np.uint32(int.from_bytes(bytes.fromhex(nonce)[8:], "little")), out)
    assert out.astype("<u4").tobytes().hex() == expected


@pytest.mark.parametrize("generator", generators())
def test_block_after_block_is_that_of_the_reference(generator: list[int]) -> None:
    states, twin, out = game_with(generator), Generator(generator), np.zeros(16, np.uint32)
    for _ in range(3):
        expected = chacha(twin.key, twin.blocks.to_bytes(16, "little"))
        take_block(states, out)
        assert out.astype("<u4").tobytes() == expected
        next(twin.numbers())
        assert states["generator"][0].tolist() == twin.words


@pytest.mark.parametrize("generator", generators())
def test_draws_and_shuffles_are_those_of_the_reference(generator: list[int]) -> None:
    states, twin = game_with(generator), Generator(generator)
    for n in [*range(1, 103), 256] * 3:
        assert draw(states, n) == twin.below(n)
        cards = list(range(n % 103))
        states["deck"][0, : len(cards)] = cards
        mix_deck(states, len(cards))
        twin.shuffle(cards)
        assert states["deck"][0, : len(cards)].tolist() == cards
        assert states["generator"][0].tolist() == twin.words


def test_every_number_is_as_likely_as_the_others() -> None:
    """Not by statistics: all 2**16 numbers are tried, and those that remain are shared equally."""
    for n in [*range(1, 103), 128, 256]:
        counts = np.zeros(n, np.int64)
        count_scaled(n, counts)
        assert set(counts.tolist()) == {(1 << 16) // n}


def test_every_order_is_as_likely_as_the_others() -> None:
    states, orders = game_with([*words(1672), 0, 0]), Counter[tuple[int, ...]]()
    for _ in range(6000):
        states["deck"][0, :4] = range(4)
        mix_deck(states, 4)
        orders[tuple(states["deck"][0, :4].tolist())] += 1
    assert len(orders) == 24
    # Chance exceeds this value of chi-square, for 23 degrees of freedom, once in a thousand.
    assert sum((n - 250) ** 2 / 250 for n in orders.values()) < 49.7


def test_luck_leaves_the_chance_of_the_game_alone() -> None:
    generator = [*words(7), 5, 0]
    states, rooms = game_with(generator), new_rooms()
    first = start_luck(states, rooms)
    assert states["generator"][0].tolist() == generator
    states["generator"][0, 7] ^= 1 << 31
    assert start_luck(states, rooms) != first


@pytest.mark.parametrize("bit", [0, 31, 32, 127, 128, 200, 255])
def test_every_word_of_the_seed_counts(bit: int) -> None:
    deals = [Game("jamaica", 2, seed).position() for seed in (1672, 1672 ^ (1 << bit))]
    assert deals[0]["deck"] != deals[1]["deck"]
    assert deals[0]["generator"][:8] == list(words(1672))
