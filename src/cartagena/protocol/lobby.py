"""The lobby: public tables to join or to watch, and where it is the sender's turn."""

import msgspec

from cartagena.protocol.table import TableInfo


class LobbyTable(TableInfo, kw_only=True):
    """A public table, and whether its owner is there: only the owner can start the game."""

    owner_present: bool


class Lobby(msgspec.Struct):
    """Public tables, the newest first: those with an open seat, and games that can be watched."""

    waiting: list[LobbyTable]
    running: list[LobbyTable]


class MyTurns(msgspec.Struct):
    """The tables where it is the sender's turn, by id; where the others wait longest comes first."""

    tables: list[str]
