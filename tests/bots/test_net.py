"""What the net is shown, and what it says."""

import itertools
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from cartagena import Game
from cartagena.bots import Budget, View
from cartagena.bots.legend import Legend, net_named, settings
from cartagena.bots.net import features
from cartagena.bots.net.features import (
    DECK_AT,
    FEATURES,
    OF_SEAT,
    OF_TABLE,
    REACH,
    REACH_AT,
    SEAT,
    WITHOUT_REACH,
    distance,
    take_back_draw,
    write_features,
)
from cartagena.bots.net.network import OUTCOMES, Layers, forward, load_net, make_net, save_net
from cartagena.bots.net.symbol_permutation import AS_THEY_ARE, order_of_symbols
from cartagena.errors import CartagenaError
from cartagena.rules import batch
from cartagena.rules.actions import ADVANCE
from cartagena.rules.advance import advance_target, symbol_of
from cartagena.rules.components import SYMBOLS
from cartagena.rules.notation.position.types import Position
from cartagena.rules.options import Rules
from cartagena.rules.presets import GAMES
from cartagena.rules.state import TURN, new_scratches
from tests.support.speed import mostly_slow


def random_layers(seed: int = 1, width: int = 16, seat: int = 0) -> Layers:
    """A small net that nobody has trained, with a layer for seats or without."""
    chance = np.random.default_rng(seed)
    shapes = [(OF_SEAT, seat)] if seat else []
    shapes += itertools.pairwise((5 * seat + OF_TABLE if seat else FEATURES, width, 8, OUTCOMES))
    return [
        (
            chance.normal(0, 0.1, (a, b)).astype(np.float32),
            chance.normal(0, 0.1, b).astype(np.float32),
        )
        for a, b in shapes
    ]


@pytest.fixture(scope="module")
def net_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("net") / "small.npz"
    save_net(path, random_layers())
    return path


def shown(game: Game, seat: int, order: int = AS_THEY_ARE) -> np.ndarray:
    x = np.zeros(FEATURES, np.float32)
    write_features(game.packed_state()[0], seat, 0, 0, order, x)
    return x


def midgame(rules: str, players: int, seed: int, moves: int = 25) -> Game:
    game, rng = Game(rules, players, seed=seed), Random(seed)
    for _ in range(moves):
        if not game.over:
            game.push(rng.choice(game.legal_moves))
    return game


@pytest.mark.parametrize("rules", list(GAMES))
@pytest.mark.parametrize("players", [2, 5])
def test_features_are_small_and_turn_with_the_seat(rules: str, players: int) -> None:
    game = midgame(rules, players, seed=players)
    rows = [shown(game, seat) for seat in range(players)]
    for seat, row in enumerate(rows):
        assert np.isfinite(row).all()
        assert abs(row).max() <= 6
        assert not row[features.USED :].any()
        for begin, size in ((0, SEAT), (REACH_AT, REACH)):
            block = slice(begin, begin + 5 * size)
            blocks, first = row[block].reshape(5, size), rows[0][block].reshape(5, size)
            assert not blocks[players:].any()
            np.testing.assert_array_equal(blocks[:players], np.roll(first[:players], -seat, 0))
        table = slice(5 * SEAT, REACH_AT)
        np.testing.assert_array_equal(row[table], rows[0][table])
    assert rows[0].any()


def test_every_order_of_the_symbols_is_one_of_720() -> None:
    orders = {order_of_symbols(number) for number in range(720)}
    assert len(orders) == 720
    assert order_of_symbols(720 + 5) == order_of_symbols(5)
    for order in orders:
        assert sorted(order >> 3 * symbol & 7 for symbol in range(6)) == list(range(6))


def other_names(position: Position, names: dict[str, str]) -> Any:
    """A position in which the symbols have changed their names."""
    word = re.compile(rf"\b({'|'.join(names)})\b")
    return json.loads(word.sub(lambda found: names[found[0]], json.dumps(position)))


@pytest.mark.parametrize("rules", [name for name in GAMES if not Rules.preset(name).magic])
def test_another_order_of_symbols_shows_the_game_with_other_names(rules: str) -> None:
    """What the net is shown by an order is what it would be shown if symbols had been swapped."""
    game = midgame(rules, 3, seed=2)
    symbols = SYMBOLS[game.rules.edition]
    for number in (1, 77, 500):
        order = order_of_symbols(number)
        names = {name: symbols[order >> 3 * k & 7] for k, name in enumerate(symbols)}
        renamed = Game.from_position(other_names(game.position(), names))
        for seat in range(3):
            np.testing.assert_array_equal(shown(game, seat, order), shown(renamed, seat))


