import json
from random import Random
from typing import Any

import numpy as np
import pytest

from cartagena.analysis import ranking
from cartagena.analysis.analyse import (
    MAX_SIMULATIONS,
    MIN_SIMULATIONS,
    Analysis,
    analyse,
    default_simulations,
)
from cartagena.analysis.evaluator import (
    MIN_SAMPLES,
    estimate,
    evaluator_for,
    omniscient_view,
    temperatures,
    tempered_evaluator,
)
from cartagena.analysis.page import page
from cartagena.analysis.parallel import in_parallel
from cartagena.analysis.ranking import MoveRanking, hint, rank_moves, ranking_simulations
from cartagena.analysis.report import document, sentences, text
from cartagena.bots import View, create, play
from cartagena.bots.legend import EVALUATION, Legend
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
    """Return the record of the last moves of a game, from the position before them."""
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


def test_luck_play_and_reevaluation_add_up(analysed: Analysis) -> None:
    for ledger in analysed.ledgers():
        parts = ledger.own_play + ledger.others_play + ledger.luck + ledger.reevaluation
        assert ledger.start + parts == pytest.approx(ledger.end)


def test_a_move_without_an_alternative_is_not_play(analysed: Analysis) -> None:
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


def test_an_analysis_has_a_report_a_document_and_a_page(analysed: Analysis) -> None:
    decided = ["Move 3 decided it."]
    assert f"{analysed.winner} won after".capitalize() in sentences(analysed, [])[0]
    assert "No single moment" in sentences(analysed, [])[-1]
    assert sentences(analysed, decided)[-1:] == decided
    assert "\n".join(sentences(analysed, decided)) in text(analysed, decided)
    stored = json.loads(json.dumps(document(analysed)))
    assert len(stored["moves"]) == len(analysed.steps)
    html = page(analysed, decided)
    check_page(html)
    assert html.count("<svg") >= 2


@pytest.mark.parametrize(("rules", "players"), [("everything", 3), ("tortuga", 5)])
def test_every_kind_of_game_can_be_analysed(rules: str, players: int) -> None:
    long = record(rules, players)
    analysis = analyse({**long, "moves": long["moves"][:25]}, 16)
    assert len(analysis.steps) == 25
    assert "Nobody has won" in sentences(analysis, [])[0]


def test_rejects_a_record_without_moves() -> None:
    with pytest.raises(CartagenaError, match="no moves"):
        analyse(Game("short", 2, seed=1).record(), SIMULATIONS)


def winning_position() -> Position:
    """Return a position in which blue needs one card to win, and red has hardly set out."""
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


def test_rejects_a_hint_when_the_game_is_over() -> None:
    with pytest.raises(CartagenaError, match="is over"):
        hint(Game.replay(record("short", 2)), SIMULATIONS, 1)


def test_the_omniscient_view_does_not_depend_on_the_seed() -> None:
    state, other_seed = (Game("jamaica", 2, seed=3).packed_state() for _ in range(2))
    other_seed["generator"] += 1
    first, second = (
        estimate(evaluator_for(states), omniscient_view(states), SIMULATIONS, 1).samples
        for states in (state, other_seed)
    )
    np.testing.assert_array_equal(first, second)


def test_the_stated_error_is_how_much_estimates_differ() -> None:
    """Over many seeds. Without `TREE_NOISE` they would differ twice as much."""
    base = omniscient_view(Game("jamaica", 2, seed=5, first="blue").packed_state())
    evaluator = evaluator_for(base)
    estimates = [estimate(evaluator, base, 60, seed) for seed in range(40)]
    stated = np.sqrt(np.mean([one.error[0] ** 2 for one in estimates]))
    assert 0.6 < np.std([one.mean[0] for one in estimates], ddof=1) / stated < 1.4


def test_a_clear_position_takes_few_simulations() -> None:
    game = Game.from_position(winning_position())
    base = omniscient_view(game.packed_state())
    evaluator = evaluator_for(base)
    early = estimate(evaluator, base, 300, 1)
    assert len(early.samples) == MIN_SAMPLES
    assert early.mean[0] == 1.0
    ranked = rank_moves(evaluator, game.packed_view("blue"), list(game.legal_moves), 300, 1)
    assert ranked[0].simulations < 300


