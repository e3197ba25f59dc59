import json
from random import Random
from typing import Any

import numpy as np
import pytest

from cartagena.analysis import ranking
from cartagena.analysis.analyse import (
    FEWEST_SIMULATIONS,
    MAX_SIMULATIONS,
    Analysis,
    analyse,
    default_simulations,
)
from cartagena.analysis.evaluator import (
    FEW_SAMPLES,
    estimate,
    evaluator_for,
    temperatures,
    tempered_evaluator,
)
from cartagena.analysis.page import page
from cartagena.analysis.ranking import MoveRanking, hint
from cartagena.analysis.report import document, sentences, text
from cartagena.analysis.simulations import (
    NO_FORCED_ACTION,
    EvaluationFrame,
    in_parallel,
    omniscient_view,
)
from cartagena.bots import create, play
from cartagena.errors import CartagenaError
from cartagena.game import Game
from cartagena.rules.notation.position.types import Position
from tests.support.markup import check_page

SIMULATIONS = 32


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
    return analyse(end_of(record("short", 2), 24), SIMULATIONS)


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


def test_a_move_without_an_alternative_is_no_play(analysed: Analysis) -> None:
    long = record("everything", 3)
    forced = [
        step
        for step in analyse({**long, "moves": long["moves"][:60]}, 16).steps
        if step.choices == 1
    ]
    assert forced
    assert not any(step.play.any() for step in forced)


def test_only_draws_have_luck(analysed: Analysis) -> None:
    drew = {step.move.split()[0] for step in analysed.steps if step.luck_error.any()}
    quiet = {step.move.split()[0] for step in analysed.steps if not step.luck.any()}
    assert drew <= {"back", "skip"}
    assert drew
    assert quiet - {"back", "skip"}


def test_the_same_seed_gives_the_same_analysis(analysed: Analysis) -> None:
    again = analyse(analysed.record, SIMULATIONS)
    assert document(again) == document(analysed)


def test_the_analysis_can_be_told_written_and_shown(analysed: Analysis) -> None:
    decided = ["Move 3 decided it."]
    assert f"{analysed.winner} won after".capitalize() in sentences(analysed, [])[0]
    assert "No single moment" in sentences(analysed, [])[-1]
    assert sentences(analysed, decided)[-1:] == decided
    assert "\n".join(sentences(analysed, decided)) in text(analysed, decided)
    written = json.loads(json.dumps(document(analysed)))
    assert len(written["moves"]) == len(analysed.steps)
    made = page(analysed, decided)
    check_page(made)
    assert made.count("<svg") >= 2


@pytest.mark.parametrize(("rules", "players"), [("everything", 3), ("tortuga", 5)])
def test_every_kind_of_game_can_be_analysed(rules: str, players: int) -> None:
    long = record(rules, players)
    found = analyse({**long, "moves": long["moves"][:25]}, 16)
    assert len(found.steps) == 25
    assert "Nobody has won" in sentences(found, [])[0]


def test_a_record_without_moves_is_refused() -> None:
    with pytest.raises(CartagenaError, match="no moves"):
        analyse(Game("short", 2, seed=1).record(), SIMULATIONS)


def winning_position() -> Position:
    """Blue needs one card to bring its last pirate home; red has hardly set out."""
    game = Game("short", 2, seed=2, first="blue")
    position = game.position()
    last = str(len(position["board"]))
    position["pirates"] = {"blue": {"sloop": 3, last: 1}, "red": {"jail": 4}}
    return position


def test_a_hint_finds_the_win() -> None:
    advice = hint(Game.from_position(winning_position()), SIMULATIONS, 1)
    best = advice.candidates[0]
    assert advice.seat == "blue"
    assert best.chance == best.low == 1.0
    assert best.move.endswith("-sloop")
    assert {c.move for c in advice.candidates} == {
        str(move) for move in Game.from_position(winning_position()).legal_moves
    }


def test_a_hint_depends_only_on_what_the_seat_may_know() -> None:
    game = Game("black-magic", 3, seed=9)
    twin = game.sample(game.decider, seed=5)
    assert game.position() != twin.position()
    assert hint(game, SIMULATIONS, 1) == hint(twin, SIMULATIONS, 1)


def test_there_is_no_hint_when_the_game_is_over() -> None:
    with pytest.raises(CartagenaError, match="is over"):
        hint(Game.replay(record("short", 2)), SIMULATIONS, 1)


def test_an_onlooker_does_not_see_what_is_to_come() -> None:
    game = Game("jamaica", 2, seed=3)
    state, other_seed = game.packed_state(), game.packed_state()
    other_seed["generator"] += 1
    found = []
    for base in (state, other_seed):
        evaluator = evaluator_for(base)
        evaluator.forget(SIMULATIONS)
        found.append(evaluator.samples(omniscient_view(base), SIMULATIONS, 1))
    assert (found[0] == found[1]).all()


