"""Decisions about chat: writing a line, and muting somebody."""

from cartagena.protocol.requests import Mute, Say
from cartagena.server.errors import Forbidden, Invalid
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.decisions import AlreadyDone, Decision
from cartagena.server.tables.events import Event, Muted, Said
from cartagena.server.tables.idempotency import once
from cartagena.server.tables.owner_actions import owner_only
from cartagena.server.tables.sanitize import clean_chat
from cartagena.server.tables.table import Table


def say(wanted: Say, who: Identity) -> Decision:
    """Write a line: players, and spectators where the table lets them watch."""

    def decide(table: Table, _now: int) -> Event:
        mine = table.seats_of(who.id)
        if not mine and not table.setup.spectators:
            raise Forbidden("Only players can chat here.")
        if who.id in table.muted_for_all:
            raise Forbidden("The host has muted you.")
        seat = table.seat(mine[0]) if mine else None
        name = who.name if seat is None else seat.name
        text = clean_chat(wanted.text)
        return Said(who.id, name, text, mine[0] if mine else "", wanted.key or "")

    return once(decide, who, wanted.key, Said)


def mute(wanted: Mute, who: Identity) -> Decision:
    """Mute somebody for oneself or, as the owner, for all; or unmute them."""

    def decide(table: Table, _now: int) -> Event:
        if wanted.for_all:
            owner_only(table, who)
            is_muted = wanted.whom in table.muted_for_all
        else:
            is_muted = (who.id, wanted.whom) in table.mutes
        if wanted.muted == is_muted:
            raise AlreadyDone
        known = {seat.identity for seat in table.seats} | {
            said.identity for _, _, said in table.chat
        }
        if wanted.whom not in known - {"", who.id}:
            raise Invalid("That player isn’t at this table.")
        return Muted(who.id, wanted.whom, wanted.muted, wanted.key or "", wanted.for_all)

    return once(decide, who, wanted.key, Muted)
