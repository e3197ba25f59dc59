"""Read the pending decision of a position. Only decisions that a game can reach are valid."""

from typing import Any, Final

from cartagena.errors import CartagenaError
from cartagena.rules.components import HAND_LIMIT, LANTERN, RUM
from cartagena.rules.notation.position.context import PositionContext
from cartagena.rules.notation.position.writer import PENDING
from cartagena.rules.state import DISCARD, DRAWN, GIVE, KEEP, PUT, TAKE
from cartagena.validation import check_keys, read_bool, read_choice, read_int, read_mapping

_CODES: Final[dict[str, int]] = {name: code for code, name in PENDING.items()}
_KEYS: Final = {
    TAKE: ("from",),
    KEEP: ("spell", "left", "cards"),
    GIVE: ("to", "cards"),
    PUT: ("cards",),
}


def read_pending(context: PositionContext) -> None:
    """Set the pending decision, if there is one. Hands and actions must be set before."""
    if not context.has("pending"):
        return
    pending = read_mapping(context.values["pending"], "pending")
    kind = read_choice(pending.get("kind"), "The kind of pending", tuple(_CODES))
    code = _CODES[kind]
    check_keys(pending, f"A pending {kind}", ("kind", "seat", "dark", *_KEYS.get(code, ())))
    if code == DISCARD and not context.rules.filibusters:
        raise CartagenaError("Forced discards happen only with Filibusters.")
    if code != DISCARD and not context.rules.magic:
        raise CartagenaError("Spells are cast only with Black Magic Woman.")
    state = context.state
    state["pending"] = code
    state["decider"] = context.seat(pending.get("seat"), "The seat of pending")
    state["dark"] = read_bool(pending.get("dark", code == DISCARD), "dark")
    if state["dark"] and not context.rules.filibusters:
        raise CartagenaError("dark is allowed only with Filibusters.")
    if int(state["actions_left"]) == context.rules.most_actions:
        raise CartagenaError("A decision can be pending only after an action has begun.")
    if code == DISCARD:
        _check_discard(context)
    elif state["decider"] != state["active"]:
        raise CartagenaError("The seat of a pending spell must be the player whose turn it is.")
    _read_spell(context, code, pending)


def _check_discard(context: PositionContext) -> None:
    state, players = context.state, len(context.colours)
    active, decider = int(state["active"]), int(state["decider"])
    if decider == active or state["hand_size"][decider] <= HAND_LIMIT or not state["dark"]:
        raise CartagenaError(
            f"Only other players with more than {HAND_LIMIT} cards discard, and only after a dark card."
        )
    seat = (active + 1) % players
    while seat != decider:
        if state["hand_size"][seat] > HAND_LIMIT:
            raise CartagenaError(
                f"Discards go clockwise: {context.colours[seat]} comes before "
                f"{context.colours[decider]}."
            )
        seat = (seat + 1) % players


def _read_spell(context: PositionContext, code: int, pending: dict[str, Any]) -> None:
    state = context.state
    drawn = int(state["hand_size"][DRAWN])
    if code in (KEEP, GIVE, PUT) and not drawn:
        raise CartagenaError(f"A pending {PENDING[code]} needs the drawn cards under 'cards'.")
    if code in (TAKE, GIVE):
        key = "from" if code == TAKE else "to"
        state["other"] = context.seat(pending.get(key), f"{key} in pending")
        if state["other"] == state["active"]:
            raise CartagenaError(f"{key} in pending must be another player.")
    if code == KEEP:
        _read_keep(context, pending, drawn)
    elif code == GIVE:
        state["spell"] = RUM
        receivers = (int(state["active"]) - int(state["other"])) % len(context.colours)
        if drawn > receivers:
            raise CartagenaError(f"{drawn} cards cannot be given to {receivers} players.")
    elif code == PUT:
        state["spell"] = LANTERN
        if drawn > 3:
            raise CartagenaError("A lantern puts back at most three cards.")


def _read_keep(context: PositionContext, pending: dict[str, Any], drawn: int) -> None:
    spell = read_choice(pending.get("spell"), "spell", ("rum", "lantern"))
    if spell == "lantern":
        number, most, total = LANTERN, 1, 4
    else:
        number, most, total = RUM, 2, len(context.colours) + 1
    left = read_int(pending.get("left", most), "left", 1, most)
    if drawn > total - (most - left) or left > drawn:
        raise CartagenaError(f"{drawn} drawn cards do not fit a {spell} with {left} to keep.")
    context.state["spell"] = number
    context.state["left"] = left
