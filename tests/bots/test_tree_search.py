"""Tree searches, by their results."""

from dataclasses import fields, replace
from itertools import count
from random import Random
from typing import get_type_hints

import numpy as np
import pytest

from cartagena import Game
from cartagena.bots import Budget, View
from cartagena.bots.captain import Captain
from cartagena.bots.legend import Legend
from cartagena.bots.search.tree_search import (
    EvaluationFrame,
    LeafEvaluator,
    SearchConfig,
    SearchOptions,
    SearchResult,
    TreeSearch,
)
from tests.bots.positions import WIN_AT_ONCE

WHOLE = SearchConfig(stop_early=False)
"""Settings that use the whole budget."""


def view_of(game: Game) -> View:
    return View.of(game, game.decider)


def search(config: SearchConfig = WHOLE) -> TreeSearch:
    return TreeSearch(config, LeafEvaluator())


def test_bots_can_be_created_with_every_setting() -> None:
    settings = get_type_hints(SearchConfig)
    assert get_type_hints(SearchOptions) == settings
    assert [field.name for field in fields(SearchConfig)] == list(settings)


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("nodes", [1, 2, 100, 333])
def test_nodes_are_counted_exactly(threads: int, nodes: int) -> None:
    view = view_of(Game("escape", 3, seed=2))
    results = [
        search(replace(WHOLE, threads=threads)).run(view, 1, Budget(nodes=nodes)) for _ in range(2)
    ]
    assert results[0].simulations == results[0].visits.sum() == nodes
    np.testing.assert_array_equal(results[0].visits, results[1].visits)


def test_stopping_early_saves_simulations_and_does_not_change_the_choice() -> None:
    saved = 0
    for seed in range(12):
        game, rng, budget = Game("tortuga", 2, seed=seed), Random(seed), Budget(nodes=1500)
        for _ in range(4 * seed):
            game.push(rng.choice(game.legal_moves))
        view = view_of(game)
        whole, early = (
            search(replace(WHOLE, stop_early=stop)).run(view, seed, budget)
            for stop in (False, True)
        )
        assert early.best(game.legal_moves) == whole.best(game.legal_moves)
        assert whole.simulations == 1500
        saved += 1500 - early.simulations
    assert saved > 1500


def test_stopping_early_saves_time(monkeypatch: pytest.MonkeyPatch) -> None:
    milliseconds = count()
    monkeypatch.setattr(
        "cartagena.bots.search.spending.perf_counter", lambda: next(milliseconds) / 1000
    )
    view = View.of(Game.from_position(WIN_AT_ONCE), "blue")
    early, whole = (
        search(replace(WHOLE, stop_early=stop)).run(view, 1, Budget(seconds=0.2))
        for stop in (True, False)
    )
    assert early.simulations < 0.8 * whole.simulations


def test_time_and_nodes_end_a_search_whichever_comes_first() -> None:
    view = view_of(Game("escape", 2, seed=2))
    assert search().run(view, 1, Budget(seconds=60.0, nodes=64)).simulations == 64
    short = search().run(view, 1, Budget(seconds=0.01, nodes=1_000_000_000))
    assert 0 < short.simulations < 1_000_000_000


def test_a_search_without_a_budget_has_a_default() -> None:
    assert search().run(view_of(Game("escape", 2, seed=2)), 1, Budget()).simulations > 0


def test_sequential_halving_chooses_between_two_finalists() -> None:
    game = Game("jamaica", 4, seed=3)
    halving = search(SearchConfig(sequential_halving=True))
    results = [halving.run(view_of(game), 1, Budget(nodes=1000)) for _ in range(2)]
    assert 990 <= results[0].simulations <= 1000
    first, second = results[0].finalists
    assert results[0].mean(first) != results[0].mean(second)
    best = results[0].best(game.legal_moves)
    assert best.action == max(first, second, key=results[0].mean)
    assert results[1].best(game.legal_moves) == best


def test_sequential_halving_leaves_nothing_behind() -> None:
    game = Game.from_position(WIN_AT_ONCE)
    view = View.of(game, "blue")
    halving = search(SearchConfig(sequential_halving=True)).run(view, 1, Budget(nodes=1000))
    game.push(halving.best(game.legal_moves))
    assert game.winner == "blue"
    after = search().run(view, 1, Budget(nodes=100))
    assert after.visits.sum() == 100
    assert not after.finalists


@pytest.mark.parametrize("rules", ["jamaica", "tortuga", "everything"])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_resumed_search_begins_with_the_visits_of_the_earlier_one(
    rules: str, threads: int
) -> None:
    view, budget = view_of(Game(rules, 3, seed=4)), Budget(nodes=600)
    reusing = search(replace(WHOLE, threads=threads, reuse_tree=True))
    first = reusing.run(view, 7, budget)
    again = reusing.run(view, 8, budget, resume=first)
    assert first.visits.sum() == 600
    assert again.visits.sum() == 1200
    assert (again.visits >= first.visits).all()
    assert (again.totals <= again.visits).all()


def test_only_a_search_that_reuses_its_tree_returns_it() -> None:
    view = view_of(Game("complete", 2, seed=4))
    for reuse in (True, False):
        result = search(replace(WHOLE, reuse_tree=reuse)).run(view, 1, Budget(nodes=20))
        assert bool(result.edges) == reuse


def test_a_result_without_a_tree_resumes_nothing() -> None:
    view = view_of(Game("complete", 2, seed=4))
    first = search().run(view, 1, Budget(nodes=50))
    assert search().run(view, 1, Budget(nodes=50), resume=first).visits.sum() == 50


def test_the_best_move_is_the_most_visited_one() -> None:
    legal = Game("jamaica", 2, seed=1).legal_moves
    size = max(move.action for move in legal) + 1
    visits, totals = np.ones(size, np.int64), np.zeros(size)
    visits[legal[1].action], totals[legal[1].action] = 5, 1.0
    visits[legal[2].action], totals[legal[2].action] = 5, 2.0
    assert SearchResult(visits, totals, 10).best(legal) == legal[2]
    finalists = (legal[0].action, legal[1].action)
    assert SearchResult(visits, totals, 10, finalists).best(legal) == legal[1]


@pytest.mark.parametrize("bot", [Captain(), Legend()])
@pytest.mark.parametrize("players", [2, 4])
def test_samples_are_probabilities(bot: Captain | Legend, players: int) -> None:
    game = Game("everything", players, seed=3)
    view = view_of(game)
    with bot.search_for(view).grow(80) as tree:
        samples = tree.sample(view.packed, 40, 1)
        opened = tree.sample(view.packed, 40, 1, opening=game.legal_moves[0].action)
    for each in (samples, opened):
        assert each.shape == (40, players)
        assert each.sum(axis=1) == pytest.approx(np.ones(40))
        assert (each >= 0).all()


def test_a_frame_of_an_earlier_turn_still_searches() -> None:
    """A turn can pass others who are stuck, so a search always tries at least one action."""
    view = view_of(Game("short", 2, seed=3))
    long_ago = EvaluationFrame(-50, 0)
    with Legend().search_for(view).grow(8) as tree:
        samples = tree.sample(view.packed, 8, 1, frame=long_ago)
    assert samples.sum(axis=1) == pytest.approx(np.ones(8))
