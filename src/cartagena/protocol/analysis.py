"""The document of an analysis: plain mappings, ready for JSON. See docs/analysis.md.

`cartagena.analysis` writes it without msgspec, so these are TypedDicts.
"""

from typing import Any, Literal, NotRequired, TypedDict

from cartagena.rules.reasons import HintReason

Chances = dict[str, list[float]]
"""For each colour, the chance of winning and the bounds of its 95 % interval."""


class EvaluatorInfo(TypedDict):
    """The evaluator that estimated the chances."""

    name: str
    net: str
    temperature: float


class Candidate(TypedDict):
    """A move that was compared, with its chance of winning and the standard error."""

    move: str
    chance: float
    error: float


class AnalysedMove(TypedDict):
    """A move of the game, and how it changed the chances."""

    number: int
    seat: str
    move: str
    choices: int
    """Number of legal moves."""
    chances: Chances
    """The chances after the move."""
    play: dict[str, float]
    """The change of each chance that is due to the decision."""
    luck: dict[str, float]
    """The change of each chance that is due to the cards drawn."""
    better: str | None
    """A better move, if the difference is clear."""
    loss: float
    """The chance of winning that the move gave away."""
    loss_error: float
    bot: str | None
    """The move that the bot of `--bot` would have played."""
    candidates: list[Candidate]


class SeatAnalysis(TypedDict):
    """The change of a seat's chance from the start of the game to its end."""

    start: float
    own_play: float
    others_play: float
    own_luck: float
    others_luck: float
    luck_error: float
    reevaluation: float
    """The change that is due to re-evaluation alone."""
    end: float
    mistakes: int
    lost_by_mistakes: float


class MomentDocument(TypedDict):
    """A moment that decided the game: a mistake, or luck."""

    number: int
    """The number of the move."""
    kind: Literal["decision", "luck"]
    seat: str
    move: str
    change: float
    """The change of the seat's chance of winning."""
    error: float
    other: str
    """The better move. After a draw, the best move that the cards made possible."""
    reasons: list[HintReason]
    """Reasons for the other move."""
    drawn: list[str]
    """The cards that were drawn."""
    found: Literal["", "empty", "snake"]
    """The token of a chest without cards."""


class AnalysisDocument(TypedDict):
    """The analysis of a finished game."""

    format: Literal["cartagena-analysis"]
    version: int
    record: dict[str, Any]
    winner: str | None
    simulations: int
    seed: int
    bot: str | None
    evaluator: EvaluatorInfo
    start: Chances
    moves: list[AnalysedMove]
    seats: dict[str, SeatAnalysis]
    moments: NotRequired[list[MomentDocument]]
    """The moments that decided the game, in order."""
