"""The legal moves as a numbered list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cartagena.rules.notation.moves import Move

_HEADINGS = {
    "advance": "advance",
    "retreat": "go back",
    "morgan": "Morgan",
    "weapons": "spells",
    "rum": "spells",
    "lantern": "spells",
    "parrots": "spells",
    "hook": "spells",
    "chest": "spells",
    "sail": "or",
    "pass": "or",
    "skip": "or",
}


_ORDER = ("choose", "advance", "go back", "Morgan", "spells", "or")


def _heading(move: Move) -> str:
    return _HEADINGS.get(move.kind, "choose")


def in_order(moves: Iterable[Move]) -> list[Move]:
    """The moves as they are listed: by kind, and within a kind as they come."""
    return sorted(moves, key=lambda move: _ORDER.index(_heading(move)))


def menu(moves: Sequence[Move], width: int = 80) -> str:
    """The moves under the headings of their kinds, numbered, in columns."""
    groups: dict[str, list[str]] = {}
    for number, move in enumerate(moves, 1):
        groups.setdefault(_heading(move), []).append(f"{number:>3} {move}")
    margin = max(map(len, groups), default=0) + 2
    column = max((len(entry) for group in groups.values() for entry in group), default=0) + 2
    per_line = max(1, (width - margin) // column)
    lines = []
    for heading, entries in groups.items():
        for start in range(0, len(entries), per_line):
            label = heading if start == 0 else ""
            cells = "".join(entry.ljust(column) for entry in entries[start : start + per_line])
            lines.append(f"{label:>{margin}}{cells}".rstrip())
    return "\n".join(lines)
