"""The players' panels: colour, pirates home, cards, and whose turn it is."""

from __future__ import annotations

from cartagena.picture.cards import HIGH, STACK, lines, piles
from cartagena.picture.model import PictureModel
from cartagena.picture.pirates import PAINT, SHADE
from cartagena.picture.sentences import name, plural
from cartagena.picture.sheet import EDGE, RIGHT
from cartagena.picture.svg_writer import (
    CREAM,
    GOLD,
    INK,
    PARCHMENT,
    breadth,
    group,
    path,
    rect,
    title,
    use,
    write,
)

_GAP = 12.0
_HEAD = 46.0


def _width(table: PictureModel) -> float:
    count = max(3, len(table.players))
    return (RIGHT - EDGE - _GAP * (count - 1)) / count


def _stacks(table: PictureModel) -> tuple[int, float]:
    """Return the number of stacks of cards per line, at least six, and their distance."""
    width = _width(table) - 15
    count = max(6, int(width // STACK))
    return count, min(STACK, width / count)


def height(table: PictureModel) -> float:
    """Return the height of the panels, which depends on the longest hand."""
    deep = max(lines(table.hands[c], table.unknown[c], _stacks(table)[0]) for c in table.players)
    return _HEAD + 44 + deep * (HIGH + 8) + 8


def _flag(words: str, right: float) -> str:
    w = breadth(words, 12, bold=True) + 16
    return rect(right - w, 13, w, 21, GOLD, rx=10.5, stroke=INK, stroke_width=1.3) + write(
        words, right - w / 2, 28, 12, anchor="middle", bold=True
    )


def _home(table: PictureModel, colour: str, w: float) -> str:
    home, crew = table.home(colour), table.crew(colour)
    step = 19.0 if w > 260 else 17.0
    parts = [title(f"{home} of {plural(crew, 'pirate')} home")]
    for i in range(crew):
        x, y = 18 + i * step, _HEAD + 34
        faint = None if i < home else 0.2
        parts.append(use(f"pirate-{colour}", x - 9, y - 27, 18, 27, opacity=faint))
    parts.append(write(f"{home} home", 14 + crew * step, _HEAD + 28, 12.5, fill="#5b4a2f"))
    size = plural(table.cards(colour), "card")
    parts.append(write(size, w - 14, _HEAD + 28, 12.5, fill="#5b4a2f", anchor="end", bold=True))
    return group(*parts, class_="home", data_count=str(home))


def _panel(table: PictureModel, colour: str, w: float, h: float) -> str:
    active = table.turn == colour and not table.over and table.winner is None
    won = table.winner == colour
    lit = active or won
    ink = INK if colour == "yellow" else CREAM
    parts = [
        rect(0, 0, w, h, PARCHMENT, rx=12),
        path(f"M0 {_HEAD}V12Q0 0 12 0H{w - 12:.1f}Q{w:.1f} 0 {w:.1f} 12V{_HEAD}Z", PAINT[colour]),
        rect(
            0, 0, w, h, rx=12, stroke=GOLD if lit else SHADE[colour], stroke_width=5 if lit else 2
        ),
        use(f"pirate-{colour}", 12, 5, 25, 37.5),
        write(name(colour), 46, 31, 20, fill=ink, bold=True, serif=True),
    ]
    if table.viewer == colour:
        x = 60 + breadth(name(colour), 20, bold=True)
        parts.append(write("you", x, 31, 13, fill=ink, font_style="italic"))
    pending = table.pending
    if won:
        parts.append(_flag("wins!", w - 12))
    elif pending and pending.seat == colour and table.winner is None:
        parts.append(_flag("decides", w - 12))
    elif active:
        parts.append(_flag("to move", w - 12))
    parts.append(_home(table, colour, w))
    hand = table.hands[colour]
    if table.cards(colour):
        parts.append(piles(hand, table.unknown[colour], 9, _HEAD + 46, *_stacks(table)))
    else:
        parts.append(
            write(
                "no cards",
                w / 2,
                _HEAD + 76,
                13,
                fill="#8a7650",
                anchor="middle",
                font_style="italic",
            )
        )
    return group(*parts, class_="player", data_colour=colour)


def panels(table: PictureModel, top: float) -> str:
    """Draw all players side by side in seat order."""
    w, h = _width(table), height(table)
    used = len(table.players) * (w + _GAP) - _GAP
    left = (EDGE + RIGHT - used) / 2
    return "".join(
        group(_panel(table, colour, w, h), at=(left + i * (w + _GAP), top))
        for i, colour in enumerate(table.players)
    )
