"""Read a position and check every value."""

from typing import Any, Final

from numpy.typing import NDArray

from cartagena.errors import CartagenaError
from cartagena.rules import batch, position_builder
from cartagena.rules.chance.seeds import SEEDS, WORD, key_words
from cartagena.rules.components import (
    CARDS,
    KINDS,
    LANTERN,
    ROW,
    SYMBOLS,
)
from cartagena.rules.notation.position.board import SHORES, read_board, read_pirates
from cartagena.rules.notation.position.chests import read_chests
from cartagena.rules.notation.position.context import PositionContext
from cartagena.rules.notation.position.memory import read_memory
from cartagena.rules.notation.position.pending import read_pending
from cartagena.rules.options import Rules
from cartagena.rules.state import (
    DRAWN,
    DRAWN_OUT,
    NOBODY,
    PUT,
    TOP_CAPACITY,
    TURN,
    WON,
    new_scratches,
)
from cartagena.validation import (
    check_keys,
    read_bool,
    read_choice,
    read_int,
    read_list,
    read_mapping,
)

_KEYS: Final = (
    *("rules", "board", "players", "pirates", "hands", "row", "deck", "discard", "turn"),
    *("actions_left", "sloop_at", "free_sail", "sailed", "chests", "chest_box", "chests_opened"),
    *("pending", "winner", "over", "turns", "idle", "generator", "memory", "deck_top", "seed"),
)
_NEEDED: Final = ("rules", "board", "players", "pirates", "turn")
_MAX_TURNS: Final = 2_000_000_000
# A lantern can put three cards back at the front of a new row.
_LONGEST_ROW: Final = ROW + 3


def read_position(position: Any) -> PositionContext:
    """Read a position. Raises `CartagenaError` if it is not possible."""
    values = read_mapping(position, "A position")
    check_keys(values, "A position", _KEYS)
    for key in _NEEDED:
        if key not in values:
            raise CartagenaError(f"A position needs the key {key!r}.")
    context = PositionContext(values)
    seed = read_int(values["seed"], "seed", 0, SEEDS - 1) if context.has("seed") else 0
    position_builder.begin(context.states, 0, key_words(seed))
    lay_board(context.states, context.rules, values["board"])
    _read_pirates(context)
    _read_turn(context)
    _read_cards(context)
    _read_sloop(context)
    read_pending(context)
    _check_row(context)
    _check_deck_top(context)
    read_chests(context)
    read_memory(context)
    _read_result(context)
    _read_generator(context)
    if not context.state["result"] and not batch.anything_legal(context.states, 0, new_scratches()):
        raise CartagenaError("The pending decision leaves no legal move.")
    return context


def lay_board(states: NDArray[Any], rules: Rules, symbols: Any) -> None:
    """Set the symbols of the spaces. A tile has each symbol once, in any order."""
    board = read_board(rules, symbols)
    for number, name in enumerate(SYMBOLS[rules.edition]):
        states[0]["symbol"][number] = sum(
            1 << space for space, symbol in enumerate(board, 1) if symbol == name
        )


def _read_pirates(context: PositionContext) -> None:
    standing = read_pirates(context.rules, context.colours, context.values["pirates"])
    numbers = {name: place for place, name in context.vocabulary.places.items()}
    for seat, crew in enumerate(standing.values()):
        for name, count in crew.items():
            for _ in range(count):
                position_builder.put(context.states, 0, seat, numbers[name])


def _read_turn(context: PositionContext) -> None:
    state, values = context.state, context.values
    state["active"] = state["decider"] = context.seat(values["turn"], "turn")
    most = context.rules.most_actions
    state["actions_left"] = read_int(values.get("actions_left", most), "actions_left", 0, most)
    state["turns"] = read_int(values.get("turns", 0), "turns", 0, _MAX_TURNS)
    state["idle"] = read_int(values.get("idle", 0), "idle", 0, len(context.colours))


def _read_cards(context: PositionContext) -> None:
    state = context.state
    hands = context.part("hands")
    check_keys(hands, "hands", context.colours)
    for seat, colour in enumerate(context.colours):
        _hold(context, seat, hands.get(colour), f"the hand of {colour}")
    _hold(context, DRAWN, context.part("pending").get("cards"), "the drawn cards")
    state["discard"] = context.counts(context.values.get("discard"), "discard")
    has_row = context.rules.supply == "row"
    if context.has_where(has_row, "row", "with an open row"):
        row = context.kinds(context.values["row"], "row", _LONGEST_ROW)
        state["row"][: len(row)] = row
        state["row_size"] = len(row)
    state["deck"] = context.counts(context.values.get("deck"), "deck")
    _read_deck_top(context)
    # Too many cards are rejected just below.
    state["deck_size"] = min(int(state["deck"].sum()) + int(state["top_size"]), CARDS)
    _check_cards(context)
    if not context.has("deck"):
        position_builder.fill_deck(context.states, 0)
    if has_row and not context.has("row"):
        position_builder.lay_row(context.states, 0)


