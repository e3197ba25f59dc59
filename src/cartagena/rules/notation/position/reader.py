"""Reading a position: every value checked, impossible ones refused with a sentence."""

from typing import Any, Final

from numpy.typing import NDArray

from cartagena.errors import CartagenaError
from cartagena.rules import batch, position_builder
from cartagena.rules.chance.seeds import SEEDS, WORD, words
from cartagena.rules.components import (
    CARDS,
    KINDS,
    LANTERN,
    ROW,
    SYMBOLS,
)
from cartagena.rules.notation.position.board import SHORES, read_board, read_pirates
from cartagena.rules.notation.position.chests import read_chests
from cartagena.rules.notation.position.context import Given
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
from cartagena.validation import known_keys, mapping, one_of, sequence, truth, whole

_KEYS: Final = (
    *("rules", "board", "players", "pirates", "hands", "row", "deck", "discard", "turn"),
    *("actions_left", "sloop_at", "free_sail", "sailed", "chests", "chest_box", "chests_opened"),
    *("pending", "winner", "over", "turns", "idle", "generator", "memory", "deck_top", "seed"),
)
_NEEDED: Final = ("rules", "board", "players", "pirates", "turn")
_MAX_TURNS: Final = 2_000_000_000
# A lantern can put three cards back at the head of a new row.
_LONGEST_ROW: Final = ROW + 3


def read_position(position: Any) -> Given:
    """Read a position; the result holds its rules, its colours and its record."""
    values = mapping(position, "A position")
    known_keys(values, "A position", _KEYS)
    for key in _NEEDED:
        if key not in values:
            raise CartagenaError(f"A position needs the key {key!r}.")
    given = Given(values)
    seed = whole(values["seed"], "seed", 0, SEEDS - 1) if given.has("seed") else 0
    position_builder.begin(given.states, 0, words(seed))
    lay_board(given.states, given.rules, values["board"])
    _read_pirates(given)
    _read_turn(given)
    _read_cards(given)
    _read_sloop(given)
    read_pending(given)
    _check_row(given)
    _check_deck_top(given)
    read_chests(given)
    read_memory(given)
    _read_result(given)
    _read_generator(given)
    if not given.state["result"] and not batch.anything_legal(given.states, 0, new_scratches()):
        raise CartagenaError("The pending decision cannot be taken: nothing would be legal.")
    return given


def lay_board(states: NDArray[Any], rules: Rules, given: Any) -> None:
    """Lay any tiles that carry each symbol once, in the order of the spaces."""
    board = read_board(rules, given)
    for number, name in enumerate(SYMBOLS[rules.edition]):
        states[0]["symbol"][number] = sum(
            1 << space for space, symbol in enumerate(board, 1) if symbol == name
        )


def _read_pirates(given: Given) -> None:
    standing = read_pirates(given.rules, given.colours, given.values["pirates"])
    numbers = {name: place for place, name in given.lexicon.places.items()}
    for seat, crew in enumerate(standing.values()):
        for name, count in crew.items():
            for _ in range(count):
                position_builder.put(given.states, 0, seat, numbers[name])


def _read_turn(given: Given) -> None:
    state, values = given.state, given.values
    state["active"] = state["decider"] = given.seat(values["turn"], "turn")
    most = given.rules.most_actions
    state["actions_left"] = whole(values.get("actions_left", most), "actions_left", 0, most)
    state["turns"] = whole(values.get("turns", 0), "turns", 0, _MAX_TURNS)
    state["idle"] = whole(values.get("idle", 0), "idle", 0, len(given.colours))


def _read_cards(given: Given) -> None:
    state = given.state
    hands = given.part("hands")
    known_keys(hands, "hands", given.colours)
    for seat, colour in enumerate(given.colours):
        _hold(given, seat, hands.get(colour), f"the hand of {colour}")
    _hold(given, DRAWN, given.part("pending").get("cards"), "the drawn cards")
    state["discard"] = given.counts(given.values.get("discard"), "discard")
    has_row = given.rules.supply == "row"
    if given.has_where(has_row, "row", "with an open row"):
        row = given.kinds(given.values["row"], "row", _LONGEST_ROW)
        state["row"][: len(row)] = row
        state["row_size"] = len(row)
    state["deck"] = given.counts(given.values.get("deck"), "deck")
    _read_deck_top(given)
    # More than the box holds is refused just below.
    state["deck_size"] = min(int(state["deck"].sum()) + int(state["top_size"]), CARDS)
    _check_cards(given)
    if not given.has("deck"):
        position_builder.fill_deck(given.states, 0)
    if has_row and not given.has("row"):
        position_builder.lay_row(given.states, 0)


def _read_deck_top(given: Given) -> None:
    state, tops = given.state, given.part("deck_top")
    if not any(tops.values()):
        return
    if not given.rules.magic or given.rules.supply == "row":
        raise CartagenaError(
            "Only a lantern puts cards on top of the deck, and only of a face-down one."
        )
    if len(tops) > 1:
        raise CartagenaError("deck_top names one seat: all cards on top are of its lantern.")
    ((colour, cards),) = tops.items()
    top = given.kinds(cards, "deck_top", TOP_CAPACITY)[::-1]
    state["top_seat"] = given.seat(colour, "The seat in deck_top")
    state["top"][: len(top)] = top
    state["top_size"] = len(top)


