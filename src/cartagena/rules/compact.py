"""Compact action and observation spaces: only what games by certain rules use.

The full spaces are the same for all rules: 1,344 actions and 936 numbers. Jamaica for two needs 268 actions
and fewer than half of the numbers. A `CompactSpace` lists what is left. It is a superset of what can
occur: it may list an action that is never legal, but never misses one that is.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cartagena.rules.actions import (
    ACTIONS,
    ADVANCE,
    CHOOSE,
    MORGAN,
    OPEN_CHEST,
    PASS,
    RETREAT,
    SAIL,
    SKIP,
    SPELL_RUM,
    TABLE,
)
from cartagena.rules.components import DARK, EDITION_NUMBERS, GOAL, KINDS, SEATS, SLOOP, START
from cartagena.rules.observation import FIELDS, SIZE
from cartagena.rules.options import Rules

_BITS: Final = 64
_MAGIC_ONLY: Final = ("chests", "opened", "top", "spell", "cards_left")
_COMPLETE_ONLY: Final = ("sloop_at", "free_sail", "sailed", "aboard")
_DECISIONS_ONLY: Final = ("other", "pending")
"""Without dark cards and spells, only the player whose turn it is decides, always about a whole action."""
_PER_SEAT: Final = ("start", "aboard", "home", "seat", "active", "decider", "other")
_CONSTANT: Final = (
    *("symbols", "playing", "edition_2017", "tiles", "pirates_each", "fewest_actions"),
    *("most_actions", "open_hands", "open_row", "leave_goal", "empty_hand_skip", "jail_in_tunnel"),
    *("stuck_skip", "retreat", "morgan", "filibusters", "magic"),
)
"""Fields that never change. The symbols of the board differ between games, so they are kept."""


@dataclass(frozen=True, slots=True)
class CompactSpace:
    """The actions and the numbers of an observation that games under some rules can use."""

    actions: NDArray[np.int64]
    """The full number of each compact action, in ascending order."""
    columns: NDArray[np.int64]
    """The full index of each number of a compact observation, in ascending order."""

    def to_compact(self, action: int) -> int:
        """Return the compact number of an action. Raises `ValueError` if it has none."""
        index = int(np.searchsorted(self.actions, action))
        if index == len(self.actions) or self.actions[index] != action:
            raise ValueError(f"action {action} never occurs under these rules")
        return index


@cache
def compact_space(rules: Rules, players: int) -> CompactSpace:
    """Return the compact spaces of all games under these rules with this number of players."""
    return CompactSpace(_actions(rules, players), _columns(rules, players))


def _kinds(rules: Rules) -> range:
    """Return the kinds of cards. Dark ones differ from the others only if an option uses them."""
    if rules.is_small:
        return range(EDITION_NUMBERS[rules.edition])
    return range(KINDS if rules.filibusters or rules.magic else DARK)


def _actions(rules: Rules, players: int) -> NDArray[np.int64]:
    used = np.zeros(ACTIONS, bool)
    places = [START, *range(1, rules.spaces + 1), GOAL]
    if rules.is_complete:
        places.append(SLOOP)
    rows = [RETREAT, *(ADVANCE + kind for kind in _kinds(rules))]
    if rules.tunnel_cards != "retreat" or rules.jungle_cards != "retreat":
        rows += range(MORGAN, MORGAN + players)
    if rules.magic:
        rows += [OPEN_CHEST, OPEN_CHEST + 1]
    for row in rows:
        used[[_BITS * row + place for place in places]] = True
    table = [PASS, SKIP]
    if rules.is_complete:
        table.append(SAIL)
    if rules.magic:
        table += range(SPELL_RUM, CHOOSE)
    if rules.magic or rules.filibusters:
        table += range(CHOOSE, CHOOSE + KINDS)
    used[[_BITS * TABLE + bit for bit in table]] = True
    return np.flatnonzero(used)


def _columns(rules: Rules, players: int) -> NDArray[np.int64]:
    used = np.zeros(SIZE, bool)
    begin = 0
    for name, (shape, _) in FIELDS.items():
        size = int(np.prod(shape))
        part = used[begin : begin + size].reshape(shape)
        _mark_field(part, name, rules, players)
        begin += size
    return np.flatnonzero(used)


def _mark_field(part: NDArray[np.bool_], name: str, rules: Rules, players: int) -> None:
    """Mark the used numbers of one field. `part` has the shape of the field."""
    kinds = _kinds(rules)
    decisions = rules.magic or rules.filibusters
    dropped = (
        (name in _CONSTANT and name != "symbols")
        or (name in _MAGIC_ONLY and not rules.magic)
        or (name in _COMPLETE_ONLY and not rules.is_complete)
        or (name in _DECISIONS_ONLY and not decisions)
        or (name == "dark" and not rules.filibusters)
        or (name == "row" and rules.supply != "row")
        or (name == "turns_left" and not rules.turn_limit)
    )
    if dropped:
        return
    seats = list(range(players))
    match name:
        case "symbols":
            part[: min(len(kinds), len(part)), : rules.spaces] = True
        case "pirates":
            part[:players, : rules.spaces] = True
        case "hands" | "hand_sizes":
            # The last row holds cards that a spell has drawn.
            rows = [*seats, SEATS] if rules.magic else seats
            part[rows] = True
            if name == "hands":
                part[:, len(kinds) :] = False
        case "row" | "top":
            part[:, : len(kinds)] = True
        case "discards":
            part[: len(kinds)] = True
        case "chests":
            part[: rules.tiles] = True
        case _ if name in _PER_SEAT:
            part[:players] = True
        case _:
            part[...] = True
