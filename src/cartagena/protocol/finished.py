"""Finished games: the proof of fair shuffles, and the analysis."""

from typing import Any, Literal

import msgspec


class Proof(msgspec.Struct):
    """What shows that nobody chose the shuffles; the secret only once the game is over."""

    scheme: str
    table: str
    commitment: str
    seat_entropy: dict[str, str]
    server_entropy_seats: list[str]
    secret: str | None


class AnalysisState(msgspec.Struct):
    """How far the analysis of a finished game has come, and the result when it is there."""

    status: Literal["none", "running", "done", "failed"]
    done: int = 0
    total: int = 0
    analysis: dict[str, Any] | None = None
