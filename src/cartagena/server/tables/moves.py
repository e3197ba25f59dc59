"""What may happen in a running game: moves, taking back, talk, and time that runs out."""

from typing import Literal

from cartagena.explain.illegal import why_not
from cartagena.game import Game
from cartagena.protocol.messages import Mute, Play, Say, TakeBack
from cartagena.rules.errors import CartagenaError
from cartagena.server.api.problems import Problem, conflict, forbidden, mistake
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.events import Lapsed, Moved, Muted, Said, Undone
from cartagena.server.tables.idempotency import once
from cartagena.server.tables.registry import Decision, Settled, Step, now
from cartagena.server.tables.sanitize import clean_talk
from cartagena.server.tables.table import Table


def _running(table: Table) -> Game:
    if table.game is None:
        raise conflict("not-begun", "The game hasn’t started yet.")
    if table.game.over:
        raise conflict("over", "The game is over.")
    return table.game


def _current(table: Table, answers: int, *, legal: list[str] | None = None) -> None:
    if answers != table.game_seq:
        raise conflict(
            "stale",
            "This answers event {given}, but the game has moved on to event {now}.",
            given=answers,
            now=table.game_seq,
            answers=table.game_seq,
            legal=legal,
        )


def _answered(table: Table, who: Identity, key: str, move: str | None) -> bool:
    """Whether this very request was met before; the same key for something else is a mistake."""
    known = table.answers.get((who.id, key))
    if known is None and (who.id, key) not in table.keyed:
        return False
    if known is None or bool(known[1]) != (move is not None):
        raise mistake("This idempotency key was already used for something else.", "key-used")
    return True


def _legal(game: Game) -> list[str]:
    return [move.text for move in game.legal_moves]


def made(
    table: Table, move: str, by: Literal["player", "bot", "standin"], who: str, key: str
) -> Step:
    """The step that a legal move is, with what changes after it."""
    game = _running(table)
    colour = game.decider
    meant = game.push(move)
    try:
        over = game.over
        next_seat = None if over else table.seat(game.decider)
    finally:
        game.undo()
    change: dict[str, object] = {}
    if over:
        change = {"status": "finished", "due_at": None}
    elif next_seat is not None and (next_seat.kind == "bot" or next_seat.standin):
        change = {"due_at": now()}
    elif table.laid.seconds:
        change = {"due_at": now() + 1000 * table.laid.seconds}
    elif by != "player":
        change = {"due_at": None}
    return Step(Moved(colour, meant.text, by, who, key), change=change)


def play(wanted: Play, who: Identity) -> Decision:
    """Make a move for the seat that must choose, if it is the sender's."""

    def decide(table: Table) -> Step:
        if _answered(table, who, wanted.key, wanted.move):
            raise Settled
        mine = table.seats_of(who.id)
        if not mine:
            raise forbidden("You aren’t playing at this table.")
        game = _running(table)
        is_mine = game.decider in mine
        legal = _legal(game) if is_mine else None
        _current(table, wanted.answers, legal=legal)
        if not is_mine:
            raise conflict(
                "not-your-choice", "{colour} has to choose now, not you.", colour=game.decider
            )
        try:
            return made(table, wanted.move, "player", who.id, wanted.key)
        except CartagenaError:
            reason = why_not(game, wanted.move)
            raise mistake(
                reason.sentence, "illegal", legal=legal, answers=table.game_seq, **reason.names
            ) from None

    return decide


def take_back(wanted: TakeBack, who: Identity) -> Decision:
    """Take the last move back, within the turn and as long as it showed nothing hidden."""

    def decide(table: Table) -> Step:
        if _answered(table, who, wanted.key, None):
            raise Settled
        game = _running(table)
        mine = table.seats_of(who.id)
        if not mine:
            raise forbidden("You aren’t playing at this table.")
        _current(table, wanted.answers)
        if game.turn not in mine or not table.movers or table.movers[-1] != game.turn:
            raise conflict("no-undo", "You have no move to undo this turn.")
        if not table.may_undo():
            raise conflict("no-undo", "That move revealed something hidden, so it can’t be undone.")
        return Step(Undone(game.turn, who.id, wanted.key))

    return decide


def say(wanted: Say, who: Identity) -> Decision:
    """Say something: players, and spectators where the table lets them watch."""

    def decide(table: Table) -> Step:
        if wanted.key is not None and _answered(table, who, wanted.key, None):
            raise Settled
        mine = table.seats_of(who.id)
        if not mine and not table.laid.spectators:
            raise forbidden("Only players can chat here.")
        seat = table.seat(mine[0]) if mine else None
        name = who.name if seat is None else seat.name
        text = clean_talk(wanted.text)
        return Step(Said(who.id, name, text, mine[0] if mine else "", wanted.key or ""))

    return decide


def mute(wanted: Mute, who: Identity) -> Decision:
    """Hear somebody no more, or again."""

    def decide(table: Table) -> Step:
        if wanted.muted == ((who.id, wanted.whom) in table.mutes):
            raise Settled
        known = {seat.identity for seat in table.seats} | {
            said.identity for _, _, said in table.chat
        }
        if wanted.whom not in known - {"", who.id}:
            raise mistake("That player isn’t at this table.")
        return Step(Muted(who.id, wanted.whom, wanted.muted, wanted.key or ""))

    return once(decide, who, wanted.key, Muted)


def bot_move(move: str, answers: int) -> Decision:
    """The move of the bot that must choose, if nothing has happened meanwhile."""

    def decide(table: Table) -> Step:
        seat = table.decider
        if seat is None or table.game_seq != answers or not table.is_for_bot():
            raise Settled
        return made(table, move, "bot" if seat.kind == "bot" else "standin", "", "")

    return decide


def lapse(answers: int) -> Decision:
    """The time of the one who must choose has run out."""

    def decide(table: Table) -> Step:
        deadline = table.deadline()
        if table.decider is None or deadline is None or table.game_seq != answers:
            raise Settled
        if now() < deadline:
            raise Settled
        return Step(Lapsed(table.decider.colour), change={"due_at": now()})

    return decide


def answer_of(table: Table, who: Identity, key: str) -> tuple[int, str]:
    """What is answered to a request that was met: the number of its event, and the move."""
    found = table.answers.get((who.id, key))
    if found is None:
        raise Problem(
            500,
            "lost",
            "Something went wrong",
            "The reply to this request was lost. Please reload the page.",
        )
    return found
