from itertools import count
from random import Random

import pytest

from cartagena import Game
from cartagena.bots import Budget, View, create
from cartagena.bots.captain import Captain, Memory
from tests.bots.positions import ABOUT_TO_LOSE, WIN_AT_ONCE, WIN_IN_THREE


@pytest.mark.parametrize("seed", range(5))
def test_it_takes_a_win(seed: int) -> None:
    game = Game.from_position(WIN_AT_ONCE)
    captain = create("captain")
    view = View.of(game, "blue")
    move = captain.choose(view, game.legal_moves, Random(seed), Budget(nodes=200))
    game.push(move)
    assert game.winner == "blue"


def test_it_finds_a_win_of_three_actions() -> None:
    game = Game.from_position(WIN_IN_THREE)
    captain, rng = create("captain"), Random(3)
    for _ in range(3):
        view = View.of(game, "blue")
        game.push(captain.choose(view, game.legal_moves, rng, Budget(nodes=2000)))
    assert game.winner == "blue"


def test_it_brings_nobody_else_home() -> None:
    game = Game.from_position(ABOUT_TO_LOSE)
    legal = game.legal_moves
    assert "morgan red 24-sloop" in legal
    move = create("captain").choose(View.of(game, "blue"), legal, Random(3), Budget(nodes=2000))
    assert move.text != "morgan red 24-sloop"


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("nodes", [1, 2, 100, 333])
def test_nodes_are_counted_exactly(threads: int, nodes: int) -> None:
    game = Game("escape", 3, seed=2)
    captain = Captain(threads=threads)
    view = View.of(game, game.decider)
    visits, _ = captain.search(view, 1, Budget(nodes=nodes))
    assert captain.nodes == visits.sum() == nodes
    assert (captain.search(view, 1, Budget(nodes=nodes))[0] == visits).all()


def test_it_stops_when_the_choice_is_clear_and_chooses_the_same() -> None:
    captain, saved = Captain(), 0
    for seed in range(12):
        game, rng, budget = Game("tortuga", 2, seed=seed), Random(seed), Budget(nodes=1500)
        for _ in range(4 * seed):
            game.push(rng.choice(game.legal_moves))
        view, seed_of_search = View.of(game, game.decider), Random(seed).getrandbits(62)
        visits, totals = captain.search(view, seed_of_search, budget)
        best = max(game.legal_moves, key=lambda m: (visits[m.action], totals[m.action]))
        assert captain.choose(view, game.legal_moves, Random(seed), budget) == best
        saved += 1500 - captain.nodes
    assert saved > 1500


