"""The path from the start to the goal: places, stretches and pirates."""

from __future__ import annotations

from tests.reference.cards import add, remove
from tests.reference.state import State

MAX_ABOARD = 3


def is_complete(state: State) -> bool:
    """Return True for the Complete Escape, with tunnel, sea and jungle."""
    return bool(state.rules["tunnel"] > 0 and state.rules["jungle"] > 0)


def tunnel_spaces(state: State) -> list[int]:
    """Return the spaces of the tunnel."""
    return list(range(1, 6 * state.rules["tunnel"] + 1))


def jungle_spaces(state: State) -> list[int]:
    """Return the spaces of the jungle, whose numbers follow those of the tunnel."""
    first = 6 * state.rules["tunnel"] + 1
    return list(range(first, first + 6 * state.rules["jungle"]))


def start(state: State) -> str:
    """Return the place where all pirates begin."""
    return "jail" if state.rules["tunnel"] > 0 else "sloop"


def goal(state: State) -> str:
    """Return the place that all pirates must reach."""
    return "cove" if state.rules["jungle"] > 0 else "sloop"


def places(state: State) -> list[str]:
    """Return all places in the order of the path."""
    all_places = ["jail"] if state.rules["tunnel"] > 0 else []
    all_places += [str(space) for space in tunnel_spaces(state)]
    all_places += ["sloop"]
    all_places += [str(space) for space in jungle_spaces(state)]
    all_places += ["cove"] if state.rules["jungle"] > 0 else []
    return all_places


def places_of(state: State, colour: str) -> list[str]:
    """Return the places where a player has pirates, in the order of the path."""
    standing = state.pirates[colour]
    return [place for place in places(state) if standing.get(place, 0) > 0]


def pirates_at(state: State, colour: str, place: str) -> int:
    """Return the number of pirates of a colour at a place."""
    return state.pirates[colour].get(place, 0)


def standing_on(state: State, space: int) -> int:
    """Return the number of pirates of all colours on a space."""
    return sum(pirates_at(state, colour, str(space)) for colour in state.players)


def symbol_on(state: State, space: int) -> str:
    """Return the symbol of a space."""
    return state.board[space - 1]


def spaces_ahead(state: State, place: str) -> tuple[list[int], str] | None:
    """Return the spaces ahead in the pirate's stretch, nearest first, and the end of the stretch.

    Return None if no pirate can go forward: at the goal, and on the sloop at Cartagena.
    """
    tunnel, jungle = tunnel_spaces(state), jungle_spaces(state)
    if place == goal(state):
        return None
    if place == "jail":
        return tunnel, "sloop"
    if place == "sloop":
        if is_complete(state) and state.sloop_at != "tortuga":
            return None
        return jungle, "cove"
    if int(place) in tunnel:
        return [space for space in tunnel if space > int(place)], "sloop"
    return [space for space in jungle if space > int(place)], "cove"


def spaces_behind(state: State, place: str) -> list[int]:
    """Return the spaces behind in the pirate's stretch, nearest first.

    Ruling 3: the goal may be left backwards if the rules say so. Ruling 18: nobody goes back over
    the sea. Ruling 19: the sloop at Cartagena is not the goal of the Complete Escape.
    """
    tunnel, jungle = tunnel_spaces(state), jungle_spaces(state)
    if place == goal(state) and not state.rules["leave_goal"]:
        return []
    if place == start(state):
        return []
    if place == "cove":
        return jungle[::-1]
    if place == "sloop":
        if is_complete(state) and state.sloop_at != "cartagena":
            return []
        return tunnel[::-1]
    stretch = tunnel if int(place) in tunnel else jungle
    return [space for space in stretch if space < int(place)][::-1]


def ways_to_gain_cards(state: State, place: str, forward: bool) -> str:
    """Return `retreat`, `morgan` or `both`, as played on the stretch of a move from this place.

    The sloop belongs to the jungle for a pirate that goes forward, to the tunnel for one that
    goes back.
    """
    if place == "jail" or (place == "sloop" and not forward):
        return str(state.rules["tunnel_cards"])
    if place in ("sloop", "cove") or int(place) in jungle_spaces(state):
        return str(state.rules["jungle_cards"])
    return str(state.rules["tunnel_cards"])


def may_arrive(state: State, colour: str, end: str, how_many: int = 1) -> bool:
    """Return True if this many pirates may leave their stretch for its end.

    Only boarding in the Complete Escape has conditions: the sloop lies at Cartagena (ruling 21)
    and no more than three of a colour are aboard.
    """
    if end == "sloop" and is_complete(state):
        aboard = pirates_at(state, colour, "sloop")
        return state.sloop_at == "cartagena" and aboard + how_many <= MAX_ABOARD
    return True


def move_pirate(state: State, colour: str, origin: str, target: str) -> None:
    """Move a pirate. A colour with all pirates at the goal wins."""
    remove(state.pirates[colour], origin)
    add(state.pirates[colour], target)
    if pirates_at(state, colour, goal(state)) == sum(state.pirates[colour].values()):
        state.winner = colour
        state.over = True
