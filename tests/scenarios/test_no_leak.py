"""A card hidden from a seat never reaches it, on any channel.

There are two kinds of proof. In two worlds that a seat cannot distinguish, the server sends the
same bytes to the seat and to a spectator. And what is sent in whole games is exactly what follows
from `Game.view`.
"""

import json
import random
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from cartagena import Game
from cartagena.protocol.requests import EndTurn, Play, Undo
from cartagena.server.errors import Refusal
from cartagena.server.http.problems import document
from cartagena.server.storage.identities import Identity
from cartagena.server.streams.broadcaster import render
from cartagena.server.streams.sse import message
from cartagena.server.tables import moves
from cartagena.server.tables.analysis_board import advised_game, explore
from cartagena.server.tables.decisions import AlreadyDone
from cartagena.server.tables.events import (
    Created,
    Entry,
    Moved,
    SeatPlan,
    Started,
    TurnEnded,
    Undone,
)
from cartagena.server.tables.reducer import apply_in_place
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import EventView, GameViews, snapshot
from tests.rules.indistinguishable_worlds import IndistinguishableWorlds
from tests.support.servers import Person, Server, me, seat

COLOURS = ("blue", "red", "green")
RULES = ("jamaica", "hispaniola", "tortuga", "black-magic", "filibusters", "everything")


def running_table(rules: str, moves: int, rng: random.Random) -> Table:
    """Return a table in the middle of a game. Every identity equals its colour."""
    table = Table("abcdefghijklmnop")
    first_event = Created(
        owner="blue",
        name="x",
        rules={"preset": rules},
        seats=[SeatPlan(colour, "player", identity=colour, name=colour) for colour in COLOURS],
        public=False,
        spectators=True,
        seconds=60,
        substitute="drunk",
        secret=rng.randbytes(32).hex(),
    )
    apply_in_place(table, Entry(1, 0, first_event))
    apply_in_place(table, Entry(2, 0, Started(dict.fromkeys(COLOURS, "00" * 16), [])))
    for _ in range(moves):
        assert table.game is not None
        if table.game.over:
            break
        move = rng.choice(table.game.legal_moves).text
        apply_in_place(table, Entry(table.seq + 1, 0, Moved(table.game.decider, move, "player")))
    return table


def everything_sent(table: Table, entry: Entry | None, who: str) -> list[bytes]:
    """Return everything that an identity may be sent at this moment, on every channel."""
    messages = [message("snapshot", snapshot(table, who, [], 0), table.seq)]
    if entry is not None:
        rendered = render(EventView(table, entry), entry, who)
        assert rendered is not None
        messages.append(rendered)
    messages.append(msgspec.json.encode(table.proof()))
    somebody = Identity(who, who)
    messages.extend(everything_explored(table, who))
    try:
        advised_game(table, somebody, table.game_seq)
    except Refusal as refusal:
        messages.append(msgspec.json.encode(document(refusal)))
    for decide in (
        moves.play(Play(move="nonsense", expected_seq=table.game_seq, key="a"), somebody),
        moves.play(Play(move="pass", expected_seq=0, key="b"), somebody),
        moves.undo(Undo(expected_seq=table.game_seq, key="c"), somebody),
        moves.end_turn(EndTurn(expected_seq=table.game_seq, key="d"), somebody),
    ):
        try:
            event = decide(table, 0)
        except Refusal as refusal:
            messages.append(msgspec.json.encode(document(refusal)))
        except AlreadyDone:
            pass
        else:
            assert isinstance(event, Undone | Moved | TurnEnded)
    return messages


def everything_explored(table: Table, seat: str) -> list[bytes]:
    """Return everything that an analysis board sends to a seat, or computes its ratings from."""
    game, messages = table.game, []
    assert game is not None
    if game.over or game.decider != seat:
        return []
    for move in (None, *game.legal_moves[:2]):
        moves = [] if move is None else [move.text]
        board = explore(game.copy(), moves, 7, reply=move is not None)
        messages.append(board.view.packed.tobytes())
        messages.append(msgspec.json.encode([board.position([]), board.game.view(seat)]))
        messages.append(msgspec.json.encode([legal.text for legal in board.legal_moves]))
    return messages