def test_a_ranking_has_the_best_moves_and_a_required_one_as_finalists() -> None:
    game = Game("jamaica", 3, seed=5)
    view, moves = game.packed_view(game.decider), list(game.legal_moves)
    evaluator = evaluator_for(view)
    last = rank_moves(evaluator, view, moves, 96, 1)[-1].move
    with evaluator.search.grow(ranking_simulations(len(moves), 96)) as tree:
        moves_ranking = MoveRanking(tree, view, moves, 96, 1)
        ranked = moves_ranking.rank(must_include=last)
        loss, error = moves_ranking.compare(ranked[0].move, last, 96)
        gain, _ = moves_ranking.compare(last, ranked[0].move, 96)
    assert sorted(one.move for one in ranked) == sorted(move.text for move in moves)
    finalists = [one for one in ranked if one.simulations == 96]
    assert finalists == ranked[: len(finalists)]
    assert last in {one.move for one in finalists}
    assert ranking.FINALISTS <= len(finalists) <= ranking.FINALISTS + 1
    chances = [one.chance for one in finalists]
    assert chances == sorted(chances, reverse=True)
    assert error > 0
    assert gain < 0 < loss


def test_long_games_and_many_players_get_fewer_simulations() -> None:
    assert default_simulations(80, 2) == MAX_SIMULATIONS
    assert (
        MAX_SIMULATIONS
        > default_simulations(100, 4)
        > default_simulations(200, 4)
        > MIN_SIMULATIONS
    )
    assert default_simulations(5000, 5) == MIN_SIMULATIONS


def test_parallel_work_can_be_nested() -> None:
    """There are more items than threads, so no nested call may wait for a free thread."""
    sums = in_parallel(lambda k: sum(in_parallel(lambda i: k * i, range(4))), range(50))
    assert list(sums) == [6 * k for k in range(50)]


def test_the_evaluator_depends_on_the_family_and_the_number_of_players() -> None:
    for rules, family in (("jamaica", "plain"), ("complete", "complete"), ("everything", "spells")):
        for players, key in ((2, "two"), (4, "multiplayer")):
            game = Game(rules, players, seed=1)
            document = evaluator_for(game.packed_view(game.decider)).document()
            temperature = temperatures()[family][key]
            net = family if players == 2 else f"{family}-multi"
            assert document == {"name": "legend", "net": net, "temperature": temperature}


@pytest.mark.parametrize("rules", ["jamaica", "complete", "everything"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_estimates_have_one_setting_for_all_numbers_of_players(rules: str, players: int) -> None:
    game = Game(rules, players, seed=1)
    view = View.of(game, game.decider)
    estimates, choices = evaluator_for(view.packed).search.config, Legend().search_for(view).config
    assert estimates == EVALUATION
    same = (estimates.c_puct, estimates.horizon) == (choices.c_puct, choices.horizon)
    assert same == (players == 2)


def test_a_higher_temperature_is_less_confident() -> None:
    position = Game("jamaica", 2, seed=5, first="blue").position()
    position["pirates"] = {"blue": {"jail": 1, "20": 3, "30": 2}, "red": {"jail": 5, "3": 1}}
    base = omniscient_view(Game.from_position(position).packed_state())
    sure, unsure = (
        estimate(tempered_evaluator("plain", 2, temperature), base, 60, 1).mean[0]
        for temperature in (1.0, 3.0)
    )
    assert 0.5 < unsure < sure < 1


def test_an_untried_action_is_not_a_sample() -> None:
    """The first simulation is a sample of the position, not of the action that it tries."""
    game = Game("tortuga", 2, seed=3)
    move = game.legal_moves[0]
    evaluator, base = evaluator_for(game.packed_state()), omniscient_view(game.packed_state())
    with evaluator.search.grow(2) as tree:
        first = tree.sample(base, 1, 1, opening=move.action)[0]
    with evaluator.search.grow(200) as tree:
        settled = tree.sample(base, 200, 1, opening=move.action)
    assert first == pytest.approx(settled.mean(axis=0), abs=0.15)
    assert settled.sum(axis=1) == pytest.approx(np.ones(200))
    assert (settled >= 0).all()
