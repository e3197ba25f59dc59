"""The undo window: the last action of a turn can be undone for a while."""

from random import Random
from typing import Any

import pytest

from cartagena.protocol.requests import EndTurn, Pause, Play, Undo
from cartagena.rules.options import Rules
from cartagena.server.errors import Refusal
from cartagena.server.storage.identities import Identity
from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.tables import moves
from cartagena.server.tables.decisions import AlreadyDone, Decision
from cartagena.server.tables.events import (
    Closed,
    Entry,
    Left,
    Moved,
    PauseWanted,
    Started,
    TurnEnded,
    Undone,
    decode,
)
from cartagena.server.tables.reducer import replay_events
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import legal_for, snapshot
from tests.support.servers import Person, me, seat
from tests.support.tables import ENTROPY, created, then
from tests.support.waiting import wait_until

BRIEFLY = moves.UNDO_WINDOW_MS["briefly"]


def advance(table: Table) -> Moved:
    """Return a move of the player to move that draws nothing."""
    assert table.game is not None
    found = next(move for move in table.game.legal_moves if move.kind == "advance")
    return Moved(table.game.decider, found.text, "player")


def at_the_last_action(**more: Any) -> Table:
    table = then(created(**more), Started(ENTROPY, []), 1000)[0]
    assert table.game is not None
    while table.game is not None and table.game.actions_left > 1:
        table, _ = then(table, advance(table), 2000)
    return table


def in_undo_window(ms: int, at: int = 5000, **more: Any) -> tuple[Table, Table]:
    """Return a table before the last action of a turn, and after it in its undo window."""
    before = at_the_last_action(**more)
    last = advance(before)
    last.undo_window_ms = ms
    return before, then(before, last, at)[0]


def refusal(table: Table, decision: Decision) -> str:
    with pytest.raises(Refusal) as refused:
        decision(table, 0)
    return refused.value.kind


def other_than(colour: str) -> str:
    return "red" if colour == "blue" else "blue"


def test_nobody_else_chooses_while_it_is_open() -> None:
    before, table = in_undo_window(BRIEFLY)
    holder = before.turn
    other = other_than(holder)
    assert (table.undo_seat, table.turn) == (holder, holder)
    assert table.decider is not None
    assert table.decider.colour == holder
    assert table.due_at() == 5000 + BRIEFLY
    assert (legal_for(table, (other,)), legal_for(table, (holder,))) == ([], [])
    play = Play("pass", table.game_seq, "k")
    assert refusal(table, moves.play(play, Identity(other, ""))) == "not-your-choice"
    assert refusal(table, moves.play(play, Identity(holder, ""))) == "turn-over"
    assert snapshot(table, holder, [], 0).undo
    assert not snapshot(table, other, [], 0).undo
    with pytest.raises(AlreadyDone):
        moves.time_out(table.game_seq)(table, 4999 + BRIEFLY)
    ended, columns = then(table, moves.time_out(table.game_seq)(table, 5000 + BRIEFLY), 9000)
    assert columns == {"due_at": None}
    assert (ended.turn, ended.undo_seat, ended.may_undo()) == (other, "", False)
    assert legal_for(ended, (other,))


def test_only_its_player_can_undo() -> None:
    before, table = in_undo_window(0)
    request = Undo(table.game_seq, "k")
    assert (
        refusal(table, moves.undo(request, Identity(other_than(table.undo_seat), ""))) == "no-undo"
    )
    undone = moves.undo(request, Identity(table.undo_seat, ""))(table, 6000)
    back, _ = then(table, undone, 6000)
    assert before.game is not None
    assert back.game is not None
    assert back.game.position() == before.game.position()
    assert (back.undo_seat, back.due_at()) == ("", None)
    assert back.decider is not None
    assert back.decider.colour == before.turn


def test_its_player_can_end_the_turn() -> None:
    _, table = in_undo_window(0)
    assert table.due_at() is None
    end = EndTurn(table.game_seq, "k")
    holder, other = table.undo_seat, other_than(table.undo_seat)
    with pytest.raises(AlreadyDone):
        moves.end_turn(end, Identity(other, ""))(table, 0)
    assert refusal(table, moves.end_turn(EndTurn(0, "k"), Identity(holder, ""))) == "stale"
    ended, _ = then(table, moves.end_turn(end, Identity(holder, ""))(table, 6000), 6000)
    assert ended.turn == other
    with pytest.raises(AlreadyDone):
        moves.end_turn(EndTurn(0, "again"), Identity(holder, ""))(ended, 0)