def _read_deck_top(context: PositionContext) -> None:
    state, tops = context.state, context.part("deck_top")
    if not any(tops.values()):
        return
    if not context.rules.magic or context.rules.supply == "row":
        raise CartagenaError(
            "deck_top needs a lantern, which is a spell of Black Magic Woman, and a face-down deck."
        )
    if len(tops) > 1:
        raise CartagenaError("deck_top must have one seat: all cards on top come from one lantern.")
    ((colour, cards),) = tops.items()
    top = context.kinds(cards, "deck_top", TOP_CAPACITY)[::-1]
    state["top_seat"] = context.seat(colour, "The seat in deck_top")
    state["top"][: len(top)] = top
    state["top_size"] = len(top)


def _check_deck_top(context: PositionContext) -> None:
    """Check the cards on top: a spell draws them first, and only a lantern puts some back."""
    state = context.state
    top, drawn = int(state["top_size"]), int(state["hand_size"][DRAWN])
    if not top or not drawn:
        return
    if int(state["pending"]) != PUT or state["top_seat"] != state["active"]:
        raise CartagenaError("A pending spell has already drawn the cards on top of the deck.")
    if top + drawn > TOP_CAPACITY:
        raise CartagenaError(f"A lantern can put at most {TOP_CAPACITY} cards on top of the deck.")


def _hold(context: PositionContext, owner: int, cards: Any, what: str) -> None:
    counts = context.counts(cards, what)
    context.state["hand"][owner] = counts
    # Too many cards are rejected later, with a better message.
    context.state["hand_size"][owner] = min(sum(counts), CARDS)


def _check_cards(context: PositionContext) -> None:
    box = [position_builder.cards_of_kind(context.states, 0, kind) for kind in range(KINDS)]
    missing = [position_builder.missing_cards(context.states, 0, kind) for kind in range(KINDS)]
    for card, whole_box, left in zip(context.vocabulary.cards, box, missing, strict=True):
        if left < 0:
            raise CartagenaError(
                f"There are {whole_box - left} {card} cards instead of {whole_box}."
            )
    for card, whole_box, left in zip(context.vocabulary.cards, box, missing, strict=True):
        if left > 0 and context.has("deck"):
            raise CartagenaError(
                f"{left} of the {whole_box} {card} cards are missing. Set deck to null to put all "
                "other cards there."
            )


def _check_row(context: PositionContext) -> None:
    """Check that the row is not longer than a lantern can make it."""
    state = context.state
    by_lantern = int(state["spell"]) == LANTERN
    put_back = int(state["hand_size"][DRAWN]) - int(state["left"]) if by_lantern else 0
    longest = _LONGEST_ROW - put_back if context.rules.magic else ROW
    if int(state["row_size"]) > longest:
        raise CartagenaError(f"The row has at most {longest} cards here.")


def _read_sloop(context: PositionContext) -> None:
    state, rules, values = context.state, context.rules, context.values
    sails = rules.is_complete
    where = "in the Complete Escape"
    if context.has_where(sails, "sloop_at", where):
        state["sloop_at"] = SHORES.index(read_choice(values["sloop_at"], "sloop_at", SHORES))
    if context.has_where(sails, "sailed", where):
        state["sailed"] = read_bool(values["sailed"], "sailed")
    begun = int(state["actions_left"]) < rules.most_actions or bool(state["sailed"])
    captain = sails and not begun and position_builder.is_captain(context.states, 0)
    state["free_sail"] = captain
    if context.has_where(sails, "free_sail", where):
        state["free_sail"] = read_bool(values["free_sail"], "free_sail")
        if state["free_sail"] and not captain:
            raise CartagenaError(
                "free_sail is only for the captain, who has the most pirates aboard, before any "
                "action of the turn."
            )


def _read_result(context: PositionContext) -> None:
    state, rules, values = context.state, context.rules, context.values
    home = [seat for seat in range(len(context.colours)) if state["home"][seat] == rules.pirates]
    if len(home) > 1:
        raise CartagenaError("Two players cannot both have all pirates home.")
    winner = values.get("winner")
    if winner is not None and context.seat(winner, "winner") not in home:
        raise CartagenaError(f"{winner} cannot have won: some of its pirates are not home.")
    over = read_bool(values.get("over", bool(home)), "over")
    limit_reached = 0 < rules.turn_limit <= int(state["turns"])
    drawn_out = limit_reached or int(state["idle"]) == len(context.colours)
    if home:
        if not over:
            raise CartagenaError("The game is over once a player has all pirates home.")
        state["result"], state["winner"] = WON, home[0]
    elif over != drawn_out:
        raise CartagenaError(
            "Without a winner, a game is over only after turn_limit turns or a round of idle turns."
        )
    elif over:
        state["result"], state["winner"] = DRAWN_OUT, NOBODY
    if over and int(state["pending"]) != TURN:
        raise CartagenaError("Nothing can be pending when the game is over.")
    if not over and int(state["actions_left"]) == 0 and int(state["pending"]) == TURN:
        raise CartagenaError("actions_left can be 0 only while a decision is pending.")


def _read_generator(context: PositionContext) -> None:
    if not context.has("generator"):
        return
    numbers = read_list(context.values["generator"], "generator", 10)
    if len(numbers) != 10:
        raise CartagenaError("generator must be a list of ten numbers.")
    context.state["generator"] = [
        read_int(word, "A word of the generator", 0, WORD) for word in numbers
    ]
