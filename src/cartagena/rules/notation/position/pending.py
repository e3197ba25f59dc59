"""Reading the pending decision of a position: only those that a game can come to."""

from typing import Any, Final

from cartagena.errors import CartagenaError
from cartagena.rules.components import HAND_LIMIT, LANTERN, RUM
from cartagena.rules.notation.position.context import Given
from cartagena.rules.notation.position.writer import PENDING
from cartagena.rules.state import DISCARD, DRAWN, GIVE, KEEP, PUT, TAKE
from cartagena.validation import known_keys, mapping, one_of, truth, whole

_CODES: Final[dict[str, int]] = {name: code for code, name in PENDING.items()}
_KEYS: Final = {
    TAKE: ("from",),
    KEEP: ("spell", "left", "cards"),
    GIVE: ("to", "cards"),
    PUT: ("cards",),
}


def read_pending(given: Given) -> None:
    """Set the decision that is due, if one is; hands and actions must be there already."""
    if not given.has("pending"):
        return
    pending = mapping(given.values["pending"], "pending")
    kind = one_of(pending.get("kind"), "The kind of pending", tuple(_CODES))
    code = _CODES[kind]
    known_keys(pending, f"A pending {kind}", ("kind", "seat", "dark", *_KEYS.get(code, ())))
    if code == DISCARD and not given.rules.filibusters:
        raise CartagenaError("Forced discards happen only with Filibusters.")
    if code != DISCARD and not given.rules.magic:
        raise CartagenaError("Spells are cast only with Black Magic Woman.")
    state = given.state
    state["pending"] = code
    state["decider"] = given.seat(pending.get("seat"), "The seat of pending")
    state["dark"] = truth(pending.get("dark", code == DISCARD), "dark")
    if state["dark"] and not given.rules.filibusters:
        raise CartagenaError("Dark cards are told apart only with Filibusters.")
    if int(state["actions_left"]) == given.rules.most_actions:
        raise CartagenaError("A decision is pending only after an action has begun.")
    if code == DISCARD:
        _check_discard(given)
    elif state["decider"] != state["active"]:
        raise CartagenaError("The seat of a pending spell is the player whose turn it is.")
    _read_spell(given, code, pending)


def _check_discard(given: Given) -> None:
    state, players = given.state, len(given.colours)
    active, decider = int(state["active"]), int(state["decider"])
    if decider == active or state["hand_size"][decider] <= HAND_LIMIT or not state["dark"]:
        raise CartagenaError(
            f"Only another player with more than {HAND_LIMIT} cards must discard, after a dark card."
        )
    seat = (active + 1) % players
    while seat != decider:
        if state["hand_size"][seat] > HAND_LIMIT:
            raise CartagenaError(
                f"Discards go clockwise: {given.colours[seat]} comes before "
                f"{given.colours[decider]}."
            )
        seat = (seat + 1) % players


def _read_spell(given: Given, code: int, pending: dict[str, Any]) -> None:
    state = given.state
    drawn = int(state["hand_size"][DRAWN])
    if code in (KEEP, GIVE, PUT) and not drawn:
        raise CartagenaError(f"A pending {PENDING[code]} needs the drawn cards under 'cards'.")
    if code in (TAKE, GIVE):
        key = "from" if code == TAKE else "to"
        state["other"] = given.seat(pending.get(key), f"{key} in pending")
        if state["other"] == state["active"]:
            raise CartagenaError(f"{key} in pending must be another player.")
    if code == KEEP:
        _read_keep(given, pending, drawn)
    elif code == GIVE:
        state["spell"] = RUM
        receivers = (int(state["active"]) - int(state["other"])) % len(given.colours)
        if drawn > receivers:
            raise CartagenaError(f"{drawn} cards cannot be given to {receivers} players.")
    elif code == PUT:
        state["spell"] = LANTERN
        if drawn > 3:
            raise CartagenaError("A lantern puts back at most three cards.")


def _read_keep(given: Given, pending: dict[str, Any], drawn: int) -> None:
    spell = one_of(pending.get("spell"), "spell", ("rum", "lantern"))
    if spell == "lantern":
        number, most, total = LANTERN, 1, 4
    else:
        number, most, total = RUM, 2, len(given.colours) + 1
    left = whole(pending.get("left", most), "left", 1, most)
    if drawn > total - (most - left) or left > drawn:
        raise CartagenaError(f"{drawn} drawn cards do not fit a {spell} with {left} to keep.")
    given.state["spell"] = number
    given.state["left"] = left
