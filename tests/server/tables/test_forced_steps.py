"""Forced steps of spells: made, recorded and published by the server."""

from random import Random

import pytest

from cartagena.server.tables import moves
from cartagena.server.tables.decisions import AlreadyDone
from cartagena.server.tables.events import Entry, Moved, PauseWanted
from cartagena.server.tables.reducer import reduce_event
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import legal_for, snapshot
from tests.scenarios.test_no_leak import COLOURS, running_table
from tests.support.servers import Person, me, seat
from tests.support.waiting import wait_until


def after(table: Table, seat: str, move: str) -> Table:
    return reduce_event(table, Entry(table.seq + 1, 5000, Moved(seat, move, "player")))


def in_a_spell(kind: str, seed: int = 1) -> Table:
    """Return a table where a player has just cast this spell."""
    rng = Random(seed)
    table = running_table("black-magic", 0, rng)
    for _ in range(3000):
        assert table.game is not None
        matching = [move for move in table.game.legal_moves if move.kind == kind]
        move = rng.choice(matching or list(table.game.legal_moves))
        table = after(table, table.game.decider, move.text)
        if matching:
            return table
    raise AssertionError(f"{kind} never came")


@pytest.mark.parametrize(("spell", "last"), [("rum", "give"), ("lantern", "put")])
def test_the_server_gives_or_puts_back_the_last_card(spell: str, last: str) -> None:
    table = in_a_spell(spell)
    assert table.game is not None
    caster = table.game.decider
    choices = 0
    while not table.forced_step():
        assert table.game is not None
        assert legal_for(table, (caster,)) == [move.text for move in table.game.legal_moves]
        table = after(table, caster, table.game.legal_moves[-1].text)
        choices += 1
    # Of 4 cards 2 are kept and 1 is given away by choice; of 4 cards 1 is kept, 2 are put back.
    assert choices == 3
    assert table.forced_step().startswith(last)
    assert [legal_for(table, (colour,)) for colour in COLOURS] == [[], [], []]
    assert table.due_at() == 5000
    decided = moves.forced_step(table.game_seq)(table, 6000)
    assert decided == Moved(caster, table.forced_step(), "server")
    with pytest.raises(AlreadyDone):
        moves.forced_step(table.game_seq - 1)(table, 6000)
    made = reduce_event(table, Entry(table.seq + 1, 6000, decided))
    assert made.game is not None
    assert made.game.moves[-1].text == table.forced_step()
    assert not made.forced_step()
    assert not made.may_undo()
    # In every viewer's log this is the only step that the server made.
    for viewer in (*COLOURS, ""):
        by_server = [line.by_server for line in snapshot(made, viewer, [], 0).log]
        assert by_server == [False] * (len(by_server) - 1) + [True]
    with pytest.raises(AlreadyDone):
        moves.forced_step(made.game_seq)(made, 6000)


def test_leaves_a_choice_between_equal_cards_to_the_player() -> None:
    """Other players must not learn that the cards are equal."""
    steps = 0
    for seed in range(40):
        table = in_a_spell("lantern", seed)
        while table.game is not None and table.game.legal_moves[0].kind in ("keep", "put"):
            pending = table.game.position()["pending"]
            assert pending is not None
            cards = pending["cards"]
            if len(cards) == 1 and sum(cards.values()) > 1:
                assert not table.forced_step()
                assert len(legal_for(table, (table.game.decider,))) == 1
                steps += 1
            table = after(table, table.game.decider, table.game.legal_moves[0].text)
    assert steps


def test_makes_no_forced_step_while_paused() -> None:
    table = in_a_spell("rum")
    while not table.forced_step():
        assert table.game is not None
        table = after(table, table.game.decider, table.game.legal_moves[0].text)
    for colour in COLOURS:
        table = reduce_event(table, Entry(table.seq + 1, 7000, PauseWanted(colour, True)))
    assert (table.forced_step(), table.due_at()) == ("", None)


def test_makes_and_publishes_forced_steps_over_http(anna: Person) -> None:
    bot = seat("red", "bot", level="drunk")
    table = anna.table(me("blue"), me("green"), bot, rules="black-magic")
    anna.done(f"/tables/{table}/start")
    rng, events = Random(4), []
    with anna.stream(table) as listening:
        for _, kind, event in listening.events():
            if kind == "moved" and event["by"] == "server":
                events.append(event["move"])
                if len(events) == 3 or event["views"][0]["over"]:
                    break
            if event.get("legal"):
                spells = [move for move in event["legal"] if move in ("rum!", "lantern!")]
                move = rng.choice(spells or event["legal"])
                assert anna.play(table, move, event["expected_seq"]).status_code == 200
    assert events
    assert {move.split()[0] for move in events} <= {"give", "put", "take", "keep"}
    wait_until(lambda: bool(anna.look(table)["legal"]))
