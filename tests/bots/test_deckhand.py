from random import Random
from typing import Any

import pytest

from cartagena import Game, Rules
from cartagena.bots import play
from cartagena.bots.deckhand import Deckhand, MoveValues
from cartagena.bots.drunk import Drunk
from cartagena.rules.notation.moves import Move
from tests.rules.games import DISTINCT

PASS = Move("pass")


def view(rules: str = "escape", hand: int = 4, **more: Any) -> dict[str, Any]:
    """Blue's view, with the fields that the deckhand reads."""
    return {
        "viewer": "blue",
        "rules": rules,
        "board": ["rum"] * 36,
        "hands": {"blue": {"rum": hand}, "red": {}},
        "hand_sizes": {"blue": hand, "red": 6},
        "pirates": {"blue": {"7": 1, "19": 1}, "red": {"19": 1, "6": 1}},
        "sloop_at": "cartagena",
        **more,
    }


def advance(origin: str, target: str) -> Move:
    return Move(f"rum {origin}-{target}")


def retreat(origin: str, target: str) -> Move:
    return Move(f"back {origin}-{target}")


def choice(seat_view: dict[str, Any], *moves: Move) -> Move:
    valued = MoveValues(seat_view)
    values = sorted(((valued.value(move), move) for move in moves), key=lambda pair: pair[0])
    assert values[-1][0] > values[-2][0] + 1  # luck is less than one space
    return values[-1][1]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (advance("7", "21"), advance("7", "11")),
        (advance("30", "sloop"), advance("7", "21")),
        (advance("7", "21"), PASS),
        (PASS, advance("7", "8")),
        (retreat("21", "19"), retreat("7", "6")),
    ],
)
def test_prefers_the_better_move(better: Move, worse: Move) -> None:
    assert choice(view(), better, worse) == better
    assert choice(view(), worse, better) == better


def test_a_short_hand_is_filled_before_running() -> None:
    run, gather = advance("7", "18"), retreat("21", "19")
    assert choice(view(hand=1), run, gather) == gather
    assert choice(view(hand=8), run, gather) == run


def test_leaving_home_is_a_last_resort() -> None:
    assert choice(view(hand=6), retreat("sloop", "19"), PASS) == PASS


def test_it_throws_away_what_it_has_most_of() -> None:
    seat_view = view(hands={"blue": {"rum": 5, "hook": 3}, "red": {}}, hand=8)
    rum, hook = Move("discard rum"), Move("discard hook")
    assert choice(seat_view, rum, hook) == rum
    rum, hook = Move("keep rum"), Move("keep hook")
    assert choice(seat_view, rum, hook) == hook


def test_it_sails_with_a_full_crew_and_returns_for_the_rest() -> None:
    sail, step = Move("sail"), advance("7", "12")
    crew = {"blue": {"sloop": 3, "7": 3}, "red": {}}
    assert choice(view("complete", pirates=crew), sail, step) == sail
    crew = {"blue": {"sloop": 1, "7": 5}, "red": {}}
    assert choice(view("complete", pirates=crew), sail, advance("7", "14")) != sail
    crew = {"blue": {"20": 3, "7": 3}, "red": {}}
    seat_view = view("complete", pirates=crew, sloop_at="tortuga")
    assert choice(seat_view, sail, PASS) == sail
    crew = {"blue": {"20": 3, "sloop": 3}, "red": {}}
    seat_view = view("complete", pirates=crew, sloop_at="tortuga")
    assert choice(seat_view, sail, advance("sloop", "24")) != sail


@pytest.mark.parametrize("preset", DISTINCT)
def test_it_beats_a_drunk(preset: str) -> None:
    game = Game(Rules.preset(preset, turn_limit=600), players=["blue", "red"], seed=1)
    assert play(game, [Deckhand(), Drunk()], Random(1)) == "blue"