def test_opens_only_after_a_move_that_can_be_undone() -> None:
    """Play whole games with all variants."""
    counts = {"open": 0, "ended": 0}
    for number in range(6):
        rng = Random(number)
        table = created()
        table.rules = Rules.preset("everything", turn_limit=30)
        table, _ = then(table, Started(ENTROPY, []), 1000)
        while table.status == "running":
            assert table.game is not None
            turn, decider = table.game.turn, table.game.decider
            move = rng.choice(table.game.legal_moves)
            before = table.game.packed_state()
            table, _ = then(table, Moved(decider, move.text, "player", undo_window_ms=0), 2000)
            assert table.game is not None
            after = table.game.packed_state()
            if turn == table.game.turn or table.status != "running":
                assert not table.undo_seat
                continue
            drew = before["generator"].tobytes() != after["generator"].tobytes()
            fewer = int(after["deck_size"][0]) != int(before["deck_size"][0])
            showed = move.kind in (
                "pass",
                "skip",
                "chest",
                "discard",
                "take",
                "keep",
                "give",
                "put",
            )
            assert bool(table.undo_seat) != (drew or fewer or showed or decider != turn)
            counts["open" if table.undo_seat else "ended"] += 1
            if table.undo_seat:
                table, _ = then(table, TurnEnded(table.undo_seat), 2000)
    assert min(counts.values()) > 10


def test_a_short_window_is_free_and_an_open_one_costs_time() -> None:
    before, table = in_undo_window(BRIEFLY, at=11_000, budget=60)
    assert table.deadline() is None
    ended, _ = then(table, TurnEnded(table.undo_seat), 11_000 + BRIEFLY)
    assert snapshot(ended, "", [], 0).time_left[before.turn] == 50_000
    assert ended.deadline() == 11_000 + BRIEFLY + 60_000
    before, table = in_undo_window(0, at=11_000, budget=60)
    assert table.deadline() == table.due_at() == 61_000
    assert moves.time_out(table.game_seq)(table, 61_000) == TurnEnded(before.turn)
    ended, _ = then(table, TurnEnded(before.turn), 31_000)
    assert snapshot(ended, "", [], 0).time_left[before.turn] == 30_000


def test_a_pause_extends_it_and_leaving_closes_it() -> None:
    _, table = in_undo_window(BRIEFLY, seconds=60)
    for person in ENTROPY:
        event = moves.pause(Pause(), Identity(person, ""))(table, 6000)
        table, _ = then(table, event, 6000)
    assert (table.due_at(), table.may_undo()) == (None, False)
    end = moves.end_turn(EndTurn(table.game_seq, "key"), Identity(table.undo_seat, ""))
    with pytest.raises(Refusal, match="paused"):
        end(table, 7000)
    resumed, _ = then(table, PauseWanted("red", False), 9000)
    assert resumed.due_at() == 8000 + BRIEFLY
    left, _ = then(resumed, Left(resumed.undo_seat, resumed.undo_seat), 9000)
    assert (left.undo_seat, left.bot_to_move(), left.turn) == (
        "",
        "",
        other_than(resumed.undo_seat),
    )


def test_nothing_is_due_once_the_table_is_closed() -> None:
    """Such a table would stay overdue forever and hold up the sweep for others."""
    _, table = in_undo_window(3000)
    assert table.due_at() is not None
    closed, columns = then(table, Closed("blue"), 6000)
    assert closed.due_at() is None
    assert columns["due_at"] is None


def test_a_bot_waits_until_it_closes() -> None:
    table, _ = then(created(bots=("red",)), Started(ENTROPY, []), 1000)
    while table.bot_to_move():
        table, _ = then(table, advance(table), 2000)
    while table.game is not None and table.game.actions_left > 1:
        table, _ = then(table, advance(table), 2000)
    last = advance(table)
    last.undo_window_ms = BRIEFLY
    table, columns = then(table, last, 5000)
    assert (table.bot_to_move(), columns) == ("", {"due_at": 5000 + BRIEFLY})
    with pytest.raises(AlreadyDone):
        moves.bot_move("pass", table.game_seq)(table, 99_000)
    table, columns = then(table, TurnEnded("blue"), 8500)
    assert (table.bot_to_move(), columns) == ("drunk", {"due_at": 8500})


