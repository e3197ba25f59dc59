"""ChaCha20: the blocks of the RFC, agreement with the reference, and unbiased numbers."""

from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cartagena import Game
from cartagena.jit.compiler import entry_point
from cartagena.rules.chance import chacha20 as generator_module
from cartagena.rules.chance import fast_rng
from cartagena.rules.chance.chacha20 import block, scaled, secure_below
from cartagena.rules.chance.seeds import key_words
from cartagena.rules.state import new_scratches, new_states
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
# Section 2.3.2 uses parts of the nonce that are always zero in a game.
OURS = [name for name, (_, _, nonce, _) in VECTORS.items() if nonce.startswith("00" * 8)]


@entry_point
def write_block(states: Any, counter: Any, number: Any, stream: Any, out: Any) -> None:
    """Return a block of a game's generator."""
    for at, word in enumerate(block(states[0], counter, number, stream)):
        out[at] = word


@entry_point
def draw(states: Any, stream: Any, number: Any, n: int) -> int:
    """Return a random number of a game."""
    return int(secure_below(states[0], stream, number, n))


@entry_point
def seed_scratch(states: Any, scratches: Any) -> int:
    """Return the first word of a scratch record's generator after seeding it from a game."""
    fast_rng.seed_scratch(states[0], scratches[0])
    return fast_rng.next_word(scratches[0])


@entry_point
def count_scaled(n: int, counts: Any) -> None:
    """Scale every number of 16 bits."""
    for half in range(1 << 16):
        number = scaled(half, n)
        if number >= 0:
            counts[number] += 1


def game_with(generator: list[int]) -> NDArray[Any]:
    """Return a blank game with this generator."""
    states = new_states(1)
    states["generator"] = generator
    return states


def generators() -> list[list[int]]:
    """Return random keys."""
    chance = Random(8439)
    return [[*(chance.getrandbits(32) for _ in range(8)), 0, 0] for _ in range(5)]


@pytest.mark.parametrize("name", VECTORS)
def test_the_reference_reproduces_the_blocks_of_the_rfc(name: str) -> None:
    key, counter, nonce, expected = VECTORS[name]
    told_apart = counter.to_bytes(4, "little") + bytes.fromhex(nonce)
    assert chacha(bytes.fromhex(key), told_apart).hex() == expected


@pytest.mark.parametrize("name", OURS)
def test_the_rules_reproduce_the_blocks_of_the_rfc(name: str) -> None:
    key, counter, nonce, expected = VECTORS[name]
    states = game_with([*key_words(int.from_bytes(bytes.fromhex(key), "little")), 0, 0])
    out = np.zeros(16, np.uint32)
    stream = np.uint32(int.from_bytes(bytes.fromhex(nonce)[8:], "little"))
    write_block(states, np.uint32(counter), np.uint32(0), stream, out)
    assert out.astype("<u4").tobytes().hex() == expected


@pytest.mark.parametrize("generator", generators())
def test_blocks_match_the_reference(generator: list[int]) -> None:
    states, twin, out = game_with(generator), Generator(generator), np.zeros(16, np.uint32)
    for counter, number, stream in ((0, 0, 0), (1, 2, 3), (2**32 - 1, 2**32 - 1, 2**32 - 1)):
        nonce = number.to_bytes(8, "little") + stream.to_bytes(4, "little")
        expected = chacha(twin.key, counter.to_bytes(4, "little") + nonce)
        write_block(states, np.uint32(counter), np.uint32(number), np.uint32(stream), out)
        assert out.astype("<u4").tobytes() == expected
    assert states["generator"][0].tolist() == twin.words


@pytest.mark.parametrize("generator", generators())
def test_random_numbers_match_the_reference(generator: list[int]) -> None:
    states, twin = game_with(generator), Generator(generator)
    for place, n in enumerate([*range(1, 103), 256] * 3):
        for stream in range(5):
            number = draw(states, np.uint32(stream), np.uint32(place), n)
            assert number == twin.below(stream, place, n)


@pytest.mark.parametrize("refused", [1, 31, 32, 40, 64])
def test_uses_the_next_block_if_all_numbers_of_one_are_rejected(
    refused: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rejection is too rare to wait for, so the test rejects more numbers than necessary."""
    asked = 0

    def scaled_late(half: Any, n: int) -> int:
        nonlocal asked
        asked += 1
        return -1 if asked <= refused else int(scaled(half, n))

    monkeypatch.setattr(generator_module, "scaled", scaled_late)
    numbers = list(islice(Generator.from_seed(7).numbers(3, 5), refused, refused + 1))
    by_python = getattr(secure_below, "py_func", secure_below)
    states = game_with([*key_words(7), 0, 0])
    assert by_python(states[0], np.uint32(3), np.uint32(5), 256) == numbers[0] >> 8


def test_all_numbers_are_equally_likely() -> None:
    """No statistics: all 2**16 numbers are tried, and the accepted ones are distributed evenly."""
    for n in [*range(1, 103), 128, 256]:
        counts = np.zeros(n, np.int64)
        count_scaled(n, counts)
        assert set(counts.tolist()) == {(1 << 16) // n}


def test_seeding_a_scratch_record_does_not_change_the_game() -> None:
    generator = [*key_words(7), 5, 0]
    states, scratches = game_with(generator), new_scratches()
    first = seed_scratch(states, scratches)
    assert states["generator"][0].tolist() == generator
    states["generator"][0, 7] ^= 1 << 31
    assert seed_scratch(states, scratches) != first


@pytest.mark.parametrize("bit", [0, 31, 32, 127, 128, 200, 255])
def test_every_word_of_the_seed_matters(bit: int) -> None:
    deals = [Game("jamaica", 2, seed).position() for seed in (1672, 1672 ^ (1 << bit))]
    assert deals[0]["deck"] != deals[1]["deck"]
    assert deals[0]["generator"][:8] == list(key_words(1672))
    assert deals[0]["generator"][8:] == [12, 0]
