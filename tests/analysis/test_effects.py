"""The effects of a move are the same during the game, afterwards and in the replay."""

from collections import Counter
from random import Random

import pytest
from msgspec import UNSET

from cartagena.protocol import events
from cartagena.server.tables.events import Entry, Moved, Undone
from cartagena.server.tables.reducer import apply_in_place
from cartagena.server.tables.views import EventView, GameViews, snapshot
from tests.scenarios.test_no_leak import running_table
from tests.support.servers import SHORT, Person, me, play_out, seat

OUTCOME = ("drawn", "found")


def moved(event: EventView, identity: str) -> events.Moved:
    """Return an event that is a move as this identity sees it."""
    view = event.for_identity(identity)
    assert isinstance(view, events.Moved)
    return view


@pytest.mark.parametrize("rules", ["jamaica", "morgan", "black-magic", "everything"])
def test_it_is_what_everybody_saw(rules: str) -> None:
    """Everybody sees the hands grow, and the snake chase a pirate away."""
    rng, kinds = Random(rules), set[str]()
    for _ in range(6):
        table = running_table(rules, 0, rng)
        assert table.game is not None
        while not table.game.over and table.seq < 300:
            before, mover = GameViews(table.game).spectator(), table.game.decider
            move = max(table.game.legal_moves, key=lambda one: (one.kind == "chest", rng.random()))
            entry = Entry(table.seq + 1, 0, Moved(mover, move.text, "player"))
            apply_in_place(table, entry)
            event = moved(EventView(table, entry), "a spectator")
            view = event.views[0]
            grown = view["hand_sizes"][mover] - before["hand_sizes"][mover]
            if move.kind == "chest":
                contents = event.found or "cards"
                assert (event.drawn or 0) == grown + 1
                assert (contents == "snake") == (view["pirates"] != before["pirates"])
                assert contents != "empty" or "empty" in view["chests_opened"]
                kinds.add(contents)
            elif move.kind in ("retreat", "morgan", "skip"):
                assert (event.drawn or 0) == grown
                kinds.add(f"by {move.kind}")
            else:
                assert not event.drawn
                assert not event.found
    if rules == "everything":
        assert {"snake", "empty", "cards", "by retreat", "by morgan"} <= kinds


@pytest.mark.parametrize("rules", ["jamaica", "tortuga", "everything"])
def test_cards_are_named_only_to_the_player_who_drew_them(rules: str) -> None:
    rng, named = Random(rules), 0
    table = running_table(rules, 0, rng)
    assert table.game is not None
    while not table.game.over and table.seq < 200:
        mover = table.game.decider
        before = Counter(GameViews(table.game).seat(mover)["hands"][mover])
        move = rng.choice(table.game.legal_moves)
        entry = Entry(table.seq + 1, 0, Moved(mover, move.text, "player"))
        apply_in_place(table, entry)
        event_view = EventView(table, entry)
        own = moved(event_view, mover)
        line = snapshot(table, mover, [], 0).log[-1]
        assert tuple(own.cards or ()) == line.cards
        assert len(line.cards) == (own.drawn or 0)
        if line.cards:
            after = Counter(own.views[0]["hands"][mover])
            played = Counter([move.card] if move.kind == "chest" else [])
            assert before - played + Counter(line.cards) == after
            named += 1
        for other in {*table.game.players, "a spectator"} - {mover}:
            assert moved(event_view, other).cards is UNSET
            assert snapshot(table, other, [], 0).log[-1].cards == ()
    assert named > 10


def test_an_undone_move_leaves_no_effects() -> None:
    table = running_table("tortuga", 0, Random(1))
    assert table.game is not None
    move = next(move for move in table.game.legal_moves if move.kind == "advance")
    mover = table.game.decider
    apply_in_place(table, Entry(3, 0, Moved(mover, move.text, "player")))
    apply_in_place(table, Entry(4, 0, Undone(mover)))
    assert table.outcomes == []
    assert table.drawn == []
    assert snapshot(table, mover, [], 0).log == []


def test_effects_are_the_same_for_all_and_in_the_replay(anna: Person, bert: Person) -> None:
    rules = {**SHORT, "magic": True}
    table = anna.table(me("blue"), seat("red", "bot", level="drunk"), rules=rules)
    anna.done(f"/tables/{table}/start")
    play_out([anna], table, Random(3))
    with bert.stream(table, after=2) as listening:
        live = []
        for _, kind, event in listening.events():
            if kind == "moved":
                live.append({name: event.get(name) for name in ("seat", *OUTCOME)})
            if event.get("views") and event["views"][0]["over"]:
                break
    assert sum(bool(line["drawn"]) for line in live) > 5
    for person in (anna, bert):
        log = person.look(table)["log"]
        assert [{name: line.get(name) for name in ("seat", *OUTCOME)} for line in log] == live
    steps = anna.get(f"/tables/{table}/replay").json()[1:]
    assert [{name: step.get(name) for name in ("seat", *OUTCOME)} for step in steps] == live
