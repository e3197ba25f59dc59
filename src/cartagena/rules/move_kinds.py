"""Every kind of move: how it is written, what it reveals, and the sentence that describes it.

Notation, command line, server and, through the server's catalogue, the browser read this table.
The rules themselves define what a move does.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal, get_args

from cartagena.rules.components import COLOURS, MAX_SPACES, SYMBOLS
from cartagena.rules.messages import Message

Heading = Literal["choose", "advance", "retreat", "morgan", "spell", "turn"]
HEADINGS: Final[tuple[Heading, ...]] = get_args(Heading)
"""The headings of a list of moves, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveKind:
    """The facts that all moves of one kind share."""

    name: str
    pattern: str
    """Its notation. Words in capitals are gaps: CARD, SYMBOL, COLOUR, FROM, TO, SPACE."""
    heading: Heading
    symbol: str = ""
    """The only symbol that CARD can have, or an empty string for any."""
    runs: bool = False
    """True if a pirate of the player advances by a card."""
    draws: bool = False
    """True if cards go from the supply to the hand of the player."""
    hides: bool = False
    """True if not everybody may see its card."""
    reveals: bool = False
    """True if it shows a player something hidden, so that it cannot be undone."""
    sentence: str
    """A sentence about it. Gaps are `{who}`, `{card}`, `{from}`, `{to}` and `{other}`."""
    brief: str
    """A few words for it, such as `play {card}, {from} → {to}`. `{who}` is the other player."""

    @property
    def verb(self) -> str:
        """Return its first word, or an empty string if it begins with a card."""
        first = self.pattern.split(" ")[0]
        return first if first.islower() else ""

    @property
    def is_step(self) -> bool:
        """Return True if it answers a decision that another move began."""
        return self.heading == "choose"

    @property
    def is_spell(self) -> bool:
        """Return True if a card is played for its spell."""
        return self.heading == "spell"


MOVE_KINDS: Final = {
    kind.name: kind
    for kind in (
        MoveKind(
            name="advance",
            pattern="CARD FROM-TO",
            heading="advance",
            runs=True,
            sentence="{who} plays {card}: {from} → {to}.",
            brief="play {card}, {from} → {to}",
        ),
        MoveKind(
            name="retreat",
            pattern="back FROM-TO",
            heading="retreat",
            draws=True,
            sentence="{who} goes back: {from} → {to}.",
            brief="go back, {from} → {to}",
        ),
        MoveKind(
            name="morgan",
            pattern="morgan COLOUR FROM-TO",
            heading="morgan",
            draws=True,
            sentence="{who} helps {other} forward: {from} → {to}.",
            brief="help {who} forward, {from} → {to}",
        ),
        MoveKind(
            name="sail",
            pattern="sail",
            heading="turn",
            sentence="{who} sails the sloop across.",
            brief="sail",
        ),
        MoveKind(
            name="pass",
            pattern="pass",
            heading="turn",
            sentence="{who} ends the turn.",
            brief="end the turn",
        ),
        MoveKind(
            name="skip",
            pattern="skip",
            heading="turn",
            draws=True,
            reveals=True,
            sentence="{who} skips the turn.",
            brief="skip the turn and draw a card",
        ),
        # The spells of Black Magic Woman.
        MoveKind(
            name="weapons",
            pattern="CARD! COLOUR",
            symbol="weapons",
            heading="spell",
            reveals=True,
            sentence="{who}: Black Magic Woman! Weapons: look at the hand of {other}.",
            brief="use the weapons spell on {who}",
        ),
        MoveKind(
            name="rum",
            pattern="CARD!",
            symbol="rum",
            heading="spell",
            reveals=True,
            sentence="{who}: Black Magic Woman! Rum: cards for everyone.",
            brief="use the {card} spell",
        ),
        MoveKind(
            name="lantern",
            pattern="CARD!",
            symbol="lantern",
            heading="spell",
            reveals=True,
            sentence="{who}: Black Magic Woman! Lantern: look at the next cards.",
            brief="use the {card} spell",
        ),
        MoveKind(
            name="parrots",
            pattern="CARD+CARD!",
            symbol="parrot",
            heading="spell",
            sentence="{who}: Black Magic Woman! Two parrots count as another card.",
            brief="use the {card} spell",
        ),
        MoveKind(
            name="hook",
            pattern="CARD!",
            symbol="hook",
            heading="spell",
            sentence="{who}: Black Magic Woman! Hook: move two pirates together.",
            brief="use the {card} spell",
        ),
        MoveKind(
            name="chest",
            pattern="CARD! SPACE",
            symbol="chest",
            heading="spell",
            draws=True,
            reveals=True,
            sentence="{who}: Black Magic Woman! Opens the chest on {from}.",
            brief="use the chest spell on {from}",
        ),
        # The steps of decisions.
        MoveKind(
            name="take",
            pattern="take CARD",
            heading="choose",
            hides=True,
            reveals=True,
            sentence="{who} takes {card}.",
            brief="take {card}",
        ),
        MoveKind(
            name="keep",
            pattern="keep CARD",
            heading="choose",
            hides=True,
            reveals=True,
            sentence="{who} keeps {card}.",
            brief="keep {card}",
        ),
        MoveKind(
            name="give",
            pattern="give CARD COLOUR",
            heading="choose",
            hides=True,
            reveals=True,
            sentence="{who} gives {card} to {other}.",
            brief="give {card} to {who}",
        ),
        MoveKind(
            name="put",
            pattern="put CARD",
            heading="choose",
            hides=True,
            reveals=True,
            sentence="{who} puts {card} back on top.",
            brief="put {card} back",
        ),
        MoveKind(
            name="with",
            pattern="with CARD FROM-TO",
            heading="choose",
            runs=True,
            sentence="{who} adds {card} and moves two pirates together: {from} → {to}.",
            brief="play {card}, {from} → {to}",
        ),
        MoveKind(
            name="as",
            pattern="as SYMBOL FROM-TO",
            heading="choose",
            runs=True,
            sentence="{who} plays the parrots as {card}: {from} → {to}.",
            brief="play {card}, {from} → {to}",
        ),
        MoveKind(
            name="discard",
            pattern="discard CARD",
            heading="choose",
            reveals=True,
            sentence="{who} discards {card}.",
            brief="discard {card}",
        ),
    )
}
"""The kinds of move by name."""

