"""Everything that may happen next at a table: requests of three people, the server, and time."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from cartagena.protocol import requests
from cartagena.server.storage.identities import Identity
from cartagena.server.tables import away, chat, moves, owner_actions, seats
from cartagena.server.tables.decisions import Decision
from cartagena.server.tables.table import Table

OWNER: Final = Identity("a" * 16, "Anna")
GUEST: Final = Identity("b" * 16, "Bert")
STRANGER: Final = Identity("c" * 16, "Cleo")
PEOPLE: Final = (OWNER, GUEST, STRANGER)
COLOURS: Final = ("blue", "red")
REMATCH: Final = "rematch"
VACATION_MS: Final = 2500


class Step(NamedTuple):
    """A decision, and who asks for it: a person, or the server if there is none."""

    name: str
    decide: Decision
    who: Identity | None = None


def steps(table: Table, key: str) -> Iterator[Step]:
    """Return everything that may be asked for. Most of it is refused."""
    yield from _server(table)
    for who in PEOPLE:
        yield from _seats(who, key)
        yield from _game(table, who, key)
        if not table.chat:
            yield Step("say", chat.say(requests.Say(text="Ahoy!", key=key), who), who)
    yield from _owner(table, key)


def _seats(who: Identity, key: str) -> Iterator[Step]:
    yield Step("join", seats.join(requests.Join(key=key), who), who)
    for colour in COLOURS:
        yield Step(f"leave {colour}", seats.leave(colour, who, key), who)
        yield Step(f"return {colour}", seats.return_to(colour, who, key), who)


def _game(table: Table, who: Identity, key: str) -> Iterator[Step]:
    seq = table.game_seq
    for wanted in (True, False):
        yield Step("pause", moves.pause(requests.Pause(paused=wanted, key=key), who), who)
    yield Step("undo", moves.undo(requests.Undo(seq, key), who), who)
    yield Step("end turn", moves.end_turn(requests.EndTurn(seq, key), who), who)
    if table.game is None or table.game.over or table.game.decider not in table.seats_of(who.id):
        yield Step("play", moves.play(requests.Play("pass", seq, key), who), who)
        return
    windows: tuple[requests.UndoWindowLength | None, ...] = (None, "briefly", "until-ended")
    for move in sample_moves(table):
        for window in windows:
            request = requests.Play(move, seq, key, window)
            yield Step(f"play {move} {window}", moves.play(request, who), who)
    yield Step("stale", moves.play(requests.Play(move, max(0, seq - 1), key), who), who)


def sample_moves(table: Table) -> list[str]:
    """Return the first and the last legal move."""
    assert table.game is not None
    legal = [move.text for move in table.game.legal_moves]
    return list(dict.fromkeys((legal[0], legal[-1])))


def _owner(table: Table, key: str) -> Iterator[Step]:
    yield Step("start", seats.start(OWNER, key), OWNER)
    for colour in COLOURS:
        yield Step(f"remove {colour}", owner_actions.remove(colour, OWNER, key), OWNER)
    yield Step("remove", owner_actions.remove("blue", GUEST, key), GUEST)
    yield Step("close", owner_actions.close(OWNER, key), OWNER)
    bot = requests.SetSeat(kind="bot", level="drunk", key=key)
    yield Step("bot", seats.set_seat("red", bot, OWNER), OWNER)
    yield Step("open", seats.set_seat("red", requests.SetSeat(kind="open", key=key), OWNER), OWNER)
    for muted in (True, False):
        mute = requests.Mute(whom=GUEST.id, muted=muted, for_all=True, key=key)
        yield Step("mute", chat.mute_for_all(mute, OWNER), OWNER)
    if table.status == "finished":
        yield Step("rematch", seats.note_rematch(REMATCH, GUEST, key), GUEST)


def _server(table: Table) -> Iterator[Step]:
    for who in (OWNER, GUEST):
        # A vacation that ends between the seconds after which the next steps follow.
        until = table.decision_started_at + VACATION_MS
        yield Step(f"{who.name} away", away.set_away(who.id, until))
        yield Step(f"{who.name} back", away.set_away(who.id, 0))
    yield Step("time out", moves.time_out(table.game_seq))
    yield Step("forced step", moves.forced_step(table.game_seq))
    if table.game is not None and not table.game.over:
        for move in sample_moves(table):
            yield Step(f"bot {move}", moves.bot_move(move, table.game_seq))