def test_a_log_without_the_field_opens_no_window() -> None:
    stored = '{"type":"moved","seat":"blue","move":"hat jail-1","by":"player"}'
    event = decode(StoredEvent(1, 1, stored)).event
    assert isinstance(event, Moved)
    assert not event.undo_window_ms


def to_the_last_action(anna: Person, table: str) -> dict[str, Any]:
    """Advance until a turn has one action left, and return the snapshot."""
    snapshot = anna.look(table)
    while snapshot["views"][0]["actions_left"] > 1:
        move = next(text for text in snapshot["legal"] if not text.startswith(("back", "pass")))
        assert anna.play(table, move, snapshot["expected_seq"]).status_code == 200
        snapshot = anna.look(table)
    return snapshot


def open_undo_window(anna: Person, table: str, length: str) -> dict[str, Any]:
    """Make the last action of a turn by advancing, and ask for an undo window."""
    snapshot = to_the_last_action(anna, table)
    move = next(text for text in snapshot["legal"] if not text.startswith(("back", "pass")))
    body = {
        "move": move,
        "expected_seq": snapshot["expected_seq"],
        "key": anna.key(),
        "undo_window": length,
    }
    anna.done(f"/tables/{table}/moves", body)
    return anna.look(table)


def test_undo_move_again_and_end_the_turn_over_http(anna: Person, bert: Person) -> None:
    table = anna.table(me("blue"), seat("red"), rules="tortuga")
    bert.done(f"/tables/{table}/join")
    anna.done(f"/tables/{table}/start")
    one, two = (anna, bert) if anna.look(table)["legal"] else (bert, anna)
    snapshot = open_undo_window(one, table, "until-ended")
    window = {"seat": snapshot["you"][0], "until": None}
    assert (snapshot["undo_window"], snapshot["undo"], snapshot["table"]["decider"]) == (
        window,
        True,
        window["seat"],
    )
    assert two.look(table)["undo_window"] == window
    assert two.look(table)["legal"] == []
    with two.stream(table) as listening:
        events = listening.events()
        next(events)
        one.done(
            f"/tables/{table}/undo", {"expected_seq": snapshot["expected_seq"], "key": one.key()}
        )
        assert next(events)[1:2] == ("undone",)
        snapshot = open_undo_window(one, table, "until-ended")
        assert next(events)[2]["undo_window"] == window
        body = {"expected_seq": snapshot["expected_seq"], "key": "end"}
        ended = one.post(f"/tables/{table}/end-turn", body)
        _, kind, data = next(events)
        assert (kind, data["seat"], data["undo_window"]) == ("turn-ended", window["seat"], None)
        assert data["legal"]
    assert one.post(f"/tables/{table}/end-turn", body).content == ended.content
    assert one.look(table)["undo"] is False


def test_closes_by_itself_over_http_before_a_bot_moves(anna: Person) -> None:
    bot = seat("red", "bot", level="drunk")
    table = anna.table(me("blue"), bot, rules="tortuga", seconds=600)
    anna.done(f"/tables/{table}/start")
    wait_until(lambda: bool(anna.look(table)["legal"]))
    snapshot = open_undo_window(anna, table, "briefly")
    assert snapshot["undo_window"]["until"] > snapshot["now"]
    moves_then = len(snapshot["log"])
    wait_until(lambda: len(anna.look(table)["log"]) > moves_then)
    after = anna.look(table)
    assert after["now"] >= snapshot["undo_window"]["until"]
    assert after["log"][moves_then]["seat"] == "red"


def test_replaying_the_log_restores_it() -> None:
    before, _ = in_undo_window(BRIEFLY)
    entries = [Entry(1, 1000, before.setup), Entry(2, 1000, Started(ENTROPY, []))]
    table = replay_events(before.id, entries)
    while table.game is not None and not table.undo_seat:
        last = advance(table)
        last.undo_window_ms = BRIEFLY
        entries.append(Entry(len(entries) + 1, 5000, last))
        table = replay_events(before.id, entries)
    assert table.due_at() == 5000 + BRIEFLY
    again = replay_events(
        before.id, [*entries, Entry(len(entries) + 1, 6000, Undone(table.undo_seat))]
    )
    assert (again.undo_seat, again.turn) == ("", before.turn)
