"""Every law holds at every table within a few steps, and a broken one is found."""

from unittest.mock import patch

import pytest

from cartagena.server.tables import seats
from tests.exploration.explore import SETTINGS, explore
from tests.exploration.laws import Violation

EVENTS = {
    "Closed",
    "Joined",
    "Left",
    "Moved",
    "Muted",
    "PauseWanted",
    "Removed",
    "Said",
    "SeatSet",
    "Started",
    "Undone",
}


def test_every_law_holds_within_a_few_steps() -> None:
    for name, settings in SETTINGS.items():
        new = explore(settings, 3, begun=False)
        running = explore(settings, 3, begun=True)
        assert set(new.kinds) | set(running.kinds) >= EVENTS, name
        assert running.states > new.states > 80


def test_players_go_away_and_come_back() -> None:
    result = explore(SETTINGS["a day per turn"], 3, begun=True)
    assert result.kinds["Away"] > 100


@pytest.mark.slow
def test_games_end_and_players_return() -> None:
    result = explore(SETTINGS["time per turn"], 5, begun=True)
    assert {"TimedOut", "Resumed", "TurnEnded"} <= set(result.kinds)


def test_finds_a_decision_that_does_not_look_whether_the_table_is_closed() -> None:
    with (
        patch.object(seats, "check_open", lambda _table: None),
        pytest.raises(Violation, match="closed table"),
    ):
        explore(SETTINGS["one turn, no clock"], 3, begun=False)
