"""The heading: the game, whose turn it is, the actions left and the pending decision."""

from __future__ import annotations

from cartagena.picture.model import PictureModel
from cartagena.picture.pirates import PAINT
from cartagena.picture.sentences import actions, decision, turn
from cartagena.picture.sheet import EDGE, RIGHT
from cartagena.picture.svg_writer import (
    CREAM,
    GOLD,
    GOLD_DARK,
    INK,
    breadth,
    circle,
    group,
    path,
    rect,
    title,
    use,
    write,
)

HEIGHT = 84.0


def _pips(table: PictureModel, x: float) -> str:
    """Draw a coin for each action of the turn: bright if it is left, an empty ring if it is spent."""
    parts = [title(actions(table))]
    total = max(table.most_actions, table.actions_left)
    for i in range(total):
        cx = x + i * 30
        if i < table.actions_left:
            parts.append(circle(cx, 0, 11.5, GOLD, stroke=GOLD_DARK, stroke_width=2))
            parts.append(circle(cx, 0, 7.4, stroke=GOLD_DARK, stroke_width=1.2))
            parts.append(
                path(
                    f"M{cx:.1f} -4.6V4.6M{cx - 3.4:.1f} -1H{cx + 3.4:.1f}",
                    stroke=GOLD_DARK,
                    stroke_width=1.6,
                )
            )
        else:
            parts.append(circle(cx, 0, 11, "#22303c", stroke="#5d6b76", stroke_width=2))
    return group(*parts, class_="actions", data_count=str(table.actions_left))


def banner(table: PictureModel) -> str:
    """Draw the heading over the board."""
    who = table.winner or table.turn
    says, still = turn(table), decision(table)
    playing = table.winner is None and not table.over
    total = max(table.most_actions, table.actions_left)
    pips_width = (total * 30 + 14) if playing else 0
    w = max(breadth(says, 21, bold=True), breadth(still, 14)) + 74 + pips_width
    left = RIGHT - w
    mid = HEIGHT / 2
    parts = [
        write("Cartagena", EDGE, 46, 34, fill=CREAM, bold=True, serif=True),
        write(f"{table.edition} edition · {table.rules.title()}", EDGE + 2, 69, 15, fill="#c9b98f"),
        rect(
            left,
            12,
            w,
            HEIGHT - 24,
            "#22303c",
            rx=30,
            stroke=PAINT[who] if table.winner or playing else "#5d6b76",
            stroke_width=4,
        ),
    ]
    if table.winner or playing:
        parts.append(use(f"pirate-{who}", left + 20, 19, 30, 45))
    parts.append(
        write(says, left + 62, mid - 3 if still else mid + 7, 21, fill=CREAM, bold=True, serif=True)
    )
    if still:
        parts.append(write(still, left + 62, mid + 17, 14, fill="#f1d690"))
    if playing:
        parts.append(group(_pips(table, RIGHT - 26 - (total - 1) * 30), at=(0, mid)))
    return group(*parts, class_="banner", stroke_linejoin="round", color=INK)
