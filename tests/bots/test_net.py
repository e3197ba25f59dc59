"""The features that nets see, and the nets."""

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
from cartagena.bots.families import family
from cartagena.bots.legend import Legend, default_config, net_named
from cartagena.bots.net import features
from cartagena.bots.net.features import (
    DECK_AT,
    FEATURES,
    REACH,
    REACH_AT,
    SEAT,
    SEAT_FEATURES,
    TABLE_FEATURES,
    WITHOUT_REACH,
    undo_hidden_draw,
    write_features,
)
from cartagena.bots.net.network import OUTCOMES, Layers, forward, load_net, make_net, save_net
from cartagena.bots.net.symbol_permutation import IDENTITY, nth_permutation
from cartagena.errors import CartagenaError
from cartagena.rules import batch
from cartagena.rules.actions import ADVANCE
from cartagena.rules.advance import advance_target, symbol_of
from cartagena.rules.components import SYMBOLS
from cartagena.rules.notation.position.types import Position
from cartagena.rules.options import Rules
from cartagena.rules.presets import GAMES
from cartagena.rules.state import TURN, new_scratches
from cartagena.rules.track import distance
from tests.support.speed import mostly_slow


def random_layers(seed: int = 1, width: int = 16, seat: int = 0) -> Layers:
    """Return the weights of a small untrained net, with a seat layer or without."""
    chance = np.random.default_rng(seed)
    shapes = [(SEAT_FEATURES, seat)] if seat else []
    shapes += itertools.pairwise(
        (5 * seat + TABLE_FEATURES if seat else FEATURES, width, 8, OUTCOMES)
    )
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


def features_of(game: Game, seat: int, permutation: int = IDENTITY) -> np.ndarray:
    x = np.zeros(FEATURES, np.float32)
    write_features(game.packed_state()[0], seat, 0, 0, permutation, x)
    return x


def midgame(rules: str, players: int, seed: int, moves: int = 25) -> Game:
    game, rng = Game(rules, players, seed=seed), Random(seed)
    for _ in range(moves):
        if not game.over:
            game.push(rng.choice(game.legal_moves))
    return game


@pytest.mark.parametrize("rules", list(GAMES))
@pytest.mark.parametrize("players", [2, 5])
def test_features_are_small_and_counted_from_the_seat(rules: str, players: int) -> None:
    game = midgame(rules, players, seed=players)
    rows = [features_of(game, seat) for seat in range(players)]
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


def test_there_are_720_permutations_of_the_symbols() -> None:
    permutations = {nth_permutation(number) for number in range(720)}
    assert len(permutations) == 720
    assert nth_permutation(720 + 5) == nth_permutation(5)
    for permutation in permutations:
        assert sorted(permutation >> 3 * symbol & 7 for symbol in range(6)) == list(range(6))


def renamed(position: Position, names: dict[str, str]) -> Any:
    """Return a position in which the symbols have other names."""
    word = re.compile(rf"\b({'|'.join(names)})\b")
    return json.loads(word.sub(lambda match: names[match[0]], json.dumps(position)))


@pytest.mark.parametrize("rules", [name for name in GAMES if not Rules.preset(name).magic])
def test_a_permutation_shows_the_game_with_renamed_symbols(rules: str) -> None:
    game = midgame(rules, 3, seed=2)
    symbols = SYMBOLS[game.rules.edition]
    for number in (1, 77, 500):
        permutation = nth_permutation(number)
        names = {name: symbols[permutation >> 3 * k & 7] for k, name in enumerate(symbols)}
        other = Game.from_position(renamed(game.position(), names))
        for seat in range(3):
            np.testing.assert_array_equal(
                features_of(game, seat, permutation), features_of(other, seat)
            )


@pytest.mark.parametrize("rules", ["jamaica", "complete", "everything"])
def test_reach_is_how_far_the_cards_in_hand_go(rules: str) -> None:
    """For the player to move, reach equals the length of the legal advances."""
    checked = 0
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
        reach = features_of(game, int(g.decider))[REACH_AT : REACH_AT + REACH]
        np.testing.assert_allclose(reach[:6], by_symbol, rtol=1e-6)
        assert set(by_pirate.astype(np.float32)) - {0.0} == set(reach[6:12]) - {0.0}
        best = sorted(by_symbol)[-3:]
        np.testing.assert_allclose(reach[12:], [best[-1], sum(best) / 3], rtol=1e-6)
        checked += 1
    assert checked > 5


def test_a_net_without_reach_gets_the_other_features() -> None:
    """The nets for two players were trained before reach was added."""
    layers = random_layers()
    layers[0] = (layers[0][0][:WITHOUT_REACH], layers[0][1])
    net = make_net(layers)
    game = midgame("jamaica", 2, 3)
    write_features(game.packed_state()[0], 0, 0, 0, IDENTITY, net.x)
    np.testing.assert_array_equal(net.x[:REACH_AT], features_of(game, 0)[:REACH_AT])
    assert not net.x[REACH_AT:].any()
    assert features_of(game, 0)[REACH_AT:].any()


