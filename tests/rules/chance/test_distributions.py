"""Cards drawn from counts have the same distribution as cards of a shuffled pile.

Both generators are compared with the reference in tests/reference, whose deck is a list that is
shuffled and then drawn in order. Seeds are fixed, and p must exceed 0.001.
"""

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from functools import cache
from itertools import pairwise
from math import erfc, exp, factorial, gamma, sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cartagena import Rules
from cartagena.jit.compiler import entry_point
from cartagena.rules import batch, cards, setup
from cartagena.rules.chance.fast_rng import start
from cartagena.rules.chance.seeds import key_words
from cartagena.rules.components import KINDS, SYMBOLS
from cartagena.rules.state import NOBODY, new_scratches
from cartagena.rules.variants import chests
from tests.reference import Table, supply
from tests.reference.cards import full_deck
from tests.reference.magic import lay_chests
from tests.reference.state import State
from tests.rules.random_play import position_of
from tests.rules.side_by_side import tiles_of

pytestmark = pytest.mark.slow

GAMES = 3000


@entry_point
def deal_fast(states: Any, scratches: Any, number: int) -> None:
    """Deal a simulated game."""
    start(states[0], scratches[0], number, 0, 0, 0)
    setup.deal(states[0], NOBODY)


@entry_point
def draw_cards(states: Any, n: int, out: Any) -> None:
    """Draw cards from the deck, or from the discards once it is empty."""
    for i in range(n):
        out[i] = cards.draw_from_deck(states[0])


@entry_point
def lay_chests_again(states: Any) -> None:
    """Lay out all chests."""
    chests.lay_tokens(states[0])


def secure(rules: Rules, players: int, number: int) -> NDArray[Any]:
    """Return a game with ChaCha20."""
    states = batch.prepare(rules, players)
    batch.deal(states, 0, key_words(number), NOBODY)
    return states


def fast(rules: Rules, players: int, number: int) -> NDArray[Any]:
    """Return a game with the fast generator."""
    states = batch.prepare(rules, players)
    deal_fast(states, new_scratches(), number)
    return states


SOURCES = pytest.mark.parametrize("source", [secure, fast])
Source = Callable[[Rules, int, int], NDArray[Any]]


def same(one: Iterable[Hashable], two: Iterable[Hashable]) -> None:
    """Check that two samples of similar size come from one distribution (chi-square of two rows)."""
    counts, others = Counter(one), Counter(two)
    n, m = counts.total(), others.total()
    value, freedom = 0.0, -1
    for key in counts.keys() | others.keys():
        a, b = counts[key], others[key]
        assert a + b >= 10, f"{key!r} is too rare to be compared"
        value += (sqrt(m / n) * a - sqrt(n / m) * b) ** 2 / (a + b)
        freedom += 1
    assert chance_of(value, freedom) > 0.001, (value, freedom, counts, others)


def as_expected(sample: Iterable[Hashable], shares: dict[Any, float]) -> None:
    """Check that a sample comes from this distribution."""
    counts = Counter(sample)
    assert counts.keys() <= shares.keys()
    total = sum(shares.values())
    value = 0.0
    for key, share in shares.items():
        expected = counts.total() * share / total
        value += (counts[key] - expected) ** 2 / expected
    assert chance_of(value, len(shares) - 1) > 0.001, (value, counts)


