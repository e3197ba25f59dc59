"""Decisions in a running game: moving, undoing, ending a turn, pausing, and running out of time."""

from typing import Final

from cartagena.errors import IllegalMoveError
from cartagena.game import Game
from cartagena.protocol.requests import EndTurn, Pause, Play, Undo, UndoWindowLength
from cartagena.server.errors import Conflict, Forbidden, Invalid
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.decisions import AlreadyDone, Decision, once
from cartagena.server.tables.events import (
    Event,
    Moved,
    PauseWanted,
    TimedOut,
    TurnEnded,
    Undone,
)
from cartagena.server.tables.owner_actions import check_alone_with_its_deal, check_open
from cartagena.server.tables.table import Table

UNDO_WINDOW_MS: Final[dict[UndoWindowLength, int]] = {"briefly": 3000, "until-ended": 0}
"""Length of each undo window in milliseconds. 0: until the player ends the turn."""

MAX_UNDONE: Final = 30
"""Moves that a player may undo in a turn. Without a limit, the log would grow without end."""


def running_game(table: Table) -> Game:
    """Return the game. Raises `Conflict` if it is not running."""
    if table.game is None:
        raise Conflict("not-begun", "The game hasn’t started yet.")
    if table.game.over:
        raise Conflict("over", "The game is over.")
    check_open(table)
    return table.game


def _unpaused_game(table: Table) -> Game:
    """Return the game. Raises `Conflict` if it is not running or paused."""
    game = running_game(table)
    if table.paused_at:
        raise Conflict("paused", "The game is paused.")
    return game


def check_no_undo_window(table: Table, seats: tuple[str, ...]) -> None:
    """Raise `Conflict` if an undo window is open. `seats` are the seats of the sender."""
    if table.undo_seat in seats:
        raise Conflict(
            "turn-over", "You have no actions left. End your turn, or undo the last action."
        )
    if table.undo_seat:
        raise Conflict(
            "not-your-choice", "It’s {colour}’s choice now, not yours.", colour=table.undo_seat
        )


def _check_current(table: Table, expected_seq: int, *, legal: list[str] | None = None) -> None:
    """Raise `Conflict` if the game has moved on since the event that the sender knows."""
    if expected_seq != table.game_seq:
        raise Conflict(
            "stale",
            "The game has moved on (event {given} → {now}). Please look again.",
            given=expected_seq,
            now=table.game_seq,
            expected_seq=table.game_seq,
            legal=legal,
        )


def play(request: Play, who: Identity) -> Decision:
    """Make a move, if it is the sender's choice."""

    def decide(table: Table, _now: int) -> Event:
        seats = table.seats_of(who.id)
        if not seats:
            raise Forbidden("You aren’t playing at this table.")
        game = _unpaused_game(table)
        colour = game.decider
        is_our_choice = colour in seats and not table.undo_seat
        legal = [move.text for move in game.legal_moves] if is_our_choice else None
        _check_current(table, request.expected_seq, legal=legal)
        check_no_undo_window(table, seats)
        if not is_our_choice:
            raise Conflict(
                "not-your-choice", "It’s {colour}’s choice now, not yours.", colour=colour
            )
        if table.bot_to_move():
            raise Conflict("bot-plays", "Your time ran out, so a bot is playing this turn for you.")
        try:
            move = game.parse(request.move)
        except IllegalMoveError as error:
            raise Invalid(
                error.template, "illegal", legal=legal, expected_seq=table.game_seq, **error.params
            ) from None
        moved = Moved(colour, move.text, "player", who.id, request.key)
        if request.undo_window is not None:
            moved.undo_window_ms = UNDO_WINDOW_MS[request.undo_window]
        return moved

    return once(decide, who, request.key, Moved)


def undo(request: Undo, who: Identity) -> Decision:
    """Undo the last move, within the turn and unless it revealed something hidden."""

    def decide(table: Table, _now: int) -> Event:
        _unpaused_game(table)
        seats = table.seats_of(who.id)
        if not seats:
            raise Forbidden("You aren’t playing at this table.")
        _check_current(table, request.expected_seq)
        if table.turn not in seats or not table.movers or table.movers[-1] != table.turn:
            raise Conflict("no-undo", "You have no move to undo this turn.")
        if table.bot_to_move():
            raise Conflict("bot-plays", "Your time ran out, so a bot is playing this turn for you.")
        if not table.may_undo():
            raise Conflict("no-undo", "That move revealed something hidden, so it can’t be undone.")
        if table.undone_seat == table.turn and table.undone >= MAX_UNDONE:
            raise Conflict(
                "no-undo", "You can undo at most {most} moves per turn.", most=MAX_UNDONE
            )
        return Undone(table.turn, who.id, request.key)

    return once(decide, who, request.key, Undone)


def end_turn(request: EndTurn, who: Identity) -> Decision:
    """End a turn during its undo window. Does nothing if the window has already closed."""

    def decide(table: Table, _now: int) -> Event:
        _unpaused_game(table)
        seats = table.seats_of(who.id)
        if not seats:
            raise Forbidden("You aren’t playing at this table.")
        if table.undo_seat not in seats:
            raise AlreadyDone
        _check_current(table, request.expected_seq)
        return TurnEnded(table.undo_seat, who.id, request.key)

    return once(decide, who, request.key, TurnEnded)


def pause(request: Pause, who: Identity) -> Decision:
    """Ask for a pause, or withdraw that. The game pauses while all players ask for it."""

    def decide(table: Table, _now: int) -> Event:
        if not table.seats_of(who.id):
            raise Forbidden("You aren’t playing at this table.")
        running_game(table)
        check_alone_with_its_deal(table)
        if request.paused == (who.id in table.pause_wanted):
            raise AlreadyDone
        return PauseWanted(who.id, request.paused, request.key or "")

    return once(decide, who, request.key, PauseWanted)


def bot_move(move: str, expected_seq: int) -> Decision:
    """Make a bot's move, unless the game has moved on."""

    def decide(table: Table, _now: int) -> Event:
        seat = table.decider
        if seat is None or table.game_seq != expected_seq or not table.bot_to_move():
            raise AlreadyDone
        if table.forced_step():
            raise AlreadyDone
        text = running_game(table).parse(move).text
        return Moved(seat.colour, text, "bot" if seat.kind == "bot" else "substitute")

    return decide


def forced_step(expected_seq: int) -> Decision:
    """Make a forced step of a spell, no matter whose it is."""

    def decide(table: Table, _now: int) -> Event:
        step, seat = table.forced_step(), table.decider
        if seat is None or not step or table.game_seq != expected_seq:
            raise AlreadyDone
        return Moved(seat.colour, step, "server")

    return decide


def time_out(expected_seq: int) -> Decision:
    """Close the undo window if one is open, or let a bot play on for the player to move."""

    def decide(table: Table, now: int) -> Event:
        due = None if table.bot_to_move() or table.forced_step() else table.due_at()
        if table.decider is None or due is None or table.game_seq != expected_seq:
            raise AlreadyDone
        if now < due:
            raise AlreadyDone
        return TurnEnded(table.undo_seat) if table.undo_seat else TimedOut(table.decider.colour)

    return decide