def _check_deck_top(given: Given) -> None:
    """A spell draws the cards on top first; only a lantern puts some back there."""
    state = given.state
    top, drawn = int(state["top_size"]), int(state["hand_size"][DRAWN])
    if not top or not drawn:
        return
    if int(state["pending"]) != PUT or state["top_seat"] != state["active"]:
        raise CartagenaError("A spell has drawn the cards on top of the deck before any others.")
    if top + drawn > TOP_CAPACITY:
        raise CartagenaError(f"A lantern puts at most {TOP_CAPACITY} cards on top of the deck.")


def _hold(given: Given, owner: int, cards: Any, what: str) -> None:
    counts = given.counts(cards, what)
    given.state["hand"][owner] = counts
    # More than the box holds is refused later, with a better sentence.
    given.state["hand_size"][owner] = min(sum(counts), CARDS)


def _check_cards(given: Given) -> None:
    box = [position_builder.cards_of_kind(given.states, 0, kind) for kind in range(KINDS)]
    missing = [position_builder.missing_cards(given.states, 0, kind) for kind in range(KINDS)]
    for card, whole_box, left in zip(given.lexicon.cards, box, missing, strict=True):
        if left < 0:
            raise CartagenaError(
                f"There are {whole_box - left} {card} cards instead of {whole_box}."
            )
    for card, whole_box, left in zip(given.lexicon.cards, box, missing, strict=True):
        if left > 0 and given.has("deck"):
            raise CartagenaError(
                f"{left} of the {whole_box} {card} cards are nowhere; deck may be null to mean "
                "the cards not placed elsewhere."
            )


def _check_row(given: Given) -> None:
    """No longer than a lantern can make it, with the cards that it still holds."""
    state = given.state
    by_lantern = int(state["spell"]) == LANTERN
    held = int(state["hand_size"][DRAWN]) - int(state["left"]) if by_lantern else 0
    longest = _LONGEST_ROW - held if given.rules.magic else ROW
    if int(state["row_size"]) > longest:
        raise CartagenaError(f"The row has at most {longest} cards here.")


def _read_sloop(given: Given) -> None:
    state, rules, values = given.state, given.rules, given.values
    sails = rules.is_complete
    where = "in the Complete Escape"
    if given.has_where(sails, "sloop_at", where):
        state["sloop_at"] = SHORES.index(one_of(values["sloop_at"], "sloop_at", SHORES))
    if given.has_where(sails, "sailed", where):
        state["sailed"] = truth(values["sailed"], "sailed")
    begun = int(state["actions_left"]) < rules.most_actions or bool(state["sailed"])
    captain = sails and not begun and position_builder.is_captain(given.states, 0)
    state["free_sail"] = captain
    if given.has_where(sails, "free_sail", where):
        state["free_sail"] = truth(values["free_sail"], "free_sail")
        if state["free_sail"] and not captain:
            raise CartagenaError(
                "free_sail belongs to a captain, who has the most pirates aboard and has "
                "not acted yet."
            )


def _read_result(given: Given) -> None:
    state, rules, values = given.state, given.rules, given.values
    home = [seat for seat in range(len(given.colours)) if state["home"][seat] == rules.pirates]
    if len(home) > 1:
        raise CartagenaError("Two players cannot both have all their pirates home.")
    winner = values.get("winner")
    if winner is not None and given.seat(winner, "winner") not in home:
        raise CartagenaError(f"{winner} cannot have won: some of its pirates are not home.")
    over = truth(values.get("over", bool(home)), "over")
    limit_reached = 0 < rules.turn_limit <= int(state["turns"])
    drawn_out = limit_reached or int(state["idle"]) == len(given.colours)
    if home:
        if not over:
            raise CartagenaError("The game is over once a player has all pirates home.")
        state["result"], state["winner"] = WON, home[0]
    elif over != drawn_out:
        raise CartagenaError(
            "A game without a winner is over after turn_limit turns or a whole round of idle "
            "ones, and only then."
        )
    elif over:
        state["result"], state["winner"] = DRAWN_OUT, NOBODY
    if over and int(state["pending"]) != TURN:
        raise CartagenaError("Nothing is pending when the game is over.")
    if not over and int(state["actions_left"]) == 0 and int(state["pending"]) == TURN:
        raise CartagenaError("actions_left is 0 only while a decision is pending.")


def _read_generator(given: Given) -> None:
    if not given.has("generator"):
        return
    numbers = sequence(given.values["generator"], "generator", 10)
    if len(numbers) != 10:
        raise CartagenaError("generator is a list of ten numbers.")
    given.state["generator"] = [whole(word, "A word of the generator", 0, WORD) for word in numbers]
