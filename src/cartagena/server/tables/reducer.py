"""The reducer: how events change a table."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import msgspec

from cartagena.analysis.effects import cards_drawn, outcome
from cartagena.fairness import scheme
from cartagena.game import Game
from cartagena.rules.options import Rules
from cartagena.rules.version import RULES_VERSION
from cartagena.server.errors import Conflict
from cartagena.server.tables import events as ev
from cartagena.server.tables.table import HandledRequest, Seat, Table, UndoWindow

# Tuples, because a union type would be built again for every event.
_CHANGES_GAME: Final = (ev.Started, ev.Moved, ev.Undone, ev.TurnEnded)
_CHANGES_CHOICE: Final = (*_CHANGES_GAME, ev.Left, ev.Removed, ev.TimedOut, ev.Resumed)
_WITHOUT_KEY: Final = (ev.Created, ev.TimedOut, ev.TimeRefunded, ev.Unsealed, ev.Away)


def replay_events(name: str, entries: Iterable[ev.Entry]) -> Table:
    """Return the table after these events."""
    table = Table(name)
    for entry in entries:
        apply_in_place(table, entry)
    return table


def reduce_event(table: Table, entry: ev.Entry) -> Table:
    """Return the table after one more event. The given table does not change."""
    after = replace(
        table,
        seats=[seat.copy() for seat in table.seats],
        game=None if table.game is None else table.game.copy(),
        movers=table.movers.copy(),
        automatic=table.automatic.copy(),
        outcomes=table.outcomes.copy(),
        drawn=table.drawn.copy(),
        handled=table.handled.copy(),
        chat=table.chat.copy() if isinstance(entry.event, ev.Said) else table.chat,
        muted_for_all=table.muted_for_all.copy(),
        removed=table.removed.copy(),
        pause_wanted=table.pause_wanted.copy(),
    )
    apply_in_place(after, entry)
    return after


def apply_in_place(table: Table, entry: ev.Entry) -> None:
    """Change a table by one more event. Nothing else may refer to the table."""
    if entry.seq != table.seq + 1:
        raise AssertionError(f"event {entry.seq} cannot follow event {table.seq}")
    event = entry.event
    match event:
        case ev.Created():
            _create(table, event, entry.at)
        case ev.Joined():
            seat = _seat(table, event.seat)
            seat.kind, seat.identity, seat.name = "player", event.identity, event.name
            seat.contribution, seat.level, seat.substitute = event.contribution, "", False
        case ev.Contributed():
            _seat(table, event.seat).contribution = event.value
        case ev.Left():
            _leave(table, _seat(table, event.seat), entry.at)
        case ev.Removed():
            table.removed.add(_seat(table, event.seat).identity)
            _leave(table, _seat(table, event.seat), entry.at)
        case ev.Closed():
            table.closed = True
        case ev.SeatSet():
            seat = _seat(table, event.seat)
            seat.kind, seat.level, seat.identity = event.kind, event.level, ""
            seat.name = seat.contribution = ""
        case ev.Started():
            _start(table, event)
            _start_clock(table, entry.at)
        case ev.Moved():
            decider = table.decider
            _move(table, event, entry.at)
            if table.decider is not decider:
                _stop_clock(table, decider, entry.at)
                _start_clock(table, entry.at)
        case ev.Undone():
            _undo(table, event.seat)
        case ev.TurnEnded():
            _end_turn(table, entry.at)
        case ev.TimedOut():
            seat = _seat(table, event.seat)
            seat.substitute, seat.time_left, table.bot_finishes = True, 0, True
        case ev.Resumed():
            # A return does not restore the time, so the bot finishes the turn.
            seat = _seat(table, event.seat)
            seat.substitute = False
            table.bot_finishes = table.bot_finishes or table.decider is seat
        case ev.Away():
            _settle_vacation(table, entry.at)
            for seat in table.seats:
                if seat.identity == event.identity:
                    seat.away_since, seat.away_until = entry.at, event.until
        case ev.TimeRefunded():
            table.decision_started_at += event.by
            table.refunded_until = event.until
        case ev.Said():
            table.chat.append((entry.seq, entry.at, event))
        case ev.Muted():
            _mute(table, event)
        case ev.PauseWanted() if event.wanted:
            table.pause_wanted.add(event.identity)
        case ev.PauseWanted():
            table.pause_wanted.discard(event.identity)
        case ev.Unsealed():
            table.unsealed = True
        case ev.Rematched():
            table.rematch = event.table
    table.seq = entry.seq
    if isinstance(event, _CHANGES_GAME):
        table.game_seq = entry.seq
    if isinstance(event, _CHANGES_CHOICE):
        table.choice_changed_at = entry.at
    _pause_or_resume(table, entry.at)
    if not isinstance(event, _WITHOUT_KEY) and event.key:
        move = event.move if isinstance(event, ev.Moved) else ""
        table.handled[event.identity, event.key] = HandledRequest(entry.seq, type(event), move)


def _seat(table: Table, colour: str) -> Seat:
    seat = table.seat(colour)
    assert seat is not None, colour
    return seat


def _create(table: Table, event: ev.Created, at: int) -> None:
    if event.rules_version != RULES_VERSION:
        # By these rules the same moves could lead to another position.
        raise Conflict(
            "other-rules",
            "This game began under another version of the rules, so it can’t continue here.",
        )
    table.created, table.created_at = event, at
    table.rules = Rules.from_document(event.rules)
    table.seats = [
        Seat(seat.colour, seat.kind, seat.level, seat.identity, seat.name) for seat in event.seats
    ]


def _mute(table: Table, event: ev.Muted) -> None:
    change = table.muted_for_all.add if event.muted else table.muted_for_all.discard
    change(event.whom)


def _pause_or_resume(table: Table, at: int) -> None:
    """Pause the game if all players want it. Otherwise let the clock run on as before."""
    people = table.people()
    agreed = bool(people) and people <= table.pause_wanted
    if agreed and not table.paused_at and table.decider is not None:
        _settle_vacation(table, at)
        table.paused_at = at
    elif table.paused_at and not agreed:
        # What was paused is not a part of a vacation as well.
        for seat in table.seats:
            seat.away_since = max(seat.away_since, at)
        table.decision_started_at += at - table.paused_at
        if (window := table.undo_window) is not None:
            opened_at = window.opened_at + at - table.paused_at
            table.undo_window = window._replace(opened_at=opened_at)
        table.choice_changed_at, table.paused_at = at, 0


def _settle_vacation(table: Table, at: int) -> None:
    """Let the clock of the player to move begin later, by the part of their vacation that is over."""
    seat = table.decider
    if seat is None or table.paused_at or not seat.away_until:
        return
    since = max(seat.away_since, table.decision_started_at)
    table.decision_started_at += max(0, min(seat.away_until, at) - since)
    seat.away_since = max(seat.away_since, at)


def _leave(table: Table, seat: Seat, at: int) -> None:
    if table.undo_seat == seat.colour:
        _end_turn(table, at)
    seat.identity = seat.name = ""
    seat.away_since = seat.away_until = 0
    if table.game is None:
        seat.kind, seat.contribution = "open", ""
    else:
        seat.kind, seat.level, seat.substitute = "bot", table.setup.substitute, False
        seat.took_over = True


def _start(table: Table, event: ev.Started) -> None:
    table.seat_entropy, table.server_entropy_seats = event.seat_entropy, event.server_entropy_seats
    table.contributions = event.contributions
    if table.setup.position is not msgspec.UNSET:
        table.game = Game.from_position(table.setup.position)
    elif table.setup.deal:
        seed = int.from_bytes(bytes.fromhex(table.setup.deal), "little")
        table.game = Game(table.rules, list(event.seat_entropy), seed)
    else:
        key = scheme.key(table.setup.secret, table.shuffle_name, event.seat_entropy)
        table.game = Game(table.rules, list(event.seat_entropy), scheme.game_seed(key))
    table.board = table.game.view(0)["board"]
    table.seats = [seat for seat in table.seats if seat.kind != "closed"]
    for seat in table.seats:
        seat.time_left = 1000 * table.setup.budget


def _move(table: Table, event: ev.Moved, at: int) -> None:
    assert table.game is not None
    turn = table.game.turn
    move = table.game.push(event.move)
    table.movers.append(event.seat)
    table.automatic.append(event.by == "server")
    table.outcomes.append(outcome(table.game, move))
    table.drawn.append(cards_drawn(table.game, move))
    seat = _seat(table, event.seat)
    if event.seat != table.undone_seat:
        table.undone_seat, table.undone = "", 0
    if event.by == "player":
        seat.substitute = False
        # A player who moves no longer wants a pause.
        table.pause_wanted.discard(seat.identity)
    ends = turn == event.seat != table.game.turn and move.kind != "pass" and not table.game.over
    if event.undo_window_ms is not msgspec.UNSET and ends and not table.game.revealed_since(1):
        table.undo_window = UndoWindow(event.seat, at, event.undo_window_ms)


def _end_turn(table: Table, at: int) -> None:
    """Close the undo window. A window of a few seconds is not charged to the player's clock."""
    window = table.undo_window
    _stop_clock(table, table.decider, window.opened_at if window and window.ms else at)
    table.undo_window = None
    _start_clock(table, at)


def _stop_clock(table: Table, seat: Seat | None, at: int) -> None:
    """Charge the time that a seat used to its budget."""
    if seat is not None and table.setup.budget and not seat.substitute and not table.bot_finishes:
        # Another node may be behind, or the time may have been corrected.
        used = max(0, at - table.decision_started_at)
        seat.time_left = max(0, seat.time_left - used)


def _start_clock(table: Table, at: int) -> None:
    """Start the clock of the player to move."""
    table.decision_started_at, table.bot_finishes = at, False
    seat, setup = table.decider, table.setup
    if seat is None:
        return
    if setup.seconds:
        seat.time_left = 1000 * setup.seconds
    elif setup.budget and not seat.substitute:
        seat.time_left += 1000 * setup.increment


def _undo(table: Table, seat: str) -> None:
    assert table.game is not None
    table.undone = table.undone + 1 if table.undone_seat == seat else 1
    table.undone_seat = seat
    table.undo_window = None
    table.game.undo()
    table.movers.pop()
    table.automatic.pop()
    table.outcomes.pop()
    table.drawn.pop()
