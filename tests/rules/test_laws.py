"""Invariants that hold in every position of every game."""

import json
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from cartagena import Game
from cartagena.errors import CartagenaError
from cartagena.rules import batch
from cartagena.rules.actions import ACTIONS
from cartagena.rules.components import ABOARD_LIMIT, CARDS, KINDS, SEATS
from cartagena.rules.state import DRAWN, NOBODY, STATE, TURN, new_scratches, new_states
from tests.rules.indistinguishable_worlds import known_of
from tests.rules.random_play import play_randomly
from tests.rules.side_by_side import choose
from tests.rules.tables import GameCase, tables

STEPS = 25
often = settings(max_examples=250)


def check_on_the_way(table: GameCase, check: Any) -> None:
    """Check a game now and after each of the next few moves."""
    states = table.states()
    chooser, scratches, actions = (
        random.Random(table.number + 1),
        new_scratches(),
        np.zeros(1, np.int64),
    )
    check(states[0])
    for _ in range(STEPS):
        if play_randomly(states, 0, chooser, scratches, actions, 1) == 0:
            return
        check(states[0])


@often
@given(tables)
def test_there_are_always_102_cards(table: GameCase) -> None:
    box = [15] * 6 + [2] * 6 if table.rules.filibusters else [17] * 6 + [0] * 6

    def check(state: NDArray[Any]) -> None:
        counts = state["hand"].sum(axis=0, dtype=np.int64) + state["discard"] + state["deck"]
        assert state["deck"].sum() + state["top_size"] == state["deck_size"]
        for pile, size in (("top", "top_size"), ("row", "row_size")):
            counts += np.bincount(state[pile][: int(state[size])], minlength=KINDS)
        assert counts.tolist() == box
        assert counts.sum() == CARDS
        assert state["hand"].sum(axis=1).tolist() == state["hand_size"].tolist()
        if int(state["pending"]) == TURN:
            assert state["hand_size"][DRAWN] == 0

    check_on_the_way(table, check)


@often
@given(tables)
def test_pirates_are_conserved_and_masks_agree_with_counts(table: GameCase) -> None:
    spaces = range(1, 6 * table.rules.tiles + 1)

    def check(state: NDArray[Any]) -> None:
        own = [[int(mask) for mask in state["own"][seat]] for seat in range(SEATS)]
        everybody = [int(mask) for mask in state["at_least"]]
        for masks in (*own, everybody):
            assert all(mask >> (spaces[-1] + 1) == 0 and mask & 1 == 0 for mask in masks)
            assert masks[1] & ~masks[0] == 0
            assert masks[2] & ~masks[1] == 0
        for space in spaces:
            standing = [sum(mask >> space & 1 for mask in masks) for masks in own]
            # Masks with three levels cannot express four, so a fourth pirate would be missing here.
            assert sum(standing) == sum(mask >> space & 1 for mask in everybody)
        for seat in range(SEATS):
            places = [int(state[place][seat]) for place in ("start", "aboard", "home")]
            assert min(places) >= 0
            assert places[1] <= (ABOARD_LIMIT if table.rules.is_complete else 0)
            on_track = sum(mask.bit_count() for mask in own[seat])
            at_table = seat < table.players
            assert sum(places) + on_track == (table.rules.pirates if at_table else 0)

    check_on_the_way(table, check)


@often
@given(tables)
def test_seats_remember_only_cards_that_are_there(table: GameCase) -> None:
    def check(state: NDArray[Any]) -> None:
        for seat in range(SEATS):
            for owner in range(SEATS + 1):
                if owner != seat:
                    assert (known_of(state, seat, owner) <= state["hand"][owner]).all()
        assert not state["known"][int(state["active"]), int(state["active"])]
        assert not state["known"][table.players :].any()
        assert -1 <= int(state["top_seat"]) < table.players
        assert (int(state["top_seat"]) >= 0) == (int(state["top_size"]) > 0)
        if not table.rules.magic or table.rules.supply == "row":
            assert not state["top_size"]
        if table.rules.hands == "open":
            assert not state["known"][~np.eye(SEATS, dtype=bool)].any()

    check_on_the_way(table, check)


