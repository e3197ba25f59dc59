"""Exact values of small games."""

import sys

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from cartagena.lab.bench import small_games

RULES = "micro; turn_limit: 3"


def test_full_search_and_an_equilibrium_agree_with_open_hands() -> None:
    """With open hands nothing is hidden, so that both ways must find the same value."""
    game = small_games.load(f"{RULES}; hands: open")
    exact = small_games.value(game.new_initial_state())
    worth, distance = small_games.equilibrium(game, 15)
    assert worth == pytest.approx(exact, abs=0.02)
    assert distance < 0.05


def test_an_equilibrium_is_nearer_to_the_optimum_than_bots() -> None:
    game = small_games.load(RULES)
    _, distance = small_games.equilibrium(game, 8)
    assert 0 <= distance < 0.1
    assert small_games.nash_conv(game, "") > 0.1
    assert small_games.nash_conv(game, "deckhand") > distance


def test_prints_all_values(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--rules", "micro; turn_limit: 2", "--iterations", "2", "--bots", "drunk"]
    monkeypatch.setattr(sys, "argv", ["small_games", *options])
    small_games.main()
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        "open hands, full search",
        "hidden hands, CFR+",
        "random play",
        "drunk",
    ]
