"""Samples: worlds that are consistent with a view, with the right probabilities."""

from collections import Counter
from collections.abc import Mapping
from itertools import permutations
from typing import Any

import numpy as np
from hypothesis import given, settings

from cartagena import Game, Rules
from cartagena.jit.compiler import entry_point
from cartagena.rules import batch
from cartagena.rules.cards import draw_from_deck
from cartagena.rules.chance.seeds import key_words
from cartagena.rules.components import CARDS, KINDS, SYMBOLS, TOKENS
from cartagena.rules.state import RUNNING, new_scratches, new_states
from tests.rules.tables import GameCase, tables

SAMPLES = 6000
# The value of chi-square that chance exceeds once in a thousand, by degrees of freedom.
CHI_SQUARE = {1: 10.8, 3: 16.3, 4: 18.5, 5: 20.5, 22: 48.3}


def sampled(views: Any, number: int) -> Any:
    """Check that a world is consistent with a view."""
    world = new_states(1)
    batch.write_sample(views, 0, world, 0, key_words(number), new_scratches())
    return world


@settings(max_examples=300)
@given(tables)
def test_a_sample_is_a_game_with_the_same_view(table: GameCase) -> None:
    states, view, again, scratches = table.states(), new_states(1), new_states(1), new_scratches()
    for seat in range(table.players):
        batch.write_view(states, 0, seat, view, 0)
        world = sampled(view, table.number + seat)
        batch.write_view(world, 0, seat, again, 0)
        assert again.tobytes() == view.tobytes()
        counts = world["hand"][0].sum(axis=0, dtype=np.int64) + world["discard"][0]
        counts += world["deck"][0]
        assert world["deck"].sum() + world["top_size"][0] == world["deck_size"][0]
        for pile, size in (("top", "top_size"), ("row", "row_size")):
            counts += np.bincount(world[pile][0][: int(world[size][0])], minlength=KINDS)
        box = [15] * 6 + [2] * 6 if table.rules.filibusters else [17] * 6 + [0] * 6
        assert counts.tolist() == box
        assert counts.sum() == CARDS
        assert world["hand"][0].sum(axis=1).tolist() == world["hand_size"][0].tolist()
        check_tokens(states[0], world[0])
        if int(states["result"][0]) == RUNNING:
            assert batch.anything_legal(world, 0, scratches)


def check_tokens(state: Any, world: Any) -> None:
    """Check that the chests did not move and that the box holds the rest."""
    assert (state["token"] > 0).tolist() == (world["token"] > 0).tolist()
    assert state["opened"].tolist() == world["opened"].tolist()
    box = list(TOKENS) if state["magic"] else []
    for value, times in enumerate(world["opened"].tolist()):
        for _ in range(times):
            box.remove(value)
    for value in world["token"].tolist():
        if value:
            box.remove(value)


@settings(max_examples=100)
@given(tables)
def test_a_sampled_game_can_be_played_on(table: GameCase) -> None:
    game = table.game()
    for seat, colour in enumerate(game.players):
        world = game.sample(colour, seed=table.number)
        assert world.packed_view(seat).tobytes() == game.packed_view(colour).tobytes()
        assert world.over == game.over
        if game.decider == colour:
            assert list(world.legal_moves) == list(game.legal_moves)


def chi_square(counts: Mapping[Any, int], expected: Mapping[Any, float]) -> float:
    """Return the distance of the counts from the expected shares (chi-square)."""
    assert counts.keys() <= expected.keys()
    total, shares = sum(counts.values()), sum(expected.values())
    return sum(
        (counts.get(key, 0) - total * share / shares) ** 2 / (total * share / shares)
        for key, share in expected.items()
    )


def check_shares(counts: Mapping[Any, int], expected: Mapping[Any, float]) -> None:
    """Check that the counts are compatible with the expected shares."""
    assert chi_square(counts, expected) < CHI_SQUARE[len(expected) - 1], counts


def all_but(hand: list[str], deck: list[str]) -> dict[str, Any]:
    """Return a game in which blue sees every card except red's hand and the deck."""
    rules = Rules.preset("escape")
    position = Game(rules, 2, 1, first="blue").position()
    hidden = Counter(hand) + Counter(deck)
    discard = {symbol: 17 - hidden[symbol] for symbol in SYMBOLS["2017"]}
    cards = {"hands": {"red": dict(Counter(hand))}, "deck": dict(Counter(deck)), "discard": discard}
    return position | cards