def test_it_does_not_use_up_its_time_when_the_choice_is_clear(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    milliseconds = count()
    monkeypatch.setattr("cartagena.bots.captain.perf_counter", lambda: next(milliseconds) / 1000)
    game, captain = Game.from_position(WIN_AT_ONCE), Captain()
    captain.choose(View.of(game, "blue"), game.legal_moves, Random(1), Budget(seconds=0.2))
    clear = captain.nodes
    captain.search(View.of(game, "blue"), 1, Budget(seconds=0.2))
    assert clear < 0.8 * captain.nodes


def test_a_slow_beginning_does_not_end_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """How many simulations are left is estimated from all that were done, not from the first ones."""
    clock = 0.0

    class Slow(Captain):
        def _simulate(
            self, thread: int, memory: Memory, view: View, seed: int, first: int, n: int
        ) -> None:
            nonlocal clock
            clock += 0.001 if first else 0.05
            memory[2]["root_visits"][0][0] += n

    monkeypatch.setattr("cartagena.bots.captain.perf_counter", lambda: clock)
    game = Game("escape", 2, seed=2)
    Slow().search(View.of(game, game.decider), 1, Budget(seconds=1.0), deciding=True)
    assert 0.5 < clock < 0.6


def test_time_and_nodes_end_a_search_whichever_comes_first() -> None:
    game = Game("escape", 2, seed=2)
    captain = Captain()
    view = View.of(game, game.decider)
    captain.choose(view, game.legal_moves, Random(1), Budget(seconds=60.0, nodes=64))
    assert captain.nodes == 64
    captain.choose(view, game.legal_moves, Random(1), Budget(seconds=0.01, nodes=1_000_000_000))
    assert 0 < captain.nodes < 1_000_000_000
    captain.choose(view, game.legal_moves, Random(1), Budget())
    assert captain.nodes > 0


class InFinals(Captain):
    """A captain that holds finals, and notes what it tries in them."""

    def __init__(self) -> None:
        super().__init__(final=1)
        self.tried: dict[int, list[int]] = {}

    def _simulate(
        self, thread: int, memory: Memory, view: View, seed: int, first: int, n: int
    ) -> None:
        super()._simulate(thread, memory, view, seed, first, n)
        if (forced := int(memory[2]["forced"][0])) >= 0:
            self.tried.setdefault(forced, []).extend(range(first, first + n))


def test_the_moves_of_a_final_are_tried_equally_often_in_the_same_worlds() -> None:
    game = Game("jamaica", 4, seed=3)
    captain = InFinals()
    view, budget = View.of(game, game.decider), Budget(nodes=1000)
    move = captain.choose(view, game.legal_moves, Random(1), budget)
    assert 990 <= captain.nodes <= 1000
    best, second, third, fourth = sorted(captain.tried.values(), key=len, reverse=True)
    assert best == second
    assert third == fourth == best[: len(third)]
    assert len(third) == 75  # 300 simulations for four, then 300 for two
    assert len(best) == 225
    assert captain.tried[move.action] == best
    again = InFinals()
    assert again.choose(view, game.legal_moves, Random(1), budget) == move


def test_a_final_is_over_when_the_choice_is_clear() -> None:
    class Obvious(Captain):
        """Finds that one of two actions nearly always wins, and the other hardly ever."""

        def _simulate(
            self, thread: int, memory: Memory, view: View, seed: int, first: int, n: int
        ) -> None:
            forced = int(memory[2]["forced"][0])
            for action, chance in ((5, 0.1), (7, 0.9)):
                if forced in (-1, action):
                    memory[2]["root_visits"][0, action] += n
                    memory[2]["root_total"][0, action] += chance * n

    game, captain = Game("escape", 2, seed=2), Obvious(final=1)
    view = View.of(game, game.decider)
    captain.search(view, 1, Budget(nodes=4000), deciding=True)
    assert captain.nodes == 1600 + 2 * 64
    assert captain._finalists == [7, 5]


def test_nothing_is_left_of_a_final() -> None:
    game, captain = Game.from_position(WIN_AT_ONCE), InFinals()
    view = View.of(game, "blue")
    game.push(captain.choose(view, game.legal_moves, Random(1), Budget(nodes=1000)))
    assert game.winner == "blue"
    assert captain.search(view, 1, Budget(nodes=100))[0].sum() == 100
    assert not captain._finalists


def test_a_single_move_needs_no_thought() -> None:
    game = Game("escape", 2, seed=1)
    captain = Captain()
    only = game.legal_moves[0]
    assert captain.choose(View.of(game, game.decider), [only], Random(1), Budget()) is only
    assert captain.nodes == 0


@pytest.mark.parametrize(
    ("rules", "players", "keeps"),
    [
        ("complete", 2, True),
        ("complete", 3, False),
        ("jamaica", 2, False),
        ("everything", 2, False),
    ],
)
def test_it_keeps_its_tree_in_complete_games_of_two(rules: str, players: int, keeps: bool) -> None:
    game = Game(rules, players, seed=4)
    view, budget = View.of(game, game.decider), Budget(nodes=20)
    for captain, expected in (
        (Captain(), keeps),
        (Captain(keep=0), False),
        (Captain(keep=1), True),
    ):
        captain.search(view, 1, budget)
        assert bool(captain.found) == expected


@pytest.mark.parametrize("rules", ["jamaica", "tortuga", "everything"])
@pytest.mark.parametrize("threads", [1, 2])
def test_what_was_found_in_a_turn_is_not_searched_again(rules: str, threads: int) -> None:
    game, keeper, budget = Game(rules, 3, seed=4), Captain(threads, keep=1), Budget(nodes=600)
    view = View.of(game, game.decider)
    first, _ = keeper.search(view, 7, budget)
    again, totals = keeper.search(view, 8, budget, keeper.found)
    assert first.sum() == 600
    assert again.sum() == 1200
    assert (again >= first).all()
    assert (totals <= again).all()


def test_only_searches_of_the_same_turn_are_kept() -> None:
    game, rng, budget = Game("tortuga", 2, seed=1), Random(1), Budget(nodes=600)
    keeper, other, saved = Captain(keep=1), create("bosun"), 0
    me = game.decider
    turns = set[int]()
    while not game.over and len(turns) < 12:
        view, legal = View.of(game, game.decider), game.legal_moves
        if game.decider != me:
            game.push(other.choose(view, legal, rng, budget))
            continue
        seed = rng.getrandbits(62)
        forgetful = Captain()
        forgetful.choose(view, legal, Random(seed), budget)
        move = keeper.choose(view, legal, Random(seed), budget)
        turn = int(view.packed[0]["turns"])
        if turn not in turns:
            assert keeper.nodes == forgetful.nodes, "nothing is left of another turn"
        saved += forgetful.nodes - keeper.nodes
        turns.add(turn)
        assert bool(keeper.found) == (len(legal) > 1 and view.packed[0]["actions_left"] > 1)
        game.push(move)
    assert saved > 600


def test_another_board_is_another_turn() -> None:
    """The hash of a state says nothing of the board, which is the same throughout a game."""
    keeper, budget = Captain(keep=1), Budget(nodes=300)
    for seed in (1, 2, 3):
        game = Game("tortuga", 2, seed=seed)
        view, legal = View.of(game, game.decider), game.legal_moves
        move = keeper.choose(view, legal, Random(seed), budget)
        assert keeper.nodes == 300 or keeper.nodes % 256 == 0
        assert move == Captain().choose(view, legal, Random(seed), budget)
