"""The numbered list of legal moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cartagena.rules.move_kinds import HEADINGS, MOVE_KINDS, Heading

if TYPE_CHECKING:
    from cartagena.rules.notation.moves import Move

_LABELS: dict[Heading, str] = {
    "choose": "choose",
    "advance": "advance",
    "retreat": "go back",
    "morgan": "Morgan",
    "spell": "spells",
    "turn": "or",
}


def _heading(move: Move) -> Heading:
    return MOVE_KINDS[move.kind].heading


def in_order(moves: Iterable[Move]) -> list[Move]:
    """Sort moves by heading, keeping the order within a heading."""
    return sorted(moves, key=lambda move: HEADINGS.index(_heading(move)))


def menu(moves: Sequence[Move], width: int = 80) -> str:
    """Format the moves in numbered columns under their headings."""
    groups: dict[str, list[str]] = {}
    for number, move in enumerate(moves, 1):
        groups.setdefault(_LABELS[_heading(move)], []).append(f"{number:>3} {move}")
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