@pytest.mark.parametrize("games", [6, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize("rules", RULES)
def test_indistinguishable_worlds_send_the_same_bytes(rules: str, games: int) -> None:
    rng = random.Random(rules)
    compared = 0
    for _ in range(games):
        one = running_table(rules, rng.randrange(60), rng)
        if one.status != "running":
            continue
        viewer = rng.randrange(3)
        assert one.game is not None
        worlds = IndistinguishableWorlds(one.game.packed_state(), viewer, rng)
        two = indistinguishable_twin(one, worlds)
        compared += play_both(one, two, worlds, viewer)
    assert compared > 3 * games


def indistinguishable_twin(table: Table, worlds: IndistinguishableWorlds) -> Table:
    """Return the same table with the game of the other world, without comparing past events."""
    assert table.game is not None
    table.game = Game.from_position(table.game.position())
    table.movers.clear()
    table.automatic.clear()
    table.outcomes.clear()
    table.drawn.clear()
    twin, states = deepcopy(table), worlds.worlds[1].copy()
    # The table's secret is the same, so both draw the same numbers.
    states["generator"] = table.game.packed_state()["generator"]
    if table.game.rules.supply == "row" and not table.game.rules.magic:
        # Everybody saw what was taken from the row, so both worlds remember the same.
        states["known"] = table.game.packed_state()["known"]
    twin.game = table.game.with_packed_state(states)
    return twin


def play_both(one: Table, two: Table, worlds: IndistinguishableWorlds, viewer: int) -> int:
    compared = 0
    entries: tuple[Entry | None, Entry | None] = (None, None)
    for _ in range(30):
        for who in (COLOURS[viewer], "a spectator"):
            assert everything_sent(one, entries[0], who) == everything_sent(two, entries[1], who)
            compared += 1
        if one.status != "running":
            return compared
        if one.undo_window:
            entries = (turn_ended(one), turn_ended(two))
            continue
        if one.forced_step():
            entries = (forced_step(one), forced_step(two))
            assert one.game is not None
            assert two.game is not None
            worlds.worlds = (one.game.packed_state(), two.game.packed_state())
            if worlds.is_shown_a_difference():
                return compared
            continue
        actions = worlds.choose()
        if actions is None or worlds.opens_different_chests(actions[0]):
            return compared
        entries = (moved(one, actions[0]), moved(two, actions[1]))
        assert one.game is not None
        assert two.game is not None
        worlds.worlds = (one.game.packed_state(), two.game.packed_state())
        if worlds.is_shown_a_difference():
            return compared
    return compared


def moved(table: Table, action: int) -> Entry:
    game = table.game
    assert game is not None
    move = next(move for move in game.legal_moves if move.action == action)
    # Open an undo window if possible: that must not depend on what a seat does not know either.
    entry = Entry(table.seq + 1, 0, Moved(game.decider, move.text, "player", undo_window_ms=1000))
    apply_in_place(table, entry)
    return entry


def forced_step(table: Table) -> Entry:
    """Return the forced step. Either both worlds have one, or neither."""
    entry = Entry(table.seq + 1, 0, moves.forced_step(table.game_seq)(table, 0))
    apply_in_place(table, entry)
    return entry


def turn_ended(table: Table) -> Entry:
    entry = Entry(table.seq + 1, 0, TurnEnded(table.undo_seat))
    apply_in_place(table, entry)
    return entry


@pytest.mark.parametrize("rules", ["hispaniola", "everything"])
def test_streams_contain_only_what_follows_from_views(server: Server, rules: str) -> None:
    people = [server.person(name) for name in ("Anna", "Bert", "Cleo")]
    stranger = server.person("Dora")
    anna = people[0]
    limited = {"preset": rules, "turn_limit": 25}
    table = anna.table(me("blue"), seat("red"), seat("green"), rules=limited)
    for person in people[1:]:
        person.done(f"/tables/{table}/join")
    heard = listen_to_a_whole_game([*people, stranger], table)
    record = anna.get(f"/tables/{table}/record").json()
    secret = record["fairness"]["secret"]
    for viewer, raw in zip((*COLOURS, None), heard, strict=True):
        assert secret not in "".join(data for _, kind, data in raw[:-1])
        compare_with_views(record, viewer, [json.loads(data) for _, kind, data in raw])
    log = server.log()
    assert secret not in log
    assert f"/api/v1/tables/{table[:6]}…/moves" in log
    assert table not in log


def listen_to_a_whole_game(
    people: list[Person], table: str
) -> list[list[tuple[int | None, str, str]]]:
    rng = random.Random(4)
    seats = dict(zip(COLOURS, people, strict=False))
    with (
        people[0].stream(table) as a,
        people[1].stream(table) as b,
        people[2].stream(table) as c,
        people[3].stream(table) as d,
    ):
        streams = [one.raw() for one in (a, b, c, d)]
        for stream in streams:
            assert next(stream)[1] == "snapshot"
        people[0].done(f"/tables/{table}/start")
        heard: list[list[tuple[int | None, str, str]]] = [[], [], [], []]
        while True:
            for stream, events in zip(streams, heard, strict=True):
                events.append(next(event for event in stream if event[1] != "presence"))
            newest = [json.loads(events[-1][2]) for events in heard]
            view = newest[0]["views"][0]
            if view["over"]:
                return heard
            if view["pending"] and sum(1 for event in newest if event["legal"]) == 0:
                continue  # the server makes a step for which one card is left
            chooser = next(n for n, event in enumerate(newest) if event["legal"])
            assert sum(bool(event["legal"]) for event in newest) == 1
            move = rng.choice(newest[chooser]["legal"])
            person = seats[COLOURS[chooser]]
            assert person.play(table, move, newest[chooser]["expected_seq"]).status_code == 200


def compare_with_views(record: dict[str, Any], viewer: str | None, events: list[Any]) -> None:
    for event, (game, _) in zip(events, Game.steps(record), strict=True):
        if game.moves:
            text = None if viewer is None else game.moves_visible_to(viewer)[-1]
            hidden = {game.moves_visible_to(colour)[-1] for colour in COLOURS}
            assert event["move"] == text if text else event["move"] in hidden
            if viewer is None and len(hidden) > 1:
                assert "?" in event["move"]
        standing = GameViews(game)
        view = standing.spectator() if viewer is None else standing.seat(viewer)
        assert event["views"] == [view]
        mine = not game.over and game.decider == viewer and not is_forced(game)
        assert event["legal"] == ([move.text for move in game.legal_moves] if mine else [])


def is_forced(game: Game) -> bool:
    """Return True if a spell has a single card to choose from, which everybody knows."""
    pending = game.position()["pending"]
    if pending is None:
        return False
    cards = pending.get("cards", {})
    if pending["kind"] == "take":
        cards = game.position()["hands"][pending["from"]]
    return sum(cards.values()) == 1


def test_a_spectator_sees_no_card_that_is_not_public() -> None:
    rng = random.Random(1)
    for rules in RULES:
        table = running_table(rules, 40, rng)
        game = table.game
        assert game is not None
        view = GameViews(game).spectator()
        assert view["deck_top"] == {}
        assert "deck" not in view
        if game.rules.hands == "hidden":
            known = [
                game.view(seat)["hands"][owner] == view["hands"][owner]
                for owner in COLOURS
                for seat in COLOURS
                if seat != owner
            ]
            assert any(view["hands"].values()) == (rules == "hispaniola")
            assert all(known) or rules != "hispaniola"
