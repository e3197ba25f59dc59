"""The rights of a table's owner, and pausing."""

from random import Random

import pytest

from cartagena.protocol.requests import Contribute, Join, Mute, Pause, Play, Say
from cartagena.server.entropy import SYSTEM_ENTROPY
from cartagena.server.errors import Conflict, Refusal
from cartagena.server.storage.identities import Identity
from cartagena.server.tables import chat, create, moves, owner_actions, seats
from cartagena.server.tables.decisions import AlreadyDone, Decision
from cartagena.server.tables.events import Left, Resumed, Started, TimedOut
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import legal_for, snapshot, table_info
from tests.support.servers import Person, me, seat
from tests.support.tables import ENTROPY, any_move, created, then

BLUE, RED, CLEO = (Identity(name, name.title()) for name in ("blue", "red", "cleo"))


def after(table: Table, decision: Decision, at: int = 5000) -> Table:
    return then(table, decision(table, at), at)[0]


def refusal(table: Table, decision: Decision) -> str:
    with pytest.raises(Refusal) as refused:
        decision(table, 5000)
    return refused.value.kind


def begun(seconds: int = 0) -> Table:
    return then(created(seconds), Started(ENTROPY, []), 2000)[0]


def decider(table: Table) -> Identity:
    assert table.decider is not None
    return Identity(table.decider.colour, "")


def test_only_the_owner_takes_several_seats_at_a_public_table() -> None:
    table = created(free=("blue", "red"))
    guest = after(table, seats.join(Join(seat="blue"), CLEO))
    assert refusal(guest, seats.join(Join(seat="red"), CLEO)) == "one-seat"
    owner = after(after(table, seats.join(Join(), BLUE)), seats.join(Join(seat="red"), BLUE))
    assert owner.seats_of("blue") == ("blue", "red")
    private = after(created(free=("blue", "red"), public=False), seats.join(Join(), CLEO))
    assert after(private, seats.join(Join(seat="red"), CLEO)).seats_of("cleo") == ("blue", "red")


def test_a_removed_player_cannot_take_a_seat_again() -> None:
    table = created()
    assert refusal(table, owner_actions.remove("blue", RED, None)) == "forbidden"
    assert refusal(table, owner_actions.remove("blue", BLUE, None)) == "own-seat"
    freed = after(table, owner_actions.remove("red", BLUE, "k"))
    assert (freed.seats[1].kind, freed.seats[1].identity) == ("open", "")
    assert refusal(freed, seats.join(Join(seat="red"), RED)) == "forbidden"
    with pytest.raises(AlreadyDone):
        owner_actions.remove("red", BLUE, None)(freed, 0)
    assert after(freed, seats.join(Join(), CLEO)).seats[1].identity == "cleo"


def test_removes_from_a_running_game_only_after_a_timeout() -> None:
    table = begun(60)
    assert refusal(table, owner_actions.remove("red", BLUE, None)) == "present"
    table, _ = then(table, TimedOut("red"), 70_000)
    table, columns = then(table, owner_actions.remove("red", BLUE, None)(table, 71_000), 71_000)
    assert (table.seats[1].kind, table.seats[1].level) == ("bot", "drunk")
    assert not table.seats[1].substitute
    if table.game is not None and table.game.decider == "red":
        assert columns == {"due_at": 71_000}


def test_nothing_happens_at_a_closed_table() -> None:
    for table in (created(), begun(60)):
        assert refusal(table, owner_actions.close(RED, None)) == "forbidden"
        closed, columns = then(table, owner_actions.close(BLUE, None)(table, 9000), 9000)
        assert columns["status"] == "closed"
        assert closed.due_at() is None
        assert legal_for(closed, ("blue", "red")) == []
        refused = [
            seats.join(Join(), CLEO),
            seats.start(BLUE),
            seats.leave("red", RED, None),
            seats.contribute(Contribute(seat="red", value="ab" * 16), RED),
            owner_actions.remove("red", BLUE, None),
        ]
        if closed.game is not None:
            refused.append(moves.play(Play("pass", closed.game_seq, "k"), decider(table)))
            refused.append(moves.pause(Pause(), RED))
        assert {refusal(closed, decision) for decision in refused} == {"closed"}
        with pytest.raises(Conflict, match="closed"):
            create.rematch(closed, RED, SYSTEM_ENTROPY)
        with pytest.raises(AlreadyDone):
            owner_actions.close(BLUE, None)(closed, 0)


def test_nobody_returns_to_a_closed_table() -> None:
    table, _ = then(begun(60), TimedOut("red"), 70_000)
    closed, _ = then(table, owner_actions.close(BLUE, None)(table, 71_000), 71_000)
    assert refusal(closed, seats.return_to("red", RED, None)) == "closed"


def test_nobody_reads_a_person_who_is_muted_for_all() -> None:
    table = after(created(), chat.say(Say(text="ahoy"), RED))
    mute = Mute(whom="red", for_all=True)
    assert refusal(table, chat.mute_for_all(mute, RED)) == "forbidden"
    muted = after(table, chat.mute_for_all(mute, BLUE))
    assert refusal(muted, chat.say(Say(text="more"), RED)) == "forbidden"
    for reader, lines in (("blue", 0), ("cleo", 0), ("red", 1)):
        view = snapshot(muted, reader, [], 0)
        assert len(view.chat) == lines
        assert [(one.identity, one.for_all) for one in view.muted] == [("red", True)]
    again = after(muted, chat.mute_for_all(Mute(whom="red", muted=False, for_all=True), BLUE))
    assert len(snapshot(again, "blue", [], 0).chat) == 1


