"""The way from the start to the goal: places, stretches, who stands where, what lies ahead."""

from __future__ import annotations

from tests.reference.cards import add, remove
from tests.reference.state import State

MAX_ABOARD = 3


def is_complete(state: State) -> bool:
    """Is it the Complete Escape, with tunnel, sea and jungle?"""
    return bool(state.rules["tunnel"] > 0 and state.rules["jungle"] > 0)


def tunnel_spaces(state: State) -> list[int]:
    """The spaces of the tunnel."""
    return list(range(1, 6 * state.rules["tunnel"] + 1))


def jungle_spaces(state: State) -> list[int]:
    """The spaces of the jungle, numbered on after the tunnel."""
    first = 6 * state.rules["tunnel"] + 1
    return list(range(first, first + 6 * state.rules["jungle"]))


def start(state: State) -> str:
    """Where all pirates begin."""
    return "jail" if state.rules["tunnel"] > 0 else "sloop"


def goal(state: State) -> str:
    """Where all pirates of a player must arrive."""
    return "cove" if state.rules["jungle"] > 0 else "sloop"


def places(state: State) -> list[str]:
    """All places in the order of the way."""
    all_places = ["jail"] if state.rules["tunnel"] > 0 else []
    all_places += [str(space) for space in tunnel_spaces(state)]
    all_places += ["sloop"]
    all_places += [str(space) for space in jungle_spaces(state)]
    all_places += ["cove"] if state.rules["jungle"] > 0 else []
    return all_places


def places_of(state: State, colour: str) -> list[str]:
    """The places where a player has pirates, in the order of the way."""
    standing = state.pirates[colour]
    return [place for place in places(state) if standing.get(place, 0) > 0]


def pirates_at(state: State, colour: str, place: str) -> int:
    """How many pirates of a colour stand at a place."""
    return state.pirates[colour].get(place, 0)


def standing_on(state: State, space: int) -> int:
    """How many pirates of all colours stand on a space."""
    return sum(pirates_at(state, colour, str(space)) for colour in state.players)


def symbol_on(state: State, space: int) -> str:
    """The symbol of a space."""
    return state.board[space - 1]


def spaces_ahead(state: State, place: str) -> tuple[list[int], str] | None:
    """The spaces ahead in the pirate's stretch, nearest first, and where the stretch ends.

    None where nobody can go forward: the goal, and a sloop at Cartagena in the Complete Escape.
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
    """The spaces behind in the pirate's stretch, nearest first.

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
    """`retreat`, `morgan` or `both`: how the stretch that a move from this place uses is played.

    The sloop belongs to the jungle for a pirate that goes forward, to the tunnel for one that
    goes back.
    """
    if place == "jail" or (place == "sloop" and not forward):
        return str(state.rules["tunnel_cards"])
    if place in ("sloop", "cove") or int(place) in jungle_spaces(state):
        return str(state.rules["jungle_cards"])
    return str(state.rules["tunnel_cards"])


def may_arrive(state: State, colour: str, end: str, how_many: int = 1) -> bool:
    """May so many pirates leave the last space of their stretch for its end?

    Only boarding in the Complete Escape has conditions: the sloop lies at Cartagena (ruling 21)
    and no more than three of a colour are aboard.
    """
    if end == "sloop" and is_complete(state):
        aboard = pirates_at(state, colour, "sloop")
        return state.sloop_at == "cartagena" and aboard + how_many <= MAX_ABOARD
    return True


def move_pirate(state: State, colour: str, origin: str, target: str) -> None:
    """Move one pirate. All pirates of a colour at the goal win at once."""
    remove(state.pirates[colour], origin)
    add(state.pirates[colour], target)
    if pirates_at(state, colour, goal(state)) == sum(state.pirates[colour].values()):
        state.winner = colour
        state.over = True