def test_the_stated_error_is_how_much_estimates_differ() -> None:
    """Over many seeds; were the noise of the trees left out, they would differ twice as much."""
    base = omniscient_view(Game("jamaica", 2, seed=5, first="blue").packed_state())
    evaluator = evaluator_for(base)
    found = [estimate(evaluator, base, 60, seed) for seed in range(40)]
    stated = np.sqrt(np.mean([one.error[0] ** 2 for one in found]))
    assert 0.6 < np.std([one.mean[0] for one in found], ddof=1) / stated < 1.4


def test_what_is_clear_soon_takes_few_simulations() -> None:
    game = Game.from_position(winning_position())
    base = omniscient_view(game.packed_state())
    evaluator = evaluator_for(base)
    soon = estimate(evaluator, base, 300, 1)
    assert len(soon.samples) == FEW_SAMPLES
    assert soon.mean[0] == 1.0
    moves = list(game.legal_moves)
    ranked = MoveRanking(evaluator, game.packed_view("blue"), moves, 300, 1).rank()
    assert ranked[0].simulations < 300


def test_a_race_goes_on_with_the_best_and_the_one_that_is_asked_for() -> None:
    game = Game("jamaica", 3, seed=5)
    view, moves = game.packed_view(game.decider), list(game.legal_moves)
    evaluator = evaluator_for(view)
    last = MoveRanking(evaluator, view, moves, 96, 1).rank()[-1].move
    race = MoveRanking(evaluator, view, moves, 96, 1)
    ranked = race.rank(always=last)
    assert sorted(one.move for one in ranked) == sorted(move.text for move in moves)
    finalists = [one for one in ranked if one.simulations == 96]
    assert finalists == ranked[: len(finalists)]
    assert last in {one.move for one in finalists}
    assert ranking.FINALISTS <= len(finalists) <= ranking.FINALISTS + 1
    chances = [one.chance for one in finalists]
    assert chances == sorted(chances, reverse=True)
    loss, error = race.compare(ranked[0].move, last, 96)
    assert error > 0
    assert race.compare(last, ranked[0].move, 96)[0] < 0 < loss


def test_long_games_and_many_players_get_fewer_simulations() -> None:
    assert default_simulations(80, 2) == MAX_SIMULATIONS
    assert (
        MAX_SIMULATIONS
        > default_simulations(100, 4)
        > default_simulations(200, 4)
        > FEWEST_SIMULATIONS
    )
    assert default_simulations(5000, 5) == FEWEST_SIMULATIONS


def test_work_inside_of_parallel_work_is_done() -> None:
    """More pieces than threads, each with pieces of its own: none waits for a free thread."""
    sums = in_parallel(lambda k: sum(in_parallel(lambda i: k * i, range(4))), range(50))
    assert list(sums) == [6 * k for k in range(50)]


def test_the_evaluator_is_that_of_the_family_and_of_the_number_of_players() -> None:
    for rules, family in (("jamaica", "plain"), ("complete", "complete"), ("everything", "spells")):
        for players, kind in ((2, "two"), (4, "more")):
            game = Game(rules, players, seed=1)
            told = evaluator_for(game.packed_view(game.decider)).document()
            temperature = temperatures()[family][kind]
            net = family if players == 2 else f"{family}-more"
            assert told == {"name": "legend", "net": net, "temperature": temperature}


def test_a_higher_temperature_is_less_sure() -> None:
    position = Game("jamaica", 2, seed=5, first="blue").position()
    position["pirates"] = {"blue": {"jail": 1, "20": 3, "30": 2}, "red": {"jail": 5, "3": 1}}
    base = omniscient_view(Game.from_position(position).packed_state())
    sure, unsure = (
        estimate(tempered_evaluator("plain", False, temperature), base, 60, 1).mean[0]
        for temperature in (1.0, 3.0)
    )
    assert 0.5 < unsure < sure < 1


def test_what_was_never_tried_is_held_against_nobody() -> None:
    """The first simulation answers for the position, not for the action that it happens to try."""
    game = Game("tortuga", 2, seed=3)
    move = game.legal_moves[0]
    evaluator, base = evaluator_for(game.packed_state()), omniscient_view(game.packed_state())
    evaluator.forget(2)
    first = evaluator.samples(base, 1, 1, forced=move.action)[0]
    evaluator.forget(200)
    settled = evaluator.samples(base, 200, 1, forced=move.action)
    assert first == pytest.approx(settled.mean(axis=0), abs=0.15)
    assert settled.sum(axis=1) == pytest.approx(np.ones(200))
    assert (settled >= 0).all()


def test_a_viewpoint_of_an_earlier_turn_still_searches() -> None:
    """A turn can pass others who are stuck: at least one action is always looked at."""
    game = Game("short", 2, seed=3)
    base = omniscient_view(game.packed_state())
    evaluator = evaluator_for(base)
    evaluator.forget(8)
    long_ago = EvaluationFrame(int(base["turns"][0]) - 50, 0)
    found = evaluator.samples(base, 8, 1, forced=NO_FORCED_ACTION, viewpoint=long_ago)
    assert found.sum(axis=1) == pytest.approx(np.ones(8))
