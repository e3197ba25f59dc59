import json
from random import Random
from typing import Any

import numpy as np
import pytest

from cartagena.game import Game
from cartagena.lab.analysis import hints
from cartagena.lab.analysis.analyse import Analysis, analyse
from cartagena.lab.analysis.hints import hint
from cartagena.lab.analysis.page import page
from cartagena.lab.analysis.playouts import (
    NOT_OVER,
    Playouts,
    onlooker,
    run_rollouts,
    search_playouts,
)
from cartagena.lab.analysis.report import document, sentences, text
from cartagena.lab.analysis.win_model import WinModel
from cartagena.players import create, play
from cartagena.rules.errors import CartagenaError
from tests.support.markup import check_page

PLAYOUTS = 32


def record(rules: str, players: int) -> dict[str, Any]:
    game = Game(rules, players, seed=4)
    play(game, [create("deckhand") for _ in range(players)], Random(1))
    return game.record()


def end_of(whole: dict[str, Any], moves: int) -> dict[str, Any]:
    """The record of the last moves of a game, from the position before them."""
    start = Game.replay({**whole, "moves": whole["moves"][:-moves]})
    game = Game.from_position(start.position())
    for move in whole["moves"][-moves:]:
        game.push(move)
    return game.record()


@pytest.fixture(scope="module")
def analysed() -> Analysis:
    return analyse(end_of(record("short", 2), 24), PLAYOUTS)


def test_chances_are_chances_after_every_move(analysed: Analysis) -> None:
    assert [step.move for step in analysed.steps] == analysed.record["moves"]
    for step in analysed.steps:
        assert step.after.mean.sum() == pytest.approx(1)
        for seat in range(2):
            mean, low, high = step.after.interval(seat)
            assert 0 <= low <= mean <= high <= 1
    end = analysed.steps[-1].after.mean
    assert analysed.winner == analysed.players[int(np.argmax(end))]
    assert end.max() == 1


def test_luck_play_and_hindsight_add_up(analysed: Analysis) -> None:
    for account in analysed.accounts():
        parts = account.own_play + account.others_play + account.luck + account.reassessed
        assert account.start + parts == pytest.approx(account.end)


def test_only_draws_have_luck(analysed: Analysis) -> None:
    drew = {step.move.split()[0] for step in analysed.steps if step.luck_error.any()}
    quiet = {step.move.split()[0] for step in analysed.steps if not step.luck.any()}
    assert drew <= {"back", "skip"}
    assert drew
    assert quiet - {"back", "skip"}


def test_the_same_seed_gives_the_same_analysis(analysed: Analysis) -> None:
    again = analyse(analysed.record, PLAYOUTS)
    assert document(again) == document(analysed)


def test_the_analysis_can_be_told_written_and_shown(analysed: Analysis) -> None:
    assert f"{analysed.winner} won after".capitalize() in sentences(analysed)[0]
    assert sentences(analysed)[0] in text(analysed)
    written = json.loads(json.dumps(document(analysed)))
    assert len(written["moves"]) == len(analysed.steps)
    made = page(analysed)
    check_page(made)
    assert made.count("<svg") >= 2


@pytest.mark.parametrize(("rules", "players"), [("everything", 3), ("tortuga", 5)])
def test_every_kind_of_game_can_be_analysed(rules: str, players: int) -> None:
    long = record(rules, players)
    found = analyse({**long, "moves": long["moves"][:25]}, 16)
    assert len(found.steps) == 25
    assert "Nobody has won" in sentences(found)[0]


def test_a_record_without_moves_is_refused() -> None:
    with pytest.raises(CartagenaError, match="no moves"):
        analyse(Game("short", 2, seed=1).record(), PLAYOUTS)


def winning_position() -> dict[str, Any]:
    """Blue needs one card to bring its last pirate home; red has hardly set out."""
    game = Game("short", 2, seed=2, first="blue")
    position = game.position()
    last = str(len(position["board"]))
    position["pirates"] = {"blue": {"sloop": 3, last: 1}, "red": {"jail": 4}}
    return position


def test_a_hint_finds_the_win() -> None:
    advice = hint(Game.from_position(winning_position()), PLAYOUTS, 1)
    best = advice.candidates[0]
    assert advice.seat == "blue"
    assert best.chance == best.low == 1.0
    assert best.move.endswith("-sloop")
    assert {c.move for c in advice.candidates} == {
        str(move) for move in Game.from_position(winning_position()).legal_moves
    }


def test_a_hint_depends_only_on_what_the_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("black-magic", 3, seed=9)
    twin = game.sample(game.decider, seed=5)
    assert game.position() != twin.position()
    monkeypatch.setattr(hints, "FITTING_ROLLOUTS", 500)
    assert hint(game, PLAYOUTS, 1) == hint(twin, PLAYOUTS, 1)


def test_there_is_no_hint_when_the_game_is_over() -> None:
    with pytest.raises(CartagenaError, match="is over"):
        hint(Game.replay(record("short", 2)), PLAYOUTS, 1)


def test_an_onlooker_does_not_see_what_is_to_come() -> None:
    game = Game("jamaica", 2, seed=3)
    state, other_seed = game.packed_state(), game.packed_state()
    other_seed["generator"] += 1
    one, other = (search_playouts(onlooker(base), PLAYOUTS, 1) for base in (state, other_seed))
    assert (one.evaluations == other.evaluations).all()


def test_the_win_model_finds_what_a_lead_is_worth() -> None:
    rng = np.random.default_rng(1)
    evaluations = rng.normal(0, 20, (6000, 3))
    raised = np.exp(evaluations / 25 + np.array([0.0, 0.4, -0.3]))
    chances = raised / raised.sum(axis=1, keepdims=True)
    won = np.array([rng.choice(3, p=chance) for chance in chances], np.int8)
    model = WinModel(3)
    model.fit([Playouts(evaluations, np.full(6000, NOT_OVER, np.int8), won)])
    assert 1 / model.slope == pytest.approx(25, rel=0.1)
    assert model.offsets == pytest.approx([0.0, 0.4, -0.3], abs=0.12)


def test_chances_agree_with_play_outs_to_the_end() -> None:
    game = Game("jamaica", 2, seed=5, first="blue")
    base = onlooker(game.packed_state())
    model = WinModel.fitted([base], 2000, 1)
    seen = run_rollouts(base, 2000, 99, to_the_end=True)
    mean = model.probabilities(seen)[:, 0].mean()
    assert mean == pytest.approx((seen.final_winner == 0).mean(), abs=0.05)
