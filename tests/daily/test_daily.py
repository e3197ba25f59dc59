"""The daily escape: its deals, its rivals, its results, and their check."""

from random import Random

import pytest

from cartagena import Game
from cartagena.bots import Budget, View, create
from cartagena.bots.bot import searches
from cartagena.daily.check import Rejection, check_moves, deal
from cartagena.daily.deal import (
    COLOUR,
    FIRST_DAY,
    RIVALS,
    WEEK,
    commitment,
    open_seed,
    server_seed,
    weekday,
)
from cartagena.daily.result import result_of
from cartagena.daily.rivals import SplitMix, rival_move
from cartagena.protocol.daily import DailyResult

DAY = FIRST_DAY + 1
"""A Monday: its rivals choose at once."""
SEED = open_seed(DAY)


def play(day: int, seed: str, level: str = "bosun") -> Game:
    """Play a day with a bot in place of the player."""
    game, luck, player = deal(day, seed), Random(1), create(level)
    levels = dict(zip(RIVALS, weekday(day).levels, strict=True))
    while not game.over:
        forced = game.forced_step()
        if forced is not None:
            game.push(forced)
        elif game.decider == COLOUR:
            view = View.of(game, COLOUR)
            game.push(player.choose(view, game.legal_moves, luck, Budget()))
        else:
            game.push(rival_move(game, levels[game.decider], seed))
    return game


@pytest.fixture(scope="module")
def moves() -> list[str]:
    return [move.text for move in play(DAY, SEED).moves]


def test_the_first_day_is_a_sunday_and_the_rivals_grow_stronger() -> None:
    assert weekday(FIRST_DAY) is WEEK[6]
    assert weekday(FIRST_DAY + 1) is WEEK[0]
    assert weekday(FIRST_DAY + 7) is WEEK[6]


def test_no_rival_of_a_week_depends_on_the_clock() -> None:
    levels = {level for game in WEEK for level in game.levels}
    assert not [level for level in levels if searches(create(level))]


def test_a_seed_of_a_server_needs_its_secret() -> None:
    seeds = {server_seed(secret * 32, day) for secret in ("00", "01") for day in (DAY, DAY + 1)}
    assert len(seeds | {SEED, open_seed(DAY + 1)}) == 6
    assert commitment("00") == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"


def test_the_same_day_is_the_same_deal_and_the_same_rivals(moves: list[str]) -> None:
    assert [move.text for move in play(DAY, SEED).moves] == moves
    assert deal(DAY, SEED).position() == deal(DAY, SEED).position()
    assert deal(DAY, SEED).position() != deal(DAY, open_seed(DAY + 7)).position()


def test_the_generator_gives_the_published_numbers() -> None:
    # The first numbers of splitmix64 for the seed 1234567, from the paper's reference code.
    luck = SplitMix(1234567)
    assert [luck.getrandbits(64) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]
    assert 0 <= luck.random() < 1


def test_a_game_that_was_played_is_accepted(moves: list[str]) -> None:
    result = check_moves(DAY, SEED, moves)
    assert result == result_of(play(DAY, SEED).record())
    assert isinstance(result, DailyResult)
    assert len(result.symbols) == result.turns
    assert set(result.symbols) <= set("hfnc")


def test_a_winner_is_first_and_gets_more_than_a_hundred_points() -> None:
    days = range(DAY, DAY + 21, 7)
    won = [
        result_of(game.record())
        for day in days
        if (game := play(day, open_seed(day))).winner == COLOUR
    ]
    assert won, "the bosun beats the weakest rivals on one of three Mondays"
    assert all(result.place == 1 and 100 <= result.points <= 200 for result in won)
    assert all(result.symbols.endswith("h") for result in won)


def test_moves_that_were_not_played_are_rejected(moves: list[str]) -> None:
    owners = owners_of(moves)
    rivals = next(i for i, colour in enumerate(owners) if colour != COLOUR)
    game = deal(DAY, SEED)
    for move in moves[:rivals]:
        game.push(move)
    other = next(move.text for move in game.legal_moves if move.text != moves[rivals])
    forged = [*moves[:rivals], other, *moves[rivals + 1 :]]
    assert check_moves(DAY, SEED, forged) == Rejection(rivals + 1)


def test_illegal_missing_and_further_moves_are_rejected(moves: list[str]) -> None:
    own = owners_of(moves).index(COLOUR)
    illegal = [*moves[:own], "dagger jail-99", *moves[own + 1 :]]
    assert check_moves(DAY, SEED, illegal) == Rejection(own + 1)
    assert check_moves(DAY, SEED, moves[:-1]) == Rejection(len(moves))
    assert check_moves(DAY, SEED, [*moves, moves[-1]]) == Rejection(len(moves) + 1)
    assert check_moves(DAY, SEED, []) == Rejection(1)


def test_a_game_of_another_deal_is_rejected(moves: list[str]) -> None:
    assert isinstance(check_moves(DAY, open_seed(DAY + 7), moves), Rejection)
    assert isinstance(check_moves(DAY + 1, SEED, moves), Rejection)


def owners_of(moves: list[str]) -> list[str]:
    """Return the colour that made each move."""
    game, owners = deal(DAY, SEED), []
    for move in moves:
        owners.append(game.decider)
        game.push(move)
    return owners
