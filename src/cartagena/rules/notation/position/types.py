"""Types of positions and of what a seat sees of them: plain mappings, ready for JSON.

`Game.position()` returns a `Position`, `Game.view()` a `SeatView`. `docs/positions.md` explains
every key. Colours, cards, symbols and places are names, such as `red`, `rum*` and `jail`.
"""

from typing import Any, Literal, NotRequired, TypedDict

PendingKind = Literal["take", "keep", "give", "put", "hook", "parrots", "discard"]
"""The kinds of decision that a move can leave open."""

Shore = Literal["cartagena", "tortuga"]
"""A shore where the sloop of the Complete Escape can lie."""

CardCounts = dict[str, int]
"""The number of cards of each kind. Kinds without cards are left out."""

_PendingFrom = TypedDict("_PendingFrom", {"from": NotRequired[str]})


class PendingDecision(_PendingFrom):
    """A decision that must be taken before the turn continues."""

    kind: PendingKind
    seat: str
    """The player who decides."""
    to: NotRequired[str]
    """The player who gets the card (`give`). `from` is the player who loses it (`take`)."""
    spell: NotRequired[Literal["rum", "lantern"]]
    left: NotRequired[int]
    """The number of cards still to be kept (`keep`)."""
    cards: NotRequired[CardCounts]
    """The drawn cards, as far as they are known."""
    count: NotRequired[int]
    """The number of drawn cards. Only views have it, since they may hide the cards."""
    dark: NotRequired[Literal[True]]
    """Present if a dark card was played, so that the Filibusters come next."""


class Setting(TypedDict):
    """The part of a position that never changes during a game."""

    rules: dict[str, Any]
    """All options of the rules: see `Rules.to_mapping`."""
    board: list[str]
    """The symbol of each space, in order."""
    players: list[str]
    """The colours in seat order."""


class PublicState(TypedDict):
    """The common part of positions and views. Hands in a view show only the known cards."""

    pirates: dict[str, dict[str, int]]
    """For each colour, the number of its pirates on each place."""
    hands: dict[str, CardCounts]
    row: NotRequired[list[str]]
    """The open row, if the rules have one. The first card is the next to be taken."""
    discard: CardCounts
    turn: str
    actions_left: int
    sloop_at: NotRequired[Shore]
    """Present only in the Complete Escape, like `free_sail` and `sailed`."""
    free_sail: NotRequired[bool]
    sailed: NotRequired[bool]
    pending: PendingDecision | None
    winner: str | None
    over: bool
    turns: int
    idle: int
    """The number of turns in a row in which nobody could do or draw anything."""
    deck_top: dict[str, list[str]]
    """Cards that a lantern put on the deck, from the top, under the colour that knows them."""


class OpenPosition(Setting, PublicState):
    """A game at one moment with all cards open, as a replay shows it."""

    deck: CardCounts
    chests: NotRequired[dict[str, str]]
    """The unopened chests by space. Present only with Black Magic Woman, like the next two lists."""
    chest_box: NotRequired[list[str]]
    chests_opened: NotRequired[list[str]]


class Position(OpenPosition):
    """A whole game at one moment. `Game.from_position` continues from it."""

    generator: list[int]
    """The state of the random number generator."""
    memory: dict[str, dict[str, CardCounts]]
    """For each observer, the cards that it knows in the hand of each owner."""


class SeatUpdate(PublicState):
    """The part of a `SeatView` that changes during a game."""

    viewer: str | None
    """The seat that sees this, or None for what everybody sees."""
    hand_sizes: dict[str, int]
    deck_size: int
    chests: NotRequired[dict[str, None]]
    """The spaces with an unopened chest. Only with Black Magic Woman."""
    chests_opened: NotRequired[list[str]]


class SeatView(Setting, SeatUpdate):
    """Everything that one seat, or a spectator, may know of a game."""