def chance_of(value: float, freedom: int) -> float:
    """Return the probability that chi-square exceeds a value."""
    half = value / 2
    if freedom % 2 == 0:
        return float(exp(-half) * sum(half**k / factorial(k) for k in range(freedom // 2)))
    odd = sum(half ** (k - 0.5) / gamma(k + 0.5) for k in range(1, freedom // 2 + 1))
    return float(erfc(sqrt(half)) + exp(-half) * odd)


def test_critical_values_match_the_tables() -> None:
    for freedom, value in ((1, 10.828), (2, 13.816), (5, 20.515), (11, 31.264), (30, 59.703)):
        assert abs(chance_of(value, freedom) - 0.001) < 1e-6


def drawn(states: NDArray[Any], n: int) -> list[int]:
    """Return the next cards of the deck."""
    out = np.zeros(n, np.int64)
    draw_cards(states, n, out)
    cards: list[int] = out.tolist()
    return cards


@cache
def _table(rules: Rules) -> Table:
    return Table.new(rules.to_mapping(), 2, 1, None, tiles=tiles_of(rules.edition))


def by_pile(rules: Rules, number: int, dealt: int = 12) -> State:
    """Return a reference game whose deck is a shuffled list, with `dealt` cards dealt."""
    state = _table(rules).state
    state.pile = random.Random(f"pile {number}")
    state.deck = full_deck(state.rules)
    state.pile.shuffle(state.deck)
    state.discard = {}
    state.row = []
    from_pile(state, dealt)
    return state


def from_pile(state: State, n: int) -> list[int]:
    """Return the next cards of the reference, by number."""
    names = [*SYMBOLS[state.edition], *(f"{symbol}*" for symbol in SYMBOLS[state.edition])]
    cards = []
    for _ in range(n):
        top = supply.take_top(state)
        assert top is not None
        cards.append(names.index(top[0]))
    return cards


@SOURCES
def test_each_kind_is_drawn_with_its_frequency(source: Source) -> None:
    rules = Rules.preset("filibusters")
    shares = dict.fromkeys(range(KINDS), 2.0) | dict.fromkeys(range(6), 15.0)
    ours: dict[str, list[int]] = {"first": [], "fortieth": []}
    theirs: dict[str, list[int]] = {name: [] for name in ours}
    for number in range(GAMES):
        next_cards = drawn(source(rules, 2, number), 40)
        ours["first"].append(next_cards[0])
        ours["fortieth"].append(next_cards[39])
        piled = from_pile(by_pile(rules, number), 40)
        theirs["first"].append(piled[0])
        theirs["fortieth"].append(piled[39])
    for name in ("first", "fortieth"):
        as_expected(ours[name], shares)
        same(ours[name], theirs[name])


@SOURCES
def test_the_order_within_a_deck(source: Source) -> None:
    rules = Rules.preset("jamaica")
    ours, theirs = [], []
    for number in range(2 * GAMES):
        one, two, *_, last = drawn(source(rules, 2, number), 90)
        ours += [("next", one, two), ("last", one, last)]
        one, two, *_, last = from_pile(by_pile(rules, number), 90)
        theirs += [("next", one, two), ("last", one, last)]
    for which in ("next", "last"):
        same([o for o in ours if o[0] == which], [o for o in theirs if o[0] == which])
    # Of 102 cards 17 are of the first one's kind, which is one less for the second.
    pairs = {("next", i, j): 17.0 * (16 if i == j else 17) for i in range(6) for j in range(6)}
    as_expected([o for o in ours if o[0] == "next"], pairs)


def runs(kinds: list[int]) -> int:
    """Return how often a card is of the same kind as the previous card."""
    return sum(one == two for one, two in pairwise(kinds))


@SOURCES
def test_repeated_kinds_are_as_frequent_as_in_a_shuffled_pile(source: Source) -> None:
    rules = Rules.preset("jamaica")
    ours = [min(20, max(8, runs(drawn(source(rules, 2, n), 90)))) for n in range(GAMES)]
    theirs = [min(20, max(8, runs(from_pile(by_pile(rules, n), 90)))) for n in range(GAMES)]
    same(ours, theirs)


@SOURCES
def test_a_new_deck_is_made_of_the_discards(source: Source) -> None:
    """Four cards are left, then all eight discards follow in any order."""
    rules = Rules.preset("jamaica")
    cards = [0, 0, 0, 1, 1, 2, 4, 5]
    ours, theirs = [], []
    for number in range(GAMES):
        states = source(rules, 2, number)
        state = by_pile(rules, number)
        drawn(states, 86)
        from_pile(state, 86)
        for kind in cards:
            states["discard"][0, kind] += 1
            name = SYMBOLS["2000"][kind]
            state.discard[name] = state.discard.get(name, 0) + 1
        drawn(states, 4)
        from_pile(state, 4)
        assert states["deck_size"][0] == 0
        sample, piled = drawn(states, 8), from_pile(state, 8)
        assert sorted(sample) == sorted(piled) == cards
        assert not states["discard"].any()
        ours.append((sample[0], sample[7]))
        theirs.append((piled[0], piled[7]))
    counts = Counter(cards)
    shares = {
        (i, j): float(counts[i] * (counts[j] - (i == j)))
        for i in counts
        for j in counts
        if counts[i] * (counts[j] - (i == j))
    }
    as_expected(ours, shares)
    as_expected(theirs, shares)


@SOURCES
def test_rows_are_distributed_like_a_shuffled_pile(source: Source) -> None:
    rules = Rules.preset("tortuga")
    ours, theirs = [], []
    for number in range(GAMES):
        row = source(rules, 2, number)["row"][0].tolist()
        ours += [("ends", row[0], row[11]), ("same", -1, runs(row[:12]))]
        state = by_pile(rules, number)
        supply.lay_row(state)
        row = [SYMBOLS["2000"].index(card) for card in state.row]
        theirs += [("ends", row[0], row[11]), ("same", -1, runs(row))]
    same([o for o in ours if o[0] == "ends"], [o for o in theirs if o[0] == "ends"])
    few = [("same", -1, min(4, o[2])) for o in ours if o[0] == "same"]
    same(few, [("same", -1, min(4, o[2])) for o in theirs if o[0] == "same"])


@SOURCES
def test_hands_are_distributed_like_a_shuffled_pile(source: Source) -> None:
    """Count the cards of the first kind in a hand of six."""
    rules = Rules.preset("jamaica")
    for seat in (0, 1):
        ours = [min(3, int(source(rules, 2, n)["hand"][0, seat, 0])) for n in range(GAMES)]
        theirs = []
        for number in range(GAMES):
            hand = from_pile(by_pile(rules, number, dealt=seat), 11)[::2]
            theirs.append(min(3, hand.count(0)))
        same(ours, theirs)


@SOURCES
def test_chests_tiles_and_first_players_are_uniform(source: Source) -> None:
    rules = Rules.preset("short", magic=True)
    ours, theirs, begins, tiles = [], [], [], []
    for number in range(GAMES):
        states = source(rules, 3, number)
        begins.append(int(states["active"][0]))
        board = position_of(rules, 3, states)["board"]
        tiles.append(board[0])
        lay_chests_again(states)
        ours.append((int(states["token"][0, 0]), int(states["token"][0, 3])))
        state = by_pile(rules, number)
        lay_chests(state)
        tokens = list(state.chests.values())
        values = ["", "1", "2", "3", "empty", "snake"]
        theirs.append((values.index(tokens[0]), values.index(tokens[3])))
    same(ours, theirs)
    as_expected(begins, {0: 1.0, 1: 1.0, 2: 1.0})
    # Each tile lies first equally often, either way round.
    ends = Counter[str]()
    for tunnel, _ in tiles_of("2017"):
        ends.update((tunnel[0], tunnel[-1]))
    as_expected(tiles, {symbol: float(n) for symbol, n in ends.items()})