def test_the_owner_decides_whether_guests_may_write() -> None:
    table = after(created(), chat.say(Say(text="ahoy"), CLEO))
    table = after(table, chat.say(Say(text="welcome"), RED))
    close = Mute(whom="guests", for_all=True)
    assert refusal(table, chat.mute_for_all(close, RED)) == "forbidden"
    players_only = after(table, chat.mute_for_all(close, BLUE))
    assert refusal(players_only, chat.say(Say(text="more"), CLEO)) == "forbidden"
    players_only = after(players_only, chat.say(Say(text="yes"), RED))
    for reader, lines in (("blue", 2), ("dora", 2), ("cleo", 3)):
        view = snapshot(players_only, reader, [], 0)
        assert len(view.chat) == lines
        assert [(one.identity, one.for_all) for one in view.muted] == [("guests", True)]
    opened = Mute(whom="guests", muted=False, for_all=True)
    again = after(players_only, chat.mute_for_all(opened, BLUE))
    assert len(snapshot(again, "blue", [], 0).chat) == 3
    after(again, chat.say(Say(text="thanks"), CLEO))


def test_a_game_pauses_when_all_players_want_it_and_stops_the_clock() -> None:
    table = begun(60)
    one, other = decider(table), RED if decider(table).id == "blue" else BLUE
    assert refusal(table, moves.pause(Pause(), CLEO)) == "forbidden"
    with_request = after(table, moves.pause(Pause(), one), 10_000)
    assert (table_info(with_request).paused, table_info(with_request).pause_wanted) == (
        False,
        [one.id],
    )
    assert with_request.deadline() == 62_000
    paused, columns = then(with_request, moves.pause(Pause(), other)(with_request, 20_000), 20_000)
    assert table_info(paused).paused
    assert columns == {"due_at": None}
    assert paused.deadline() is None
    assert legal_for(paused, (one.id,)) == []
    assert refusal(paused, moves.play(Play("pass", paused.game_seq, "k"), one)) == "paused"
    with pytest.raises(AlreadyDone):
        moves.time_out(paused.game_seq)(paused, 90_000)
    resumed, columns = then(paused, moves.pause(Pause(paused=False), other)(paused, 50_000), 50_000)
    assert columns == {"due_at": 92_000}
    assert legal_for(resumed, (one.id,)) != []


def test_a_pause_ends_when_a_player_returns_who_did_not_want_it() -> None:
    table, _ = then(begun(60), TimedOut("red"), 70_000)
    paused = after(table, moves.pause(Pause(), BLUE), 71_000)
    assert paused.paused_at == 71_000
    assert not paused.bot_to_move()
    assert then(paused, Resumed("red", "red"), 72_000)[0].paused_at == 0
    assert then(paused, Left("blue", "blue"), 72_000)[0].paused_at == 0


def test_a_move_withdraws_the_wish_for_a_pause() -> None:
    table = begun()
    one = decider(table)
    with_request = after(table, moves.pause(Pause(), one))
    assert then(with_request, any_move(with_request, Random(1)), 6000)[0].pause_wanted == set()


def test_owner_actions_work_over_http(anna: Person, bert: Person) -> None:
    table = anna.table(me("blue"), seat("red"), seat("green"), public=True)
    bert.done(f"/tables/{table}/join", {"seat": "red"})
    assert bert.post(f"/tables/{table}/join", {"seat": "green"}).status_code == 409
    assert bert.post(f"/tables/{table}/remove", {"seat": "blue"}).status_code == 403
    removed = anna.done(f"/tables/{table}/remove", {"seat": "red", "key": "out"})
    assert [one["kind"] for one in removed["seats"]] == ["player", "open", "open"]
    assert bert.post(f"/tables/{table}/join").status_code == 403
    for colour in ("red", "green"):
        anna.done(f"/tables/{table}/seats/{colour}", {"kind": "bot", "level": "drunk"})
    anna.done(f"/tables/{table}/start")
    with anna.stream(table) as listening:
        events = listening.events()
        assert next(events)[1] == "snapshot"
        assert anna.done(f"/tables/{table}/pause", {})["paused"]
        data = next(data for _, kind, data in events if kind == "paused")
        assert (data["table"]["paused"], data["legal"], data["you"]) == (True, [], ["blue"])
        closed = anna.done(f"/tables/{table}/close", {"key": "end"})
        assert closed["status"] == "closed"
        assert anna.done(f"/tables/{table}/close", {"key": "end"}) == closed
        data = next(data for _, kind, data in events if kind == "closed")
        assert data["table"]["status"] == "closed"
    assert anna.get(f"/tables/{table}/record").json()["type"].endswith(":closed")
    assert anna.get("/tables?mine=true&status=closed").json()["tables"][0]["id"] == table
