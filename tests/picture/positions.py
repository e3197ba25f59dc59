"""Sample positions and views of every kind of table."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tools.examples import EXAMPLES

Position = dict[str, Any]

COLOURS = ["blue", "red", "green", "yellow", "purple"]
SYMBOLS_2017 = ["weapons", "rum", "lantern", "parrot", "hook", "chest"]

# The official example position: 2000, Tortuga, blue to move.
EXAMPLE: Position = EXAMPLES["official"] | {
    "rules": {"edition": "2000", "hands": "open", "supply": "row", "tunnel": 6, "jungle": 0},
    "deck": None,
    "discard": {"bottle": 3, "hat": 5, "key": 11, "dagger": 2},
    "turn": "blue",
    "actions_left": 3,
    "winner": None,
    "over": False,
    "turns": 14,
    "idle": 0,
    "pending": None,
}


def tiles(count: int) -> list[str]:
    """Return a 2017 board: the same six symbols on each tile, rotated by one."""
    return [SYMBOLS_2017[(i + tile) % 6] for tile in range(count) for i in range(6)]


def fresh(players: int, tunnel: int, jungle: int, pirates: int = 6, **extra: Any) -> Position:
    """Return a 2017 game before the first move."""
    start = "jail" if tunnel else "sloop"
    seats = COLOURS[:players]
    position: Position = {
        "rules": {"edition": "2017", "tunnel": tunnel, "jungle": jungle, "pirates": pirates},
        "board": tiles(tunnel + jungle),
        "players": seats,
        "pirates": {colour: {start: pirates} for colour in seats},
        "hands": {colour: dict.fromkeys(SYMBOLS_2017, 1) for colour in seats},
        "row": [],
        "deck": dict.fromkeys(SYMBOLS_2017, 17 - players),
        "discard": {},
        "turn": seats[0],
        "actions_left": 3,
        "winner": None,
        "over": False,
        "turns": 0,
        "idle": 0,
        "pending": None,
    }
    if tunnel and jungle:
        position |= {"sloop_at": "cartagena", "free_sail": False, "sailed": False}
    return position | extra


def busy(position: Position) -> Position:
    """Return the same game later: pirates on the path, three on one space, some home."""
    position = deepcopy(position)
    last = len(position["board"])
    goal = "cove" if position["rules"]["jungle"] else "sloop"
    for seat, colour in enumerate(position["players"]):
        crew = position["rules"]["pirates"]
        places = [str(1 + (7 * i + 3 * seat) % last) for i in range(crew - 2)]
        stand = dict.fromkeys(places, 1) | {goal: crew - len(set(places))}
        position["pirates"][colour] = stand
    position["discard"] = {"weapons": 4, "rum": 2, "chest": 13}
    position["actions_left"] = 2
    return position


def complete(at: str, players: int = 4, tunnel: int = 3, jungle: int = 3) -> Position:
    """Return a Complete Escape with the sloop at a shore and pirates aboard."""
    position = fresh(players, tunnel, jungle, sloop_at=at, free_sail=True)
    position["rules"] |= {"tunnel_cards": "morgan", "jungle_cards": "both"}
    last = str(6 * (tunnel + jungle))
    for seat, colour in enumerate(position["players"]):
        aboard = 1 + seat % 3
        position["pirates"][colour] = {"jail": 1, str(7 + seat): 1, "sloop": aboard, last: 0}
        position["pirates"][colour]["cove"] = 4 - aboard
    position["discard"] = {"hook": 6, "parrot": 1}
    return position


def everything(players: int = 5) -> Position:
    """Return a game with all variants: dark cards, chests and a decision about drawn cards."""
    position = complete("tortuga", players, 4, 4)
    position["rules"] |= {"filibusters": True, "magic": True}
    for seat, colour in enumerate(position["players"]):
        hand = {"weapons": 2, "rum": 1, "hook": 3, "chest": 1}
        if seat % 2:
            hand = {"weapons*": 1, "rum*": 1, "lantern": 2, "parrot": 2, "hook": 1, "hook*": 2}
        position["hands"][colour] = hand
    chests = [i + 1 for i, symbol in enumerate(position["board"]) if symbol == "chest"]
    values = ["1", "1", "2", "2", "3", "3", "empty", "snake"]
    position["chests"] = {str(s): v for s, v in zip(chests, values, strict=True) if s != chests[1]}
    position["chest_box"] = []
    position["pending"] = {
        "kind": "keep",
        "seat": 0,
        "spell": "rum",
        "left": 2,
        "cards": {"rum": 1, "hook*": 1, "parrot": 2, "weapons": 2},
    }
    position["discard"] = {"weapons": 4, "weapons*": 1, "rum*": 1, "lantern": 8, "chest": 13}
    return position


def view(position: Position, seat: int) -> Position:
    """Return a seat's view of a game with hidden hands, with one remembered card."""
    view = deepcopy(position)
    viewer = view["players"][seat]
    view["hand_sizes"] = {colour: sum(hand.values()) for colour, hand in view["hands"].items()}
    for colour, hand in view["hands"].items():
        if colour != viewer:
            view["hands"][colour] = {next(iter(hand)): 1} if colour == view["players"][-1] else {}
    view["deck_size"] = sum((view.pop("deck") or {}).values())
    view["deck_top"] = {viewer: ["rum", "rum"]} if view["deck_size"] else {}
    view["viewer"] = viewer
    if "chests" in view:
        view["chests"] = dict.fromkeys(view["chests"])
        del view["chest_box"]
        view["opened"] = ["1"]
    pending = view["pending"]
    if pending and "cards" in pending:
        pending["count"] = sum(pending["cards"].values())
        if pending["seat"] != seat:
            pending["cards"] = {}
    return view