def worlds_of(game: Game, samples: int) -> Any:
    """Return packed worlds that are consistent with what blue knows."""
    view = game.packed_view("blue")
    for number in range(samples):
        yield sampled(view, number)[0]


@entry_point
def draw_cards(states: Any, out: Any) -> None:
    """Draw as many cards as fit into the array."""
    for i in range(len(out)):
        out[i] = draw_from_deck(states[0])


def drawn(world: Any, n: int) -> list[int]:
    """Return the next cards of a world's deck."""
    states, kinds = new_states(1), np.zeros(n, np.int64)
    states[0] = world
    draw_cards(states, kinds)
    return [int(kind) for kind in kinds]


def test_three_unknown_cards_come_in_every_order_equally_often() -> None:
    game = Game.from_position(all_but(["rum"], ["hook", "chest"]))
    names = SYMBOLS["2017"]
    counts = Counter(
        (names[int(world["hand"][1].argmax())], *(names[kind] for kind in drawn(world, 2)))
        for world in worlds_of(game, SAMPLES)
    )
    check_shares(counts, dict.fromkeys(permutations(("rum", "hook", "chest")), 1.0))


def test_equal_cards_count_separately() -> None:
    # There are three ways to deal rum, rum, hook as two and one. One gives both rums to red.
    game = Game.from_position(all_but(["rum", "hook"], ["rum"]))
    counts = Counter(int(world["hand"][1, 1]) for world in worlds_of(game, SAMPLES))
    check_shares(counts, {2: 1.0, 1: 2.0})


def test_known_cards_stay_and_unknown_cards_vary() -> None:
    position = all_but(["rum", "hook"], ["chest", "weapons"])
    position["rules"] = Rules.preset("black-magic").to_mapping()
    position |= {"memory": {"blue": {"red": {"rum": 1}}}, "deck": {"chest": 1}}
    position["deck_top"] = {"blue": ["weapons"]}
    counts: Counter[tuple[str, ...]] = Counter()
    for world in worlds_of(Game.from_position(position), SAMPLES):
        assert world["hand"][1, 1] == 1
        assert world["top"][0] == 0
        first, second = drawn(world, 2)
        assert first == 0
        counts["hook" if world["hand"][1, 4] else "chest", str(second)] += 1
    check_shares(counts, {("hook", "5"): 1.0, ("chest", "4"): 1.0})


def chests() -> Game:
    """Return a game with four chests on the board and four tokens in the box."""
    return Game(Rules.preset("short", magic=True), 2, 3)


def test_a_chest_holds_every_token_equally_often() -> None:
    counts = Counter(int(world["token"][2]) for world in worlds_of(chests(), SAMPLES))
    check_shares(counts, {1: 2.0, 2: 2.0, 3: 2.0, 4: 1.0, 5: 1.0})


def test_chests_are_drawn_without_replacement() -> None:
    counts = Counter(
        (int(world["token"][0]), int(world["token"][3])) for world in worlds_of(chests(), 20_000)
    )
    expected = Counter(
        (one, two) for i, one in enumerate(TOKENS) for j, two in enumerate(TOKENS) if i != j
    )
    assert (4, 4) not in expected
    check_shares(counts, {pair: float(share) for pair, share in expected.items()})


def test_opened_chests_are_not_drawn_again() -> None:
    position: dict[str, Any] = {**chests().position()}
    spaces = list(position["chests"])
    position |= {"chests": {spaces[0]: "1", spaces[1]: "snake"}, "chest_box": None}
    position["chests_opened"] = ["3", "3"]
    counts = Counter(
        int(world["token"][0]) for world in worlds_of(Game.from_position(position), SAMPLES)
    )
    check_shares(counts, {1: 2.0, 2: 2.0, 4: 1.0, 5: 1.0})


def test_an_announced_hook_can_be_completed() -> None:
    game = Game(Rules.preset("complete", magic=True), 2, 1, first="red")
    position: dict[str, Any] = {**game.position()}
    # Only the symbol of space 18 moves the pair, because the sloop is away.
    needed = position["board"][17]
    position |= {
        "hands": {"red": dict(Counter(["hook", needed]))},
        "pirates": {"red": {"17": 2, "cove": 4}, "blue": {"jail": 6}},
        "sloop_at": "tortuga",
        "deck": None,
    }
    game = Game.from_position(position)
    game.push("hook!")
    for number in range(50):
        world = game.sample("blue", seed=number)
        assert [move.text for move in world.legal_moves] == [f"with {needed} 17-18"]