@pytest.mark.parametrize("rules", ["jamaica", "complete", "everything"])
def test_reach_is_how_far_the_cards_in_hand_go(rules: str) -> None:
    """For the seat whose turn it is: as far as its legal advances."""
    seen = 0
    for seed in range(12):
        game = midgame(rules, 3, seed)
        g = game.packed_state()[0]
        if game.over or g.pending != TURN:
            continue
        by_symbol, by_pirate = np.zeros(6), np.zeros(64)
        for move in game.legal_moves:
            if move.kind == "advance":
                symbol, place = symbol_of((move.action >> 6) - ADVANCE), move.action & 63
                way = distance(g, advance_target(g, place, symbol)) - distance(g, place)
                by_symbol[symbol] = max(by_symbol[symbol], way / 12)
                by_pirate[place] = max(by_pirate[place], way / 12)
        reach = shown(game, int(g.decider))[REACH_AT : REACH_AT + REACH]
        np.testing.assert_allclose(reach[:6], by_symbol, rtol=1e-6)
        assert set(by_pirate.astype(np.float32)) - {0.0} == set(reach[6:12]) - {0.0}
        best = sorted(by_symbol)[-3:]
        np.testing.assert_allclose(reach[12:], [best[-1], sum(best) / 3], rtol=1e-6)
        seen += 1
    assert seen > 5


def test_a_net_may_know_nothing_of_reach() -> None:
    """The nets for two players were trained before."""
    layers = random_layers()
    layers[0] = (layers[0][0][:WITHOUT_REACH], layers[0][1])
    net = make_net(layers)
    game = midgame("jamaica", 2, 3)
    write_features(game.packed_state()[0], 0, 0, 0, AS_THEY_ARE, net.x)
    np.testing.assert_array_equal(net.x[:REACH_AT], shown(game, 0)[:REACH_AT])
    assert not net.x[REACH_AT:].any()
    assert shown(game, 0)[REACH_AT:].any()


def test_with_more_players_another_net_is_asked_in_another_way() -> None:
    tortuga = Rules.preset("tortuga")
    assert settings(tortuga, 2) == {"c_puct": 0.4, "horizon": 0, "reorder": 0}
    assert settings(tortuga, 4) == {"c_puct": 0.8, "horizon": 4, "reorder": 1}
    assert not settings(Rules.preset("black-magic"), 4)["reorder"]
    legend = Legend()
    first = {}
    for players in (2, 4):
        game = midgame("tortuga", players, seed=1)
        legend.choose(View.of(game, game.decider), game.legal_moves, Random(1), Budget(nodes=4))
        first[players] = legend._nets[0].first
    assert first[2] is net_named("plain").first
    assert first[4] is net_named("plain-more").first


def test_a_hidden_draw_is_taken_back() -> None:
    """After a retreat the net is told how many cards came, and not which."""
    seen = 0
    for seed in range(40):
        game = midgame("jamaica", 2, seed, moves=30)
        backs = [move for move in game.legal_moves if move.text.startswith("back")]
        if not backs or game.packed_state()[0].deck_size < 4:
            continue
        before = game.packed_state()
        after = before.copy()
        seat = int(before[0].decider)
        assert batch.apply(after, 0, backs[0].action, new_scratches())
        drawn = int(after[0].hand_size[seat]) - int(before[0].hand_size[seat])
        assert take_back_draw(after[0], before[0], seat) == drawn > 0
        for field in ("hand", "hand_size", "deck", "deck_size"):
            np.testing.assert_array_equal(after[0][field], before[0][field])
        seen += 1
    assert seen > 5


def test_an_open_row_is_no_secret() -> None:
    game = midgame("tortuga", 2, 3, moves=30)
    backs = [move for move in game.legal_moves if move.text.startswith("back")]
    before = game.packed_state()
    after = before.copy()
    assert batch.apply(after, 0, backs[0].action, new_scratches())
    kept = after.copy()
    assert take_back_draw(after[0], before[0], int(before[0].decider)) == 0
    assert after.tobytes() == kept.tobytes()


