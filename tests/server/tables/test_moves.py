"""Moves over HTTP: made once, refused with the legal moves, undone if nothing was revealed."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from cartagena import Game
from cartagena.server.tables.moves import MAX_UNDONE
from tests.support.servers import Person, me, play_out, seat


def started(anna: Person, bert: Person | None = None, rules: Any = "tortuga") -> str:
    if bert is None:
        table = anna.table(me("blue"), me("red"), rules=rules)
    else:
        table = anna.table(me("blue"), seat("red"), rules=rules)
        bert.done(f"/tables/{table}/join")
    anna.done(f"/tables/{table}/start")
    return table


def test_a_repeated_move_has_one_effect_and_the_same_response(anna: Person) -> None:
    table = started(anna)
    snapshot = anna.look(table)
    first = anna.play(table, snapshot["legal"][0], snapshot["expected_seq"], "once")
    again = anna.play(table, snapshot["legal"][0], snapshot["expected_seq"], "once")
    assert first.status_code == again.status_code == 200
    assert first.content == again.content
    assert len(anna.look(table)["log"]) == 1


def test_accepts_a_move_that_arrives_in_pieces(anna: Person) -> None:
    table = started(anna)
    snapshot = anna.look(table)
    whole = anna.play(table, snapshot["legal"][0], snapshot["expected_seq"], "once")
    body = {"move": snapshot["legal"][0], "expected_seq": snapshot["expected_seq"], "key": "once"}

    def pieces() -> Iterator[bytes]:
        for byte in json.dumps(body).encode():
            yield bytes([byte])

    headers = {"content-type": "application/json"}
    path = f"/api/v1/tables/{table}/moves"
    in_pieces = anna.http.post(path, content=pieces(), headers=headers)
    assert in_pieces.status_code == whole.status_code == 200
    assert in_pieces.content == whole.content
    assert in_pieces.headers["content-type"] == whole.headers["content-type"]
    assert in_pieces.headers["cache-control"] == whole.headers["cache-control"]


def test_refuses_a_stale_move_with_the_legal_moves(anna: Person) -> None:
    table = started(anna)
    snapshot = anna.look(table)
    anna.play(table, snapshot["legal"][0], snapshot["expected_seq"])
    now = anna.look(table)
    refused = anna.play(table, snapshot["legal"][0], snapshot["expected_seq"])
    assert refused.status_code == 409
    assert refused.headers["content-type"] == "application/problem+json"
    problem = refused.json()
    assert problem["type"].endswith(":stale")
    assert problem["expected_seq"] == now["expected_seq"]
    assert problem["legal"] == now["legal"]


def test_refuses_an_illegal_move_with_the_reason(anna: Person) -> None:
    table = started(anna)
    snapshot = anna.look(table)
    refused = anna.play(table, "fly to the moon", snapshot["expected_seq"])
    assert refused.status_code == 422
    assert refused.json()["detail"] == "Unknown word: fly."
    assert refused.json()["legal"] == snapshot["legal"]
    assert {**anna.look(table), "now": snapshot["now"]} == snapshot


def test_refuses_to_move_for_another_player(anna: Person, bert: Person) -> None:
    table = started(anna, bert)
    people = {"blue": anna, "red": bert}
    snapshot = anna.look(table)
    decider = snapshot["views"][0]["turn"]
    legal = people[decider].look(table)["legal"]
    other = bert if decider == "blue" else anna
    refused = other.play(table, legal[0], snapshot["expected_seq"])
    assert refused.status_code == 409
    assert "legal" not in refused.json()


def test_refuses_moves_of_spectators(anna: Person, bert: Person) -> None:
    table = started(anna)
    snapshot = anna.look(table)
    refused = bert.play(table, snapshot["legal"][0], snapshot["expected_seq"])
    assert refused.status_code == 403


@pytest.mark.parametrize("round_", range(5))
def test_exactly_one_of_two_concurrent_moves_wins(anna: Person, round_: int) -> None:
    table = started(anna)
    for _ in range(4):
        snapshot = anna.look(table)
        with ThreadPoolExecutor(4) as pool:
            responses = list(
                pool.map(
                    lambda n, snapshot=snapshot: anna.play(
                        table,
                        snapshot["legal"][n % len(snapshot["legal"])],
                        snapshot["expected_seq"],
                        f"{snapshot['seq']}-{n}",
                    ),
                    range(4),
                )
            )
        assert sorted(answer.status_code for answer in responses) == [200, 409, 409, 409]
        assert anna.look(table)["seq"] == snapshot["seq"] + 1


def test_undoes_a_move_that_revealed_nothing(anna: Person) -> None:
    table = started(anna)
    before = anna.look(table)
    advance = next(move for move in before["legal"] if not move.startswith(("back", "pass")))
    anna.play(table, advance, before["expected_seq"])
    after = anna.look(table)
    assert after["undo"] is True
    body = {"expected_seq": after["expected_seq"], "key": "back"}
    assert anna.done(f"/tables/{table}/undo", body) == anna.done(f"/tables/{table}/undo", body)
    again = anna.look(table)
    assert (again["views"], again["legal"], again["log"]) == (
        before["views"],
        before["legal"],
        before["log"],
    )


def test_refuses_to_undo_a_draw_from_the_deck(anna: Person) -> None:
    table = started(anna, rules="jamaica")
    rng = Random(1)
    while True:
        snapshot = anna.look(table)
        retreats = [move for move in snapshot["legal"] if move.startswith("back")]
        middle = snapshot["views"][0]["actions_left"] > 1
        if retreats and middle:
            anna.play(table, retreats[0], snapshot["expected_seq"])
            break
        anna.play(table, rng.choice(snapshot["legal"]), snapshot["expected_seq"])
    snapshot = anna.look(table)
    assert snapshot["undo"] is False
    refused = anna.post(
        f"/tables/{table}/undo", {"expected_seq": snapshot["expected_seq"], "key": "back"}
    )
    assert refused.status_code == 409
    assert "hidden" in refused.json()["detail"]


def test_a_finished_game_has_a_replayable_record(anna: Person, bert: Person) -> None:
    table = started(anna, bert, rules={"preset": "everything", "turn_limit": 25})
    assert anna.get(f"/tables/{table}/record").status_code == 409
    assert anna.get(f"/tables/{table}/fairness").json()["secret"] is None
    snapshot = play_out([anna, bert], table, Random(3))
    record = bert.get(f"/tables/{table}/record").json()
    game = Game.replay(record)
    assert game.over
    assert game.winner == snapshot["views"][0]["winner"]
    replay = anna.get(f"/tables/{table}/replay").json()
    assert len(replay) == len(record["moves"]) + 1
    assert replay[-1]["position"]["pirates"] == game.position()["pirates"]
    assert anna.play(table, "pass", snapshot["expected_seq"]).status_code == 409


def test_a_player_can_undo_only_so_often_in_a_turn(anna: Person) -> None:
    """Otherwise one person could make a log of any length, which takes long to read again."""
    table = started(anna)

    def undo() -> int:
        snapshot = anna.look(table)
        # A card that is played reveals nothing, so it can be undone.
        card = next(move for move in snapshot["legal"] if not move.startswith(("back", "pass")))
        assert anna.play(table, card, snapshot["expected_seq"]).status_code == 200
        expected_seq = anna.look(table)["expected_seq"]
        body = {"expected_seq": expected_seq, "key": anna.key()}
        return anna.post(f"/tables/{table}/undo", body).status_code

    assert [undo() for _ in range(MAX_UNDONE)] == [200] * MAX_UNDONE
    assert undo() == 409
    # The turn continues, and so does the game.
    last = anna.look(table)
    assert anna.play(table, last["legal"][0], last["expected_seq"]).status_code == 200
