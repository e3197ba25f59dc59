"""Finished games: the proof of fair shuffles, the replay and the analysis."""

from typing import Literal

import msgspec

from cartagena.protocol.analysis import AnalysisDocument
from cartagena.rules.notation.position.types import OpenPosition


class Proof(msgspec.Struct):
    """The proof that nobody chose the shuffles."""

    scheme: str
    table: str
    commitment: str
    """The SHA-256 of the secret."""
    seat_entropy: dict[str, str]
    """The random value of each seat."""
    server_entropy_seats: list[str]
    """The seats whose value the server derived from its secret."""
    secret: str | None
    """Null until the game is over, and with it all other tables with the same deal."""
    contributions: dict[str, list[str]] | msgspec.UnsetType = msgspec.UNSET
    """At tables with equal deals: the contributions of all of them, by seat. The random value of a
    seat combines them."""


class ReplayStep(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A position of a finished game with open hands, and the move that led to it."""

    seat: str | None
    """Null for the deal, like `move`."""
    move: str | None
    position: OpenPosition
    jumped: tuple[str, ...] = ()
    """The spaces that the pirate jumped over."""
    drawn: int = 0
    """The number of cards drawn."""
    found: Literal["", "empty", "snake"] = ""
    """The token of a chest without cards."""
    by_server: bool = False
    """True if the server made the move, because it was forced."""


class AnalysisState(msgspec.Struct):
    """The progress of an analysis, and its result once it is done."""

    status: Literal["none", "running", "done", "failed"]
    done: int = 0
    """Moves analysed so far."""
    total: int = 0
    analysis: AnalysisDocument | None = None