def won(position: Position) -> Position:
    """Return the same table after its first player has won."""
    position = deepcopy(position)
    winner = position["players"][0]
    goal = "cove" if position["rules"]["jungle"] else "sloop"
    position["pirates"][winner] = {goal: sum(position["pirates"][winner].values())}
    return position | {"winner": winner, "over": True, "actions_left": 1, "pending": None}


def decisions() -> list[Position]:
    """Return a position for each kind of pending decision."""
    kinds: list[dict[str, Any]] = [
        {"kind": "take", "seat": 0, "from": 1},
        {"kind": "keep", "seat": 0, "spell": "lantern", "left": 1, "cards": {"rum": 2, "hook": 2}},
        {"kind": "give", "seat": 0, "to": 2, "cards": {"rum": 1}},
        {"kind": "put", "seat": 0, "cards": {"rum": 1, "parrot": 2}},
        {"kind": "hook", "seat": 0},
        {"kind": "parrots", "seat": 0},
        {"kind": "discard", "seat": 1, "dark": True},
    ]
    return [everything(3) | {"pending": kind} for kind in kinds]


SAMPLES: dict[str, Position] = {
    "example": EXAMPLE,
    "jamaica": EXAMPLE | {"rules": {"edition": "2000"}, "row": []},
    "tortuga by name": EXAMPLE | {"rules": "tortuga"},
    "escape": busy(fresh(3, 6, 0)),
    "escape, two actions": busy(fresh(2, 6, 0))
    | {"rules": fresh(2, 6, 0)["rules"] | {"most_actions": 2}},
    "island": busy(fresh(4, 0, 6)),
    "island start": fresh(5, 0, 6),
    "short": busy(fresh(2, 4, 0, 4)),
    "five": busy(fresh(4, 5, 0, 5)),
    "seven": busy(fresh(5, 0, 7)),
    "long": busy(fresh(5, 8, 0)),
    "complete at cartagena": complete("cartagena"),
    "complete at tortuga": complete("tortuga", 5),
    "complete 5 and 3": complete("cartagena", 2, 5, 3),
    "complete 3 and 5": complete("tortuga", 3, 3, 5),
    "complete 4 and 3": complete("tortuga", 3, 4, 3),
    "everything": everything(),
    "everything seen": view(everything(), 1),
    "everything seen by the caster": view(everything(4), 0),
    "escape seen": view(busy(fresh(5, 6, 0)), 2),
    "no cards left": EXAMPLE | {"hands": {}, "deck": {}, "row": [], "discard": {}},
    "won": won(EXAMPLE),
    "won on the island": won(busy(fresh(3, 0, 6))),
    "nobody wins": busy(fresh(2, 6, 0)) | {"over": True},
    **{f"decision: {p['pending']['kind']}": p for p in decisions()},
}
