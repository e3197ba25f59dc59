"""Routes: every space that a card jumps over is occupied and has the card's symbol."""

from random import Random

import pytest

from cartagena import Game
from cartagena.rules.notation.route import Route
from cartagena.rules.presets import PRESETS


@pytest.mark.parametrize("preset", PRESETS)
def test_jumped_spaces_are_all_occupied_spaces_with_the_symbol(preset: str) -> None:
    game, random = Game(preset, players=3, seed=5), Random(5)
    jumps = 0
    while not game.over and game.moves_made < 60:
        position = game.position()
        occupied = {
            place
            for places in position["pirates"].values()
            for place, count in places.items()
            if count
        }
        for move in game.legal_moves:
            route = game.route(move)
            if route is None:
                continue
            assert (route.places[0], route.places[-1]) == (move.origin, move.target)
            assert set(route.jumped) <= occupied
            if move.kind == "advance" and move.card:
                matching = [
                    place
                    for place in route.places[1:-1]
                    if place.isdecimal()
                    and position["board"][int(place) - 1] == move.card.strip("*")
                ]
                assert list(route.jumped) == matching
            jumps += len(route.jumped)
        game.push(random.choice(game.legal_moves))
    assert jumps > 0


def test_going_back_jumps_over_nothing() -> None:
    game = Game("escape", players=2, seed=1)
    assert game.route("back 7-3") == Route(("7", "6", "5", "4", "3"), ())


def test_a_move_without_a_pirate_has_no_route() -> None:
    assert Game("complete", players=2, seed=1).route("sail") is None
