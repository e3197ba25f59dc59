"""Decisions in a running game: moves, undoing them, ending a turn, pausing, and time that runs out."""

from typing import Final

from cartagena.errors import IllegalMoveError
from cartagena.game import Game
from cartagena.protocol.requests import EndTurn, Pause, Play, Undo, UndoWindowLength
from cartagena.server.errors import Conflict, Forbidden, Invalid
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.decisions import AlreadyDone, Decision
from cartagena.server.tables.events import (
    Event,
    Moved,
    PauseWanted,
    TimedOut,
    TurnEnded,
    Undone,
)
from cartagena.server.tables.idempotency import once
from cartagena.server.tables.owner_actions import check_open
from cartagena.server.tables.table import Table

UNDO_WINDOW_MS: Final[dict[UndoWindowLength, int]] = {"briefly": 3000, "until-ended": 0}
"""Length of each undo window in milliseconds. 0: until the player ends the turn."""


def running_game(table: Table) -> Game:
    """The game, if it is running."""
    if table.game is None:
        raise Conflict("not-begun", "The game hasn’t started yet.")
    if table.game.over:
        raise Conflict("over", "The game is over.")
    check_open(table)
    return table.game


def _going_on(table: Table) -> Game:
    """The game, if it is running and not paused."""
    game = running_game(table)
    if table.paused_at:
        raise Conflict("paused", "The game is paused.")
    return game


def check_no_undo_window(table: Table, mine: tuple[str, ...]) -> None:
    """Refuse what cannot be done while an undo window is open."""
    if table.undo_seat in mine:
        raise Conflict(
            "turn-over", "You have no actions left. End your turn, or undo the last action."
        )
    if table.undo_seat:
        raise Conflict(
            "not-your-choice", "It’s {colour}’s choice now, not yours.", colour=table.undo_seat
        )


def _check_current(table: Table, expected_seq: int, *, legal: list[str] | None = None) -> None:
    """Refuse what answers an event after which the game has gone on."""
    if expected_seq != table.game_seq:
        raise Conflict(
            "stale",
            "The game has moved on (event {given} → {now}). Please look again.",
            given=expected_seq,
            now=table.game_seq,
            expected_seq=table.game_seq,
            legal=legal,
        )


def play(wanted: Play, who: Identity) -> Decision:
    """Make a move for the seat that must choose, if it is the sender's."""

    def decide(table: Table, _now: int) -> Event:
        mine = table.seats_of(who.id)
        if not mine:
            raise Forbidden("You aren’t playing at this table.")
        game = _going_on(table)
        colour = game.decider
        is_mine = colour in mine and not table.undo_seat
        legal = [move.text for move in game.legal_moves] if is_mine else None
        _check_current(table, wanted.expected_seq, legal=legal)
        check_no_undo_window(table, mine)
        if not is_mine:
            raise Conflict(
                "not-your-choice", "It’s {colour}’s choice now, not yours.", colour=colour
            )
        if table.bot_to_move():
            raise Conflict("bot-plays", "Your time ran out, so a bot is playing this turn for you.")
        try:
            move = game.parse(wanted.move)
        except IllegalMoveError as error:
            raise Invalid(
                error.sentence, "illegal", legal=legal, expected_seq=table.game_seq, **error.names
            ) from None
        moved = Moved(colour, move.text, "player", who.id, wanted.key)
        if wanted.undo_window is not None:
            moved.undo_window_ms = UNDO_WINDOW_MS[wanted.undo_window]
        return moved

    return once(decide, who, wanted.key, Moved)


def undo(wanted: Undo, who: Identity) -> Decision:
    """Take the last move back, within the turn and as long as it showed nothing hidden."""

    def decide(table: Table, _now: int) -> Event:
        _going_on(table)
        mine = table.seats_of(who.id)
        if not mine:
            raise Forbidden("You aren’t playing at this table.")
        _check_current(table, wanted.expected_seq)
        if table.turn not in mine or not table.movers or table.movers[-1] != table.turn:
            raise Conflict("no-undo", "You have no move to undo this turn.")
        if table.bot_to_move():
            raise Conflict("bot-plays", "Your time ran out, so a bot is playing this turn for you.")
        if not table.may_undo():
            raise Conflict("no-undo", "That move revealed something hidden, so it can’t be undone.")
        return Undone(table.turn, who.id, wanted.key)

    return once(decide, who, wanted.key, Undone)


def end_turn(wanted: EndTurn, who: Identity) -> Decision:
    """End a turn during its undo window. Does nothing if the window has already closed."""

    def decide(table: Table, _now: int) -> Event:
        _going_on(table)
        mine = table.seats_of(who.id)
        if not mine:
            raise Forbidden("You aren’t playing at this table.")
        if table.undo_seat not in mine:
            raise AlreadyDone
        _check_current(table, wanted.expected_seq)
        return TurnEnded(table.undo_seat, who.id, wanted.key)

    return once(decide, who, wanted.key, TurnEnded)


def pause(wanted: Pause, who: Identity) -> Decision:
    """Want the game to pause, or to go on; it pauses while all who play want it."""

    def decide(table: Table, _now: int) -> Event:
        if not table.seats_of(who.id):
            raise Forbidden("You aren’t playing at this table.")
        running_game(table)
        if wanted.paused == (who.id in table.pause_wanted):
            raise AlreadyDone
        return PauseWanted(who.id, wanted.paused, wanted.key or "")

    return once(decide, who, wanted.key, PauseWanted)


def bot_move(move: str, expected_seq: int) -> Decision:
    """The move of the bot that must choose, if nothing has happened meanwhile."""

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
    """The step of a spell for which one card is left, whoever has to make it."""

    def decide(table: Table, _now: int) -> Event:
        step, seat = table.forced_step(), table.decider
        if seat is None or not step or table.game_seq != expected_seq:
            raise AlreadyDone
        return Moved(seat.colour, step, "server")

    return decide


def time_out(expected_seq: int) -> Decision:
    """Close an undo window, or let a bot play on: the time of the player to move has run out."""

    def decide(table: Table, now: int) -> Event:
        due = None if table.bot_to_move() or table.forced_step() else table.due_at()
        if table.decider is None or due is None or table.game_seq != expected_seq:
            raise AlreadyDone
        if now < due:
            raise AlreadyDone
        return TurnEnded(table.undo_seat) if table.undo_seat else TimedOut(table.decider.colour)

    return decide
