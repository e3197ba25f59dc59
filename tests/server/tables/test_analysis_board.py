"""The analysis board of finished games, and of running games against bots."""

from random import Random
from typing import Any

import httpx
import pytest

from cartagena import Game
from cartagena.protocol.hints import ExploredPosition
from cartagena.server.engine.tasks import rate_moves
from cartagena.server.errors import Invalid
from cartagena.server.tables.analysis_board import explore
from tests.support.servers import SHORT, Person, Server, me, play_out, running, seat


def middle(rules: str = "jamaica", moves: int = 9) -> Game:
    game, chance = Game(rules, 3, seed=moves), Random(moves)
    while game.moves_made < moves:
        game.push(chance.choice(game.legal_moves))
    return game


def explored(game: Game, *moves: str, reply: bool = False) -> ExploredPosition:
    """Play moves on an analysis board and rate the next ones."""
    board = explore(game, moves, 5, reply=reply)
    legal = board.legal_moves
    return board.position(rate_moves(board.view, legal, 5, simulations=16) if legal else [])


def test_shows_the_view_of_the_seat_and_rates_every_move() -> None:
    game = middle()
    board = explored(game)
    assert board.seat == game.decider
    assert board.view == game.view_update(game.decider)
    assert {one.move for one in board.moves} == {move.text for move in game.legal_moves}
    assert all(0 <= one.chance <= 1 and one.error >= 0 for one in board.moves)
    assert explored(game) == board


def test_plays_moves_in_order_with_the_same_chance_outcomes() -> None:
    game = middle()
    seat, expected = game.decider, []
    moves: list[str] = []
    while (board := explored(game, *moves)).moves:
        moves.append(board.moves[0].move)
        expected.append((seat, moves[-1]))
        after = explored(game, *moves)
        assert [(one.seat, one.move) for one in after.made] == expected
    # The turn is over, and another seat chooses: bots play on until it is ours again.
    assert board.view["turn"] != seat
    on = explored(game, *moves, reply=True)
    assert on.view["over"] or on.view["turn"] == seat
    assert [one.move for one in on.made[: len(moves)]] == moves
    assert {one.seat for one in on.made[len(moves) :]} == {*game.players} - {seat}
    assert game.moves_made == 9  # the game itself has not changed
    # The bots' moves can be repeated on a new board.
    again = explored(game, *(one.move for one in on.made))
    assert (again.view, again.made) == (on.view, on.made)


def test_refuses_illegal_moves_with_the_reason() -> None:
    with pytest.raises(Invalid, match="nothing behind") as refused:
        explore(Game("jamaica", seed=1), ["back jail-1"], 1, reply=False)
    assert refused.value.kind == "illegal"
    game = Game("jamaica", players=2, seed=1)
    position = game.position()
    mine, other = game.decider, next(one for one in game.players if one != game.decider)
    position["pirates"] = {mine: {"sloop": 5, "36": 1}, other: {"jail": 6}}
    nearly = Game.from_position(position)
    won = next(move.text for move in nearly.legal_moves if move.text.endswith("36-sloop"))
    board = explored(nearly, won)
    assert (board.view["winner"], board.moves) == (mine, [])
    with pytest.raises(Invalid, match="over"):
        explored(nearly, won, "pass")


def test_explores_a_running_game_against_bots(anna: Person, bert: Person) -> None:
    table = anna.table(me("blue"), seat("red", "bot"), rules="short")
    assert anna.post(f"/tables/{table}/explore", {"at": 0}).status_code == 409
    anna.done(f"/tables/{table}/start")
    snapshot = next(one for one in anna.looks(table) if one["legal"])
    at = snapshot["expected_seq"]
    board = anna.done(f"/tables/{table}/explore", {"at": at})
    assert {one["move"] for one in board["moves"]} == set(snapshot["legal"])
    assert board["view"] == snapshot["views"][0]
    first = next(iter(board["jumps"]), snapshot["legal"][0])
    after = anna.done(f"/tables/{table}/explore", {"at": at, "moves": [first]})
    jumped = {"jumped": board["jumps"][first]} if first in board["jumps"] else {}
    assert after["made"] == [{"seat": "blue", "move": first, **jumped}]
    assert anna.look(table)["expected_seq"] == at  # the table has not changed
    illegal = anna.post(f"/tables/{table}/explore", {"at": at, "moves": ["key 35-36"]})
    assert illegal.json()["type"].endswith("illegal")
    assert anna.post(f"/tables/{table}/explore", {"at": at - 1}).json()["type"].endswith("stale")
    assert bert.post(f"/tables/{table}/explore", {"at": at}).status_code == 403
    for wrong in ({"moves": ["x"] * 101}, {"moves": ["x" * 81]}, {"at": -1}):
        assert anna.post(f"/tables/{table}/explore", {"at": at, **wrong}).status_code == 400


def test_explores_a_game_against_people_only_after_its_end(anna: Person, bert: Person) -> None:
    table = anna.table(me("blue"), seat("red"), rules={**SHORT, "turn_limit": 6})
    bert.done(f"/tables/{table}/join")
    anna.done(f"/tables/{table}/start")
    for person in (anna, bert):
        at = person.look(table)["expected_seq"]
        for number in (0, at):
            refused = person.post(f"/tables/{table}/explore", {"at": number})
            assert refused.status_code == 403, refused.text
    play_out([anna, bert], table, Random(3))
    steps = anna.get(f"/tables/{table}/replay").json()
    for at in (0, 3):
        board = bert.done(f"/tables/{table}/explore", {"at": at})
        assert board["seat"] == steps[at + 1]["seat"]
        assert steps[at + 1]["move"] in {one["move"] for one in board["moves"]}
        own = steps[at]["position"]["hands"][board["seat"]]
        assert board["view"]["hands"][board["seat"]] == own
    over = bert.post(f"/tables/{table}/explore", {"at": len(steps) - 1})
    assert over.status_code == 422


@pytest.mark.slow
def test_limits_positions_per_minute(tmp_path: Any) -> None:
    with running(tmp_path, positions_per_minute="2") as server:
        anna = server.person()
        table = anna.table(me("blue"), me("red"), rules="short")
        anna.done(f"/tables/{table}/start")
        at = anna.look(table)["expected_seq"]
        moves = anna.done(f"/tables/{table}/explore", {"at": at})["moves"]
        assert (
            anna.done(f"/tables/{table}/explore", {"at": at})["moves"] == moves
        )  # it is remembered
        body = {"at": at, "moves": [moves[0]["move"]]}
        assert anna.post(f"/tables/{table}/explore", body).status_code == 429


def test_requires_an_identity(server: Server, anna: Person) -> None:
    table = anna.table(me("blue"), me("red"), rules="short")
    answer = httpx.post(f"{server.url}/api/v1/tables/{table}/explore", json={"at": 0})
    assert answer.status_code == 401
