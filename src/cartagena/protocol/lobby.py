"""The lobby: public tables to join or to watch, and the tables where it is your turn."""

import msgspec

from cartagena.protocol.table import TableInfo


class LobbyTable(TableInfo, kw_only=True):
    """A public table in the lobby."""

    owner_present: bool
    """True if the owner, who alone can start the game, is connected."""


class Lobby(msgspec.Struct):
    """Public tables, newest first."""

    waiting: list[LobbyTable]
    """Tables with an open seat."""
    running: list[LobbyTable]
    """Games to watch."""


class MyTurns(msgspec.Struct):
    """The tables where it is the caller's turn."""

    tables: list[str]
    """Ids. The table that has waited longest comes first."""
