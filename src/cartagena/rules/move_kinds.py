"""Every kind of move, once: how it is written, what it shows, and under which heading it stands.

Notation, terminal, server, explanations and (through the catalogue of the server) the browser
take what they know of a kind from here. What a move does is told by the rules themselves.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal, get_args

from cartagena.rules.components import COLOURS, MAX_SPACES, SYMBOLS

Heading = Literal["choose", "advance", "retreat", "morgan", "spell", "turn"]
HEADINGS: Final[tuple[Heading, ...]] = get_args(Heading)
"""The headings of a list of moves, in the order in which they come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveKind:
    """What is known of all moves of one kind."""

    name: str
    form: str
    """How it is written. Words in capitals are gaps: CARD, SYMBOL, COLOUR, FROM, TO, SPACE."""
    heading: Heading
    symbol: str = ""
    """The one symbol that CARD can have; any if empty."""
    runs: bool = False
    """Whether a pirate of its maker runs forward by a card."""
    draws: bool = False
    """Whether cards come from the supply to the hand of its maker."""
    hides: bool = False
    """Whether its card is one that not everybody may see."""
    reveals: bool = False
    """Whether it shows somebody what was hidden, so that it cannot be taken back."""

    @property
    def verb(self) -> str:
        """The word with which it begins; empty where that is a card."""
        first = self.form.split(" ")[0]
        return first if first.islower() else ""

    @property
    def is_step(self) -> bool:
        """Whether it answers a decision that another move began."""
        return self.heading == "choose"

    @property
    def is_spell(self) -> bool:
        """Whether a card is played for its spell."""
        return self.heading == "spell"


_SPELL: Final[Heading] = "spell"

MOVE_KINDS: Final = {
    kind.name: kind
    for kind in (
        MoveKind(name="advance", form="CARD FROM-TO", heading="advance", runs=True),
        MoveKind(name="retreat", form="back FROM-TO", heading="retreat", draws=True),
        MoveKind(name="morgan", form="morgan COLOUR FROM-TO", heading="morgan", draws=True),
        MoveKind(name="sail", form="sail", heading="turn"),
        MoveKind(name="pass", form="pass", heading="turn"),
        MoveKind(name="skip", form="skip", heading="turn", draws=True, reveals=True),
        # The spells of Black Magic Woman.
        MoveKind(
            name="weapons", form="CARD! COLOUR", symbol="weapons", heading=_SPELL, reveals=True
        ),
        MoveKind(name="rum", form="CARD!", symbol="rum", heading=_SPELL, reveals=True),
        MoveKind(name="lantern", form="CARD!", symbol="lantern", heading=_SPELL, reveals=True),
        MoveKind(name="parrots", form="CARD+CARD!", symbol="parrot", heading=_SPELL),
        MoveKind(name="hook", form="CARD!", symbol="hook", heading=_SPELL),
        MoveKind(
            name="chest",
            form="CARD! SPACE",
            symbol="chest",
            heading=_SPELL,
            draws=True,
            reveals=True,
        ),
        # The steps of decisions.
        MoveKind(name="take", form="take CARD", heading="choose", hides=True, reveals=True),
        MoveKind(name="keep", form="keep CARD", heading="choose", hides=True, reveals=True),
        MoveKind(name="give", form="give CARD COLOUR", heading="choose", hides=True, reveals=True),
        MoveKind(name="put", form="put CARD", heading="choose", hides=True, reveals=True),
        MoveKind(name="with", form="with CARD FROM-TO", heading="choose", runs=True),
        MoveKind(name="as", form="as SYMBOL FROM-TO", heading="choose", runs=True),
        MoveKind(name="discard", form="discard CARD", heading="choose", reveals=True),
    )
}
"""The kinds by name."""

VERBS: Final = frozenset(kind.verb for kind in MOVE_KINDS.values() if kind.verb)
"""The words with which a move may begin, beside cards."""

_SYMBOLS: Final = "|".join(symbol for symbols in SYMBOLS.values() for symbol in symbols)
_SPACE: Final = "|".join(str(space) for space in range(1, MAX_SPACES + 1))
_PLACE: Final = f"jail|sloop|cove|{_SPACE}"


def _pattern(kind: MoveKind) -> re.Pattern[str]:
    """The form of a kind as a regular expression with a group for each part."""
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
        re.escape(kind.form).replace(r"\ ", " ").replace(r"CARD\+CARD", rf"CARD\+(?:{symbol})\*?")
    )
    return re.compile(re.sub("[A-Z]+", lambda gap: gaps[gap.group()], pattern))


_PATTERNS: Final = {name: _pattern(kind) for name, kind in MOVE_KINDS.items()}


def parts_of(text: str) -> tuple[str, dict[str, str]] | None:
    """The kind of move that is written so, and its parts by name; None if it is none."""
    for name, pattern in _PATTERNS.items():
        found = pattern.fullmatch(text)
        if found:
            return name, found.groupdict()
    return None