def test_forward_is_the_product_of_its_layers() -> None:
    layers = random_layers()
    net = make_net(layers)
    net.x[:] = shown(midgame("everything", 3, 4), 1)
    forward(net)
    value = net.x.astype(np.float64)
    for number, (weight, bias) in enumerate(layers):
        value = value @ weight + bias
        if number < 2:
            value = np.maximum(value, 0)
    np.testing.assert_allclose(net.out, value, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("players", [2, 5])
def test_every_seat_goes_through_the_same_layer(players: int) -> None:
    layers = random_layers(seat=12)
    net = make_net(layers)
    net.x[:] = shown(midgame("everything", players, 4), 1)
    net.encoded[:] = 7.0  # what another position has left behind
    forward(net)
    [weight, bias], *others = layers
    value = np.zeros(5 * 12 + OF_TABLE)
    for seat in range(players):
        reach = REACH_AT + seat * REACH
        seen = np.concatenate([net.x[seat * SEAT :][:SEAT], net.x[reach : reach + REACH]])
        value[seat * 12 : (seat + 1) * 12] = np.maximum(seen @ weight + bias, 0)
    value[5 * 12 :] = net.x[DECK_AT:REACH_AT]
    for number, (weight, bias) in enumerate(others):
        value = value @ weight + bias
        if number < 2:
            value = np.maximum(value, 0)
    np.testing.assert_allclose(net.out, value, rtol=1e-4, atol=1e-5)


def test_a_layer_for_seats_is_kept_in_the_file(tmp_path: Path) -> None:
    save_net(tmp_path / "net.npz", random_layers(seat=12))
    net = load_net(tmp_path / "net.npz")
    assert net.seat.shape == (OF_SEAT, 12)
    wrong = random_layers(seat=12)
    wrong[1] = random_layers()[0]
    with pytest.raises(CartagenaError, match="do not make a net"):
        make_net(wrong)
    with pytest.raises(CartagenaError, match="three layers, or four, not 2"):
        make_net(wrong[:2])


def test_weights_of_other_features_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.npz"
    with monkeypatch.context() as changed:
        changed.setattr("cartagena.bots.net.network.VERSION", 0)
        save_net(path, random_layers())
    with pytest.raises(CartagenaError, match=r"old.npz holds weights for version 0"):
        load_net(path)
    layers = random_layers()
    layers[1] = layers[0]
    with pytest.raises(CartagenaError, match="do not make a net"):
        make_net(layers)


@pytest.mark.parametrize("rules", list(GAMES))
@pytest.mark.parametrize("players", mostly_slow([2, 4, 5], quick=1))
@pytest.mark.parametrize("search", [0, 1])
def test_it_plays_every_game(net_file: Path, rules: str, players: int, search: int) -> None:
    game = Game(rules, players, seed=players)
    legend = Legend(net=str(net_file), search=search)
    rng = Random(1)
    for _ in range(40):
        if game.over:
            break
        view = View.of(game, game.decider)
        packed = view.packed.tobytes()
        move = legend.choose(view, game.legal_moves, rng, Budget(nodes=4))
        assert view.packed.tobytes() == packed
        game.push(move)


def test_a_search_needs_no_choice_before(net_file: Path) -> None:
    game = midgame("jamaica", 4, 3)
    visits, totals = Legend(net=str(net_file)).search(
        View.of(game, game.decider), 1, Budget(nodes=50)
    )
    assert visits.sum() == 50
    assert 0 < totals.sum() < 50


@pytest.mark.parametrize(
    ("rules", "players", "option", "holds"),
    [
        ("jamaica", 2, None, False),
        ("jamaica", 3, None, True),
        ("jamaica", 3, 0, False),
        ("complete", 3, None, False),
        ("complete", 3, 1, True),
    ],
)
def test_a_final_is_held_on_a_plain_way_with_more_than_two(
    rules: str, players: int, option: int | None, holds: bool, net_file: Path
) -> None:
    game = midgame(rules, players, 3)
    legend = Legend(net=str(net_file), final=option)
    legend.choose(View.of(game, game.decider), game.legal_moves, Random(1), Budget(nodes=100))
    assert bool(legend._finalists) == holds


def test_nodes_decide_alone(net_file: Path) -> None:
    game = midgame("complete", 3, 2)
    view = View.of(game, game.decider)
    moves = {
        Legend(net=str(net_file)).choose(view, game.legal_moves, Random(1), Budget(nodes=300))
        for _ in range(2)
    }
    assert len(moves) == 1
