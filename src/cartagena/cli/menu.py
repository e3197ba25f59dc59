"""The legal moves as a numbered list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cartagena.rules.notation import Move

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


def menu(moves: Sequence[Move], width: int = 80) -> str:
    """The moves by kind, numbered as they come in `moves`, in columns."""
    groups: dict[str, list[str]] = {}
    for number, move in enumerate(moves, 1):
        entry = f"{number:>3} {move}"
        groups.setdefault(_HEADINGS.get(move.kind, "choose"), []).append(entry)
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
