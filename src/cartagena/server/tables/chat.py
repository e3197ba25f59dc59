"""Decisions about chat: writing a line, and muting a person."""

from cartagena.protocol.requests import GUESTS, Mute, Say
from cartagena.server.errors import Forbidden, Invalid
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.decisions import AlreadyDone, Decision, once
from cartagena.server.tables.events import Event, Muted, Said
from cartagena.server.tables.owner_actions import check_owner
from cartagena.server.tables.sanitize import clean_chat, looks_like
from cartagena.server.tables.table import Table


def say(request: Say, who: Identity) -> Decision:
    """Write a line, as a player, or as a spectator of a table that can be watched."""

    def decide(table: Table, _now: int) -> Event:
        seats = table.seats_of(who.id)
        if not seats and not table.setup.spectators:
            raise Forbidden("Only players can chat here.")
        if not seats and GUESTS in table.muted_for_all:
            raise Forbidden("Only players can chat here.")
        if who.id in table.muted_for_all:
            raise Forbidden("The host has muted you.")
        seat = table.seat(seats[0]) if seats else None
        name = who.name if seat is None else seat.name
        if seat is None and any(
            looks_like(name, other.name) for other in table.seats if other.name
        ):
            raise Forbidden("A player here has this name. Change yours to write.")
        text = clean_chat(request.text)
        return Said(who.id, name, text, seats[0] if seats else "", request.key or "")

    return once(decide, who, request.key, Said)


def check_present(table: Table, whom: str, who: Identity) -> None:
    """Raise `Invalid` unless `whom` is another person who sits or has written at the table."""
    people = {seat.identity for seat in table.seats} | {line.identity for _, _, line in table.chat}
    if whom not in people - {"", who.id}:
        raise Invalid("That player isn’t at this table.")


def mute_for_all(request: Mute, who: Identity) -> Decision:
    """Mute or unmute a person, or all guests, for everybody, as the owner."""

    def decide(table: Table, _now: int) -> Event:
        check_owner(table, who)
        if request.muted == (request.whom in table.muted_for_all):
            raise AlreadyDone
        if request.whom != GUESTS:
            check_present(table, request.whom, who)
        return Muted(who.id, request.whom, request.muted, request.key or "")

    return once(decide, who, request.key, Muted)
