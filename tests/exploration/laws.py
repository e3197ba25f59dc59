"""The laws that hold at every table, and for every step."""

from typing import Any

from cartagena.server.errors import Refusal
from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.streams.broadcaster import render
from cartagena.server.tables import index, moves
from cartagena.server.tables.decisions import AlreadyDone, Decision
from cartagena.server.tables.events import Away, Entry, Event, Muted, Said, TimedOut, decode, encode
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import EventView
from tests.exploration.steps import PEOPLE, Step, sample_moves
from tests.simulation.twins import sends_same_event


class Violation(AssertionError):  # noqa: N818
    """A law does not hold."""


def canonical(table: Table, now: int) -> tuple[Any, ...]:
    """Return everything that can make a difference later. Times are relative to now."""
    game = table.game
    clock = table.decision_started_at - now if table.decider is not None else 0
    window = table.undo_window
    return (
        tuple(
            (
                (seat.kind, seat.level, seat.identity, seat.substitute, seat.took_over),
                seat.time_left,
                seat.away_until and (seat.away_since - now, seat.away_until - now),
            )
            for seat in table.seats
        ),
        None if game is None else tuple(move.text for move in game.moves),
        tuple(table.movers),
        clock,
        table.choice_changed_at - now if table.bot_to_move() or table.forced_step() else 0,
        table.paused_at - now if table.paused_at else 0,
        None if window is None else (window.seat, window.opened_at - now, window.ms),
        (table.undone_seat, table.undone),
        frozenset(table.pause_wanted),
        frozenset(table.removed),
        frozenset(table.muted_for_all),
        table.bot_finishes,
        len(table.chat),
        table.closed,
        table.rematch,
    )


def decide(decision: Decision, table: Table, now: int) -> Event | None:
    """Return the event of a decision, or None if there is none."""
    try:
        return decision(table, now)
    except (AlreadyDone, Refusal):
        return None


def check_step(before: Table, step: Step, entry: Entry, after: Table, now: int) -> None:
    """Check a step and the table after it."""
    event = entry.event
    if decode(StoredEvent(entry.seq, entry.at, encode(event))) != entry:
        raise Violation("an event is stored as another one")
    if step.who is not None and decide(step.decide, after, now) is not None:
        raise Violation("two effects of one key")
    if before.closed and not isinstance(event, (Said, Muted)):
        raise Violation("something has happened at a closed table")
    if before.status == "finished" and after.status != "finished":
        raise Violation("a finished game goes on")
    if isinstance(event, TimedOut):
        due = before.deadline()
        if due is None or now < due:
            raise Violation("a player lost time that was left")
        assert before.decider is not None
        if now < before.decider.away_until:
            raise Violation("a player lost time on a vacation")
    if isinstance(event, Away) and _time_left(before, now) != _time_left(after, now):
        raise Violation("a vacation has changed the time that is left")
    _check_seats(before, step, after)
    columns = {**index.new_row(before, None), **index.changed_columns(before, after)}
    if (columns["status"], columns["due_at"]) != (after.status, after.due_at()):
        raise Violation("the index is wrong")


def check_secrets(table: Table, entry: Entry) -> None:
    """Check that the last event reveals nothing, to the players and to a stranger."""
    for who in PEOPLE:
        data = render(EventView(table, entry), entry, who.id)
        if data is not None and not sends_same_event(table, entry, who.id, data[:-2]):
            raise Violation("an event reveals a secret")


def _time_left(table: Table, now: int) -> int | None:
    """Return the time that the player to move has left without vacations, in milliseconds."""
    deadline, seat = table.deadline(), table.decider
    if deadline is None or seat is None:
        return None
    return deadline - now - max(0, seat.away_until - max(now, seat.away_since))


def _check_seats(before: Table, step: Step, after: Table) -> None:
    """Check that people change only their own seats, and that the owner can only free those of others."""
    if before.status == "waiting" and after.status != "waiting":
        return
    owner = before.setup.owner
    for old, new in zip(before.seats, after.seats, strict=True):
        if old.identity == new.identity:
            continue
        mine = step.who is not None and step.who.id in (old.identity or step.who.id, owner)
        if not mine or (new.identity and new.identity != step.who.id):  # type: ignore[union-attr]
            raise Violation("a seat was given to another person")


def check_table(table: Table, now: int) -> None:
    """Check that a running game can continue, and that what is due can be done."""
    due = table.due_at()
    if table.decider is None or table.paused_at:
        if due is not None and table.decider is None:
            raise Violation("something is due although nobody must choose")
        return
    game, seq = table.game, table.game_seq
    assert game is not None
    for seat in table.seats:
        most = table.setup.seconds or table.setup.budget + 60 * table.setup.increment
        if most and not 0 <= seat.time_left <= 1000 * most:
            raise Violation("a clock is wrong")
    bot, step = table.bot_to_move(), table.forced_step()
    if step:
        can_go_on = decide(moves.forced_step(seq), table, now) is not None
    elif bot:
        can_go_on = decide(moves.bot_move(sample_moves(table)[0], seq), table, now) is not None
    elif due is not None and due <= now:
        can_go_on = decide(moves.time_out(seq), table, now) is not None
    else:
        can_go_on = any(table.decider.identity == who.id for who in PEOPLE)
    if not can_go_on:
        raise Violation("nobody can go on")
    if (bot or step) and table.people() and due is None:
        raise Violation("the server does not know that something is due")