OUTCOMES: Final = {
    "cards": Message("Draws {cards}."),
    "drawn": Message("Draws {count} card.", "Draws {count} cards."),
    "empty": Message("The chest is empty."),
    "snake": Message("A snake chases the pirate back!"),
}
"""The effect of a move: the cards drawn if they are known, or their number, or an empty chest."""

VERBS: Final = frozenset(kind.verb for kind in MOVE_KINDS.values() if kind.verb)
"""The words with which a move can begin, if it does not begin with a card."""

_SYMBOLS: Final = "|".join(symbol for symbols in SYMBOLS.values() for symbol in symbols)
_SPACE: Final = "|".join(str(space) for space in range(1, MAX_SPACES + 1))
_PLACE: Final = f"jail|sloop|cove|{_SPACE}"


def compile_pattern(kind: MoveKind) -> re.Pattern[str]:
    """Return the pattern of a kind as a regular expression with a group for each part."""
    symbol = kind.symbol or _SYMBOLS
    gaps = {
        "CARD": rf"(?P<card>(?:{symbol})\*?)",
        "SYMBOL": rf"(?P<card>{symbol})",
        "COLOUR": f"(?P<colour>{'|'.join(COLOURS)})",
        "FROM": f"(?P<origin>{_PLACE})",
        "TO": f"(?P<target>{_PLACE})",
        "SPACE": f"(?P<origin>{_SPACE})",
    }
    pattern = (
        re.escape(kind.pattern)
        .replace(r"\ ", " ")
        .replace(r"CARD\+CARD", rf"CARD\+(?:{symbol})\*?")
    )
    return re.compile(re.sub("[A-Z]+", lambda gap: gaps[gap.group()], pattern))


PATTERNS: Final = {name: compile_pattern(kind) for name, kind in MOVE_KINDS.items()}
"""The regular expressions of all kinds, by name."""


def parts_of(text: str) -> tuple[str, dict[str, str]] | None:
    """Return the kind of a move in notation and its parts by name, or None if it is not a move."""
    for name, pattern in PATTERNS.items():
        match = pattern.fullmatch(text)
        if match:
            return name, match.groupdict()
    return None