@pytest.mark.parametrize(
    ("rules", "players", "net", "c_puct", "horizon", "permute_symbols", "sequential_halving"),
    [
        ("tortuga", 2, "plain", 0.4, 0, False, False),
        ("tortuga", 4, "plain-multi", 0.8, 4, True, True),
        ("complete", 3, "complete-multi", 0.8, 3, True, False),
        ("black-magic", 4, "spells-multi", 0.8, 4, False, False),
    ],
)
def test_the_search_depends_on_the_rules_and_the_number_of_players(
    rules: str,
    players: int,
    net: str,
    c_puct: float,
    horizon: int,
    permute_symbols: bool,
    sequential_halving: bool,
) -> None:
    game = Game(rules, players, seed=1)
    search = Legend().search_for(View.of(game, game.decider))
    assert search.leaf.net is net_named(net)
    assert search.config == default_config(family(game.rules), players)
    assert (search.config.c_puct, search.config.horizon) == (c_puct, horizon)
    assert search.config.permute_symbols == permute_symbols
    assert search.config.sequential_halving == sequential_halving
    assert search.config.reuse_tree


def test_cards_drawn_face_down_are_put_back() -> None:
    """After a retreat the net sees how many cards were drawn, and not which."""
    checked = 0
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
        assert undo_hidden_draw(after[0], before[0], seat) == drawn > 0
        for field in ("hand", "hand_size", "deck", "deck_size"):
            np.testing.assert_array_equal(after[0][field], before[0][field])
        checked += 1
    assert checked > 5


def test_cards_from_an_open_row_stay_in_the_hand() -> None:
    game = midgame("tortuga", 2, 3, moves=30)
    backs = [move for move in game.legal_moves if move.text.startswith("back")]
    before = game.packed_state()
    after = before.copy()
    assert batch.apply(after, 0, backs[0].action, new_scratches())
    expected = after.tobytes()
    assert undo_hidden_draw(after[0], before[0], int(before[0].decider)) == 0
    assert after.tobytes() == expected


def test_forward_is_the_product_of_its_layers() -> None:
    layers = random_layers()
    net = make_net(layers)
    net.x[:] = features_of(midgame("everything", 3, 4), 1)
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
    net.x[:] = features_of(midgame("everything", players, 4), 1)
    net.seat_encoding[:] = 7.0  # left behind by another position
    forward(net)
    [weight, bias], *others = layers
    value = np.zeros(5 * 12 + TABLE_FEATURES)
    for seat in range(players):
        reach = REACH_AT + seat * REACH
        inputs = np.concatenate([net.x[seat * SEAT :][:SEAT], net.x[reach : reach + REACH]])
        value[seat * 12 : (seat + 1) * 12] = np.maximum(inputs @ weight + bias, 0)
    value[5 * 12 :] = net.x[DECK_AT:REACH_AT]
    for number, (weight, bias) in enumerate(others):
        value = value @ weight + bias
        if number < 2:
            value = np.maximum(value, 0)
    np.testing.assert_allclose(net.out, value, rtol=1e-4, atol=1e-5)


def test_a_seat_layer_is_saved_and_loaded(tmp_path: Path) -> None:
    save_net(tmp_path / "net.npz", random_layers(seat=12))
    net = load_net(tmp_path / "net.npz")
    assert net.seat.shape == (SEAT_FEATURES, 12)
    wrong = random_layers(seat=12)
    wrong[1] = random_layers()[0]
    with pytest.raises(CartagenaError, match="do not fit the features"):
        make_net(wrong)
    with pytest.raises(CartagenaError, match="three or four layers, not 2"):
        make_net(wrong[:2])


def test_rejects_weights_of_other_features(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "old.npz"
    with monkeypatch.context() as changed:
        changed.setattr("cartagena.bots.net.network.VERSION", 0)
        save_net(path, random_layers())
    with pytest.raises(CartagenaError, match=r"old.npz was trained on version 0"):
        load_net(path)
    layers = random_layers()
    layers[1] = layers[0]
    with pytest.raises(CartagenaError, match="do not fit the features"):
        make_net(layers)


@pytest.mark.parametrize("rules", list(GAMES))
@pytest.mark.parametrize("players", mostly_slow([2, 4, 5], quick=1))
@pytest.mark.parametrize("search", [False, True])
def test_it_plays_every_game(net_file: Path, rules: str, players: int, search: bool) -> None:
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


def test_options_replace_the_defaults(net_file: Path) -> None:
    game = midgame("jamaica", 3, 3)
    legend = Legend(net=str(net_file), sequential_halving=False, c_puct=2.0)
    search = legend.search_for(View.of(game, game.decider))
    assert search.leaf.net is net_named(str(net_file))
    assert (search.config.c_puct, search.config.sequential_halving) == (2.0, False)
    result = search.run(View.of(game, game.decider), 1, Budget(nodes=50))
    assert result.visits.sum() == 50
    assert 0 < result.totals.sum() < 50


def test_equal_nodes_give_equal_choices(net_file: Path) -> None:
    game = midgame("complete", 3, 2)
    view = View.of(game, game.decider)
    moves = {
        Legend(net=str(net_file)).choose(view, game.legal_moves, Random(1), Budget(nodes=300))
        for _ in range(2)
    }
    assert len(moves) == 1