@often
@given(tables)
def test_views_account_for_all_cards(table: GameCase) -> None:
    view = new_states(1)

    def check(state: NDArray[Any]) -> None:
        states = np.array([state])
        for seat in range(table.players):
            batch.write_view(states, 0, seat, view, 0)
            visible_cards = (
                int(view["hand"].sum()) + int(view["discard"].sum()) + int(view["row_size"][0])
            )
            hidden = int(view["hand_size"].sum()) - int(view["hand"].sum())
            assert visible_cards + hidden + int(view["deck_size"][0]) == CARDS
            assert not view["deck"].any()
            assert int(view["top_seat"][0]) in (NOBODY, seat)
            assert (view["hand"][0] <= state["hand"]).all()

    check_on_the_way(table, check)


@often
@given(tables)
def test_exactly_the_legal_actions_can_be_applied(table: GameCase) -> None:
    states, scratches = table.states(), new_scratches()
    before = states.tobytes()
    actions = batch.new_list()
    legal = set(actions[: batch.list_legal(states, 0, scratches, actions)].tolist())
    mask = np.zeros(ACTIONS, np.int8)
    batch.legal_mask(states, 0, scratches, mask)
    assert set(np.flatnonzero(mask).tolist()) == legal
    assert bool(legal) == batch.anything_legal(states, 0, scratches) == (not states["result"][0])
    for action in (*range(-70, ACTIONS + 70), 2**31, -(2**40)):
        if action not in legal:
            assert not batch.apply(states, 0, action, scratches)
    assert states.tobytes() == before
    for action in legal:
        successor = states.copy()
        assert batch.apply(successor, 0, action, scratches)
        assert successor.tobytes() != before


@often
@given(tables)
def test_legal_moves_have_distinct_texts(table: GameCase) -> None:
    game = table.game()
    texts = [move.text for move in game.legal_moves]
    assert len(set(texts)) == len(texts)
    for text in texts:
        assert game.copy().push(text).text == text
    with pytest.raises(CartagenaError):
        game.push("rum 99-100")
    assert game.moves == []


@often
@given(tables)
def test_a_position_determines_the_rest_of_the_game(table: GameCase) -> None:
    states = table.states()
    position = table.position()
    game = Game.from_position(json.loads(json.dumps(position)))
    assert game.position() == position
    # Unused values, such as cards beyond the end of the row, may differ. No view shows them.
    twin = game.packed_state()
    scratches, chooser, actions = (
        new_scratches(),
        random.Random(table.number),
        np.zeros(1, np.int64),
    )
    views = new_states(2)
    for _ in range(STEPS):
        for seat in range(table.players):
            batch.write_view(states, 0, seat, views, 0)
            batch.write_view(twin, 0, seat, views, 1)
            assert views[0].tobytes() == views[1].tobytes()
        assert states["generator"].tolist() == twin["generator"].tolist()
        if play_randomly(states, 0, chooser, scratches, actions, 1) == 0:
            return
        assert batch.apply(twin, 0, int(actions[0]), scratches)


@often
@given(tables, st.booleans())
def test_a_record_replays_bit_for_bit(table: GameCase, from_the_deal: bool) -> None:
    game = Game(table.rules, table.players, table.number) if from_the_deal else table.game()
    chance = random.Random(table.number)
    for _ in range(STEPS):
        if not game.over:
            game.push(choose(list(game.legal_moves), chance))
    again = Game.replay(json.loads(json.dumps(game.record())))
    assert again.packed_state().tobytes() == game.packed_state().tobytes()
    assert again.record() == game.record()


@often
@given(tables)
def test_undo_restores_the_state(table: GameCase) -> None:
    game = table.game()
    chance = random.Random(table.number)
    before = [game.packed_state().tobytes()]
    while len(before) <= STEPS and not game.over:
        game.push(choose(list(game.legal_moves), chance))
        before.append(game.packed_state().tobytes())
    moves = game.moves
    for number in range(len(moves), 0, -1):
        assert game.packed_state().tobytes() == before[number]
        assert game.undo() == moves[number - 1]
    assert game.packed_state().tobytes() == before[0]
    for move in moves:
        game.push(move)
    assert game.packed_state().tobytes() == before[-1]


def test_a_packed_game_is_small() -> None:
    assert STATE.itemsize <= 700
