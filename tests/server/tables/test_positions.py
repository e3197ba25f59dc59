"""Tables from a position: played, stored, replayed, and without secrets."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from cartagena import Game
from cartagena.errors import CartagenaError
from cartagena.fairness.verify import verify
from cartagena.server.entropy import SYSTEM_ENTROPY
from cartagena.server.storage.identities import Identity
from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.tables.events import Created, Entry, Moved, decode, encode
from cartagena.server.tables.positions import new_table, resample_hidden
from cartagena.server.tables.reducer import reduce_event, replay_events
from cartagena.server.tables.seats import start as start_decision
from cartagena.server.tables.table import Table
from tests.rules.indistinguishable_worlds import IndistinguishableWorlds
from tests.support.servers import SHORT, Person, Server, me, play_out, seat

RULES = {"preset": "jamaica", "turn_limit": 30}


def middle(rules: Any = "jamaica", moves: int = 8, players: int = 2) -> Game:
    """Return a game after some moves."""
    game, chance = Game(rules, players, seed=moves), Random(moves)
    while game.moves_made < moves:
        game.push(chance.choice(game.legal_moves))
    return game


def start(person: Person, position: Mapping[str, Any], colour: str = "blue", **more: Any) -> Any:
    return person.done("/start-from", {"position": position, "seat": colour, **more})


def test_plays_on_from_the_position_with_a_complete_record(anna: Person) -> None:
    position = middle(RULES).position()
    table = start(anna, position, level="drunk")
    assert table["status"] == "running"
    assert table["from_position"] is True
    assert table["commitment"] == ""
    assert [one["kind"] for one in table["seats"]] == ["player", "bot"]
    snapshot = anna.look(table["id"])
    view = Game.from_position(position).view_update("blue")
    if not snapshot["log"]:
        assert snapshot["views"] == [view]
    play_out([anna], table["id"], Random(1))
    record = anna.get(f"/tables/{table['id']}/record").json()
    assert "fairness" not in record
    assert Game.replay(record).over
    began = Game.from_position(record["position"])
    assert began.view_update("blue") == view
    with pytest.raises(CartagenaError, match="began from a position"):
        verify(record)
    proof = anna.get(f"/tables/{table['id']}/fairness").json()
    assert (proof["scheme"], proof["secret"], proof["seat_entropy"]) == ("none", None, {})
    steps = anna.get(f"/tables/{table['id']}/replay").json()
    assert [step["move"] for step in steps[1:]] == record["moves"]


def test_deals_hidden_cards_again_each_time(anna: Person) -> None:
    position = middle({**RULES, "turn_limit": 14}).position()
    began = []
    table = start(anna, position, level="drunk")["id"]
    for _ in range(2):
        play_out([anna], table, Random(1))
        began.append(anna.get(f"/tables/{table}/record").json()["position"])
        again = anna.done(f"/tables/{table}/rematch")
        assert again["rematch_of"] == table
        assert again["from_position"] is True
        assert anna.look(again["id"])["table"]["status"] == "running"
        table = again["id"]
    assert all(game["pirates"] == position["pirates"] for game in began)
    assert len({str(game["generator"]) for game in (position, *began)}) == 3
    hands = [(game["hands"]["red"], game["deck"]) for game in (position, *began)]
    assert not hands[0] == hands[1] == hands[2]
    assert all(game["hands"]["blue"] == position["hands"]["blue"] for game in began)


@pytest.mark.parametrize("rules", ["jamaica", "hispaniola", "black-magic", "everything"])
def test_the_deal_depends_only_on_the_view_of_the_seat(rules: str) -> None:
    """Two worlds that a seat cannot distinguish become the same table."""
    rng = Random(rules)
    differed = 0
    for moves in range(0, 60, 3):
        game = middle(rules, moves, 3)
        viewer = rng.randrange(3)
        if game.over:
            continue
        worlds = IndistinguishableWorlds(game.packed_state(), viewer, rng).worlds
        one, two = (game.with_packed_state(world) for world in worlds)
        differed += one.position() != two.position()
        name = game.players[viewer]
        assert resample_hidden(one, name, 7) == resample_hidden(two, name, 7)
    assert differed > 5


def test_refuses_an_impossible_position_with_the_reason(anna: Person) -> None:
    position = middle().position()
    impossible: list[tuple[dict[str, Any], str]] = [
        ({"pirates": {"blue": {"jail": 7}, "red": {"jail": 6}}}, "pirates"),
        ({"turn": "green"}, "turn"),
        ({"board": ["hat"] * 36}, "tile"),
        ({"rules": "chess"}, "chess"),
        ({"nonsense": 1}, "nonsense"),
    ]
    for change, sentence in impossible:
        answer = anna.post("/start-from", {"position": {**position, **change}, "seat": "blue"})
        assert answer.status_code == 422, answer.text
        assert answer.json()["type"].endswith(":position")
        assert sentence in answer.json()["detail"]
    for body, status in [
        ({"position": position, "seat": "green"}, 422),
        ({"position": {}, "seat": "blue"}, 422),
        ({"position": position, "seat": "blue", "level": "admiral"}, 422),
        ({"position": [], "seat": "blue"}, 400),
        ({"seat": "blue"}, 400),
    ]:
        assert anna.post("/start-from", body).status_code == status
    won = {**position, "pirates": {"blue": {"sloop": 6}, "red": {"jail": 6}}}
    for key in ("winner", "over", "pending"):
        won.pop(key)
    answer = anna.post("/start-from", {"position": won, "seat": "blue"})
    assert "already over" in answer.json()["detail"]


def test_refuses_to_join_or_contribute(anna: Person, bert: Person) -> None:
    table = start(anna, middle(RULES).position())["id"]
    assert bert.post(f"/tables/{table}/join").status_code == 409
    value = {"seat": "blue", "value": "00" * 16}
    assert anna.post(f"/tables/{table}/contribution", value).json()["type"].endswith(":begun")
    assert anna.post(f"/tables/{table}/seats/red", {"kind": "open"}).status_code == 409


def test_one_key_creates_one_table(anna: Person) -> None:
    position = middle(RULES).position()
    body = {"position": position, "seat": "blue", "key": "once"}
    first, second = anna.done("/start-from", body), anna.done("/start-from", body)
    assert first["id"] == second["id"]


def test_plays_on_from_a_finished_game(server: Server, anna: Person, bert: Person) -> None:
    table = anna.table(me("blue"), seat("red"), rules={**SHORT, "turn_limit": 12})
    bert.done(f"/tables/{table}/join")
    anna.done(f"/tables/{table}/start")
    request = {"move": 3, "seat": "red", "level": "drunk"}
    for person in (anna, bert):
        answer = person.post(f"/tables/{table}/play-from", request)
        assert answer.status_code == 409
        assert answer.json()["type"].endswith(":running")
    play_out([anna, bert], table, Random(3))
    steps = anna.get(f"/tables/{table}/replay").json()
    stranger = server.person("Cleo")
    for person in (anna, stranger):
        response = person.done(f"/tables/{table}/play-from", request)
        assert [one["kind"] for one in response["seats"]] == ["bot", "player"]
        play_out([person], response["id"], Random(4))
        record = person.get(f"/tables/{response['id']}/record").json()
        began = record["position"]
        assert began["pirates"] == steps[3]["position"]["pirates"]
        assert began["hands"]["red"] == steps[3]["position"]["hands"]["red"]
    last = {**request, "move": len(steps) - 1}
    assert anna.post(f"/tables/{table}/play-from", last).status_code == 422
    assert anna.post(f"/tables/{table}/play-from", {**request, "seat": "green"}).status_code == 422


def test_replaying_the_log_gives_the_same_game() -> None:
    """Another node, or this one after a restart, gets the same game with the same cards."""
    owner = Identity("anna", "Anna")
    event = new_table(middle("black-magic", 20, 3), "red", "drunk", owner, "x", SYSTEM_ENTROPY)
    entries = [Entry(1, 0, event), Entry(2, 0, start_decision(owner)(table_of(event), 0))]
    table = replay_events("abcdefghijklmnop", entries)
    chance = Random(1)
    for _ in range(40):
        assert table.game is not None
        move = chance.choice(table.game.legal_moves).text
        entries.append(Entry(table.seq + 1, 0, Moved(table.game.decider, move, "player")))
        table = reduce_event(table, entries[-1])
    stored = [decode(StoredEvent(one.seq, one.at, encode(one.event))) for one in entries]
    again = replay_events(table.id, stored)
    assert table.game is not None
    assert again.game is not None
    assert again.game.position() == table.game.position()
    assert Game.replay(again.game.record()).position() == table.game.position()


def table_of(event: Created) -> Table:
    return replay_events("abcdefghijklmnop", [Entry(1, 0, event)])
