"""The supply: deck, open row with its arrow, pending drawn cards and discards."""

from __future__ import annotations

from cartagena.picture.cards import HIGH, STACK, WIDE, card, lines, piles
from cartagena.picture.model import PictureModel
from cartagena.picture.sentences import plural
from cartagena.picture.sheet import EDGE, RIGHT
from cartagena.picture.svg_writer import GOLD, INK, group, path, rect, title, use, write

_LABEL = "#d8c9a6"
_ROW_STEP = 40.0
_PAD = 16.0


def _label(words: str) -> str:
    return write(words, 0, 14, 13, fill=_LABEL, bold=True)


def _deck(table: PictureModel) -> tuple[float, str]:
    parts = [title(f"the deck: {plural(table.deck, 'card')}"), _label("Deck")]
    layers = min(5, -(-table.deck // 20))
    parts += [
        use("back", i * 2.2, 26 + (layers - 1 - i) * 2.2, WIDE * 1.2, HIGH * 1.2)
        for i in range(layers)
    ]
    if not table.deck:
        parts.append(
            rect(
                1,
                27,
                WIDE * 1.2,
                HIGH * 1.2,
                rx=5,
                stroke=_LABEL,
                stroke_width=1.4,
                stroke_dasharray="4 4",
            )
        )
    parts.append(write(str(table.deck), 62, 64, 22, fill="#fff8e7", bold=True))
    width = 104.0
    for at, name in enumerate(table.deck_top):
        parts.append(card(name, width, 34))
        parts.append(write(f"{at + 1}.", width + WIDE / 2, 96, 12, fill=_LABEL, anchor="middle"))
        width += STACK
    return width, group(*parts, class_="deck", data_count=str(table.deck))


def _row(cards: tuple[str, ...]) -> tuple[float, str]:
    arrow = group(
        title("cards are taken from this end"),
        rect(0.7, 0.7, WIDE - 1.4, HIGH - 1.4, "#33495a", rx=4.5, stroke=GOLD, stroke_width=1.4),
        path("M28 20H17V12L6 24L17 36V28H28Z", GOLD, stroke=INK, stroke_width=1.2),
        at=(0, 34),
    )
    faces = "".join(
        group(title(name), card(name, WIDE + 8 + i * _ROW_STEP, 34)) for i, name in enumerate(cards)
    )
    width = WIDE + 8 + max(12, len(cards)) * _ROW_STEP
    return width, group(_label("Open row"), arrow, faces, class_="row")


def _pile(
    words: str, cards: dict[str, int], unknown: int, per_line: int, kind: str
) -> tuple[float, str]:
    count = sum(cards.values()) + unknown
    body = piles(cards, unknown, 0, 34, per_line)
    if not count:
        body = rect(
            1, 35, WIDE, HIGH, rx=5, stroke=_LABEL, stroke_width=1.4, stroke_dasharray="4 4"
        )
    stacks = min(per_line, len(cards) + bool(unknown))
    heading = f"{words} · {count}" if count else words
    width = max(stacks * STACK, 9.0 * len(heading))
    return width, group(_label(heading), body, class_=kind, data_count=str(count))


def _discards_per_line(table: PictureModel) -> int:
    """Return the stacks of discards per line: all twelve kinds, unless an open row needs the width."""
    return 12 if table.row is None else 6


def height(table: PictureModel) -> float:
    """Return the height of the supply."""
    deep = lines(table.discard, 0, _discards_per_line(table))
    if table.pending:
        deep = max(deep, lines(table.pending.cards, table.pending.unknown, 4))
    return 100.0 + (deep - 1) * (HIGH + 8)


def supply(table: PictureModel, top: float) -> str:
    """Draw the supply, as wide as the board."""
    parts = [_deck(table)]
    if table.row is not None:
        parts.append(_row(table.row))
    pending = table.pending
    if pending and (pending.cards or pending.unknown):
        parts.append(_pile("Drawn", pending.cards, pending.unknown, 4, "drawn"))
    parts.append(_pile("Discards", table.discard, 0, _discards_per_line(table), "discard"))
    free = RIGHT - EDGE - 2 * _PAD - sum(width for width, _ in parts)
    space = min(90.0, free / max(1, len(parts) - 1))
    x = EDGE + _PAD + (free - space * (len(parts) - 1)) / 2
    placed = []
    for width, drawing in parts:
        placed.append(group(drawing, at=(x, top)))
        x += width + space
    return group(*placed, class_="supply")
