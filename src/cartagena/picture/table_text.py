"""The whole table as plain text, at most 80 columns wide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from textwrap import wrap
from typing import Any

from cartagena.picture.model import PictureModel
from cartagena.picture.reading import read
from cartagena.picture.sentences import actions, decision, name, turn

COLUMNS = 80
_CELL = 13
# Keeps a number and its card on one line. It becomes a space at the end.
_TIE = "\u00a0"
_LETTER = {"blue": "B", "red": "R", "green": "G", "yellow": "Y", "purple": "P"}


def _rule(words: str) -> str:
    return f"── {words} ".ljust(COLUMNS, "─")


def _crew(crew: Iterable[tuple[str, int]]) -> str:
    return "  ".join(_LETTER[colour] * count for colour, count in crew) or "nobody"


def _cards(cards: Mapping[str, int], unknown: int = 0) -> str:
    parts = [card if count == 1 else f"{count}{_TIE}{card}" for card, count in cards.items()]
    if unknown:
        parts.append(f"{unknown}{_TIE}unknown")
    return ", ".join(parts) or "none"


def _entry(label: str, words: str) -> list[str]:
    """Write a line that begins with a label, wrapped and indented if it is too long."""
    head = f" {label:<9}"
    return wrap(
        words, COLUMNS, initial_indent=head, subsequent_indent=" " * 10, break_long_words=False
    ) or [head.rstrip()]


def _tile(table: PictureModel, first: int) -> list[str]:
    spaces = [str(space) for space in range(first, first + 6)]
    signs, crews = "", ""
    for space in spaces:
        token = "+" if space in table.chests else ""
        signs += f"{space:>3} {table.board[int(space) - 1]}{token}".ljust(_CELL)
        letters = "".join(_LETTER[colour] for colour in table.standing(space))
        crews += f"    {letters}".ljust(_CELL)
    return [signs.rstrip(), crews.rstrip()]


def _stretch(table: PictureModel, first: int, tiles: int) -> list[str]:
    return [line for tile in range(tiles) for line in _tile(table, first + 6 * tile)]


def _sloop(table: PictureModel) -> list[str]:
    where = f"at {table.sloop_at.capitalize()}: " if table.sloop_at else ""
    return _entry("sloop", where + _crew(table.at("sloop")))


def _way(table: PictureModel) -> list[str]:
    lines = []
    if table.tunnel:
        lines += _entry("jail", _crew(table.at("jail")))
        lines.append(_rule("tunnel"))
        lines += _stretch(table, 1, table.tunnel)
        lines.append("─" * COLUMNS)
    lines += _sloop(table)
    if table.jungle:
        lines.append(_rule("jungle"))
        lines += _stretch(table, table.tunnel * 6 + 1, table.jungle)
        lines.append("─" * COLUMNS)
        lines += _entry("cove", _crew(table.at("cove")))
    return lines


def _supply(table: PictureModel) -> list[str]:
    top_cards = "".join(f"; {at}. is {card}" for at, card in enumerate(table.deck_top, 1))
    lines = _entry("deck", f"{table.deck}{top_cards}")
    if table.row is not None:
        lines += _entry("row", "<- " + (" ".join(table.row) or "empty"))
    pending = table.pending
    if pending and (pending.cards or pending.unknown):
        lines += _entry("drawn", _cards(pending.cards, pending.unknown))
    count = sum(table.discard.values())
    return lines + _entry("discards", f"{count}: {_cards(table.discard)}" if count else "none")


def _player(table: PictureModel, colour: str) -> list[str]:
    if table.winner is None and not table.over:
        mark = ">" if colour == table.turn else " "
    else:
        mark = "!" if colour == table.winner else " "
    you = " (you)" if colour == table.viewer else ""
    hand = _cards(table.hands[colour], table.unknown[colour])
    count = table.cards(colour)
    words = (
        f"{table.home(colour)}/{table.crew(colour)} home, {count} card{'' if count == 1 else 's'}"
    )
    label = f"{mark}{_LETTER[colour]} {name(colour)}{you}".ljust(15)
    return wrap(
        f"{words}: {hand}" if count else words,
        COLUMNS,
        initial_indent=f"{label} ",
        subsequent_indent=" " * 16,
    )


def text(position: Mapping[str, Any]) -> str:
    """Write a position or a view as plain text, at most 80 columns wide."""
    table = read(position)
    head = f"CARTAGENA  {table.edition} · {table.rules.title()}"
    says = ", ".join(part for part in (turn(table), actions(table)) if part)
    lines = [*wrap(head, COLUMNS), *wrap(says, COLUMNS)]
    lines += wrap(decision(table), COLUMNS)
    lines += ["", *_way(table), "", *_supply(table), ""]
    for colour in table.players:
        lines += _player(table, colour)
    notes = []
    if table.chests:
        notes.append("+ an unopened chest token")
    if any("*" in line for line in lines):
        notes.append("* a dark card")
    if notes:
        lines += ["", f" {', '.join(notes)}"]
    return "\n".join(lines).replace(_TIE, " ") + "\n"
