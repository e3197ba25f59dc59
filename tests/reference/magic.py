"""Black Magic Woman: announcing a spell with a card in place of an advance."""

from __future__ import annotations

from tests.reference import advance, memory, supply, way
from tests.reference.cards import SYMBOLS, TOKENS, remove, symbol_of
from tests.reference.state import State

RUM_KEEPS = 2
LANTERN_DRAWS = 4
LANTERN_KEEPS = 1


def legal(state: State) -> list[str]:
    """Return every spell that the active player can announce."""
    if not state.rules["magic"]:
        return []
    spells = parrot_pairs(state)
    for card in state.hands[state.turn]:
        symbol = symbol_of(card)
        if symbol in ("rum", "lantern"):
            spells.append(f"{card}!")
        elif symbol == "weapons":
            spells += [f"{card}! {target}" for target in weapons_targets(state)]
        elif symbol == "hook" and hook_completions(state, without=card):
            spells.append(f"{card}!")
        elif symbol == "chest":
            spells += [f"{card}! {space}" for space in chests_to_open(state)]
    return spells


def announce(state: State, spell: str, at: str | None) -> None:
    """Play the card or the two parrots of a spell, then apply it (ruling 24)."""
    played = spell.rstrip("!").split("+")
    for card in played:
        supply.play(state, card)
    symbol = symbol_of(played[0])
    if symbol == "weapons":
        assert at is not None
        memory.learn_hand(state, state.turn, at)
        state.pending = {"kind": "take", "seat": state.turn, "from": at}
    elif symbol == "rum":
        draw_to_choose(state, "rum", len(state.players) + 1, RUM_KEEPS)
    elif symbol == "lantern":
        draw_to_choose(state, "lantern", LANTERN_DRAWS, LANTERN_KEEPS)
    elif symbol == "parrot":
        state.pending = {"kind": "parrots", "seat": state.turn}
    elif symbol == "hook":
        state.pending = {"kind": "hook", "seat": state.turn}
    else:
        assert at is not None
        open_chest(state, int(at))


def weapons_targets(state: State) -> list[str]:
    """Return the other players with at least one card (ruling 15)."""
    return [colour for colour in state.clockwise_after(state.turn) if state.hand_size(colour) > 0]


def draw_to_choose(state: State, spell: str, how_many: int, keep: int) -> None:
    """Draw the cards of rum or lantern. If there are too few, the caster keeps first (ruling 12)."""
    cards = supply.draw_aside(state, how_many)
    drawn = sum(cards.values())
    if drawn > 0:
        state.pending = {
            "kind": "keep",
            "seat": state.turn,
            "spell": spell,
            "left": min(keep, drawn),
            "cards": cards,
        }


def parrot_pairs(state: State) -> list[str]:
    """Return the pairs of parrots, if they can move a pirate as another symbol."""
    if not parrot_completions(state):
        return []
    hand = state.hands[state.turn]
    plain, dark = hand.get("parrot", 0), hand.get("parrot*", 0)
    pairs = []
    if plain >= 2:
        pairs.append("parrot+parrot!")
    if plain >= 1 and dark >= 1:
        pairs.append("parrot+parrot*!")
    if dark >= 2:
        pairs.append("parrot*+parrot*!")
    return pairs


def parrot_completions(state: State) -> list[str]:
    """Return `as rum 7-21` for every symbol but the parrot, as an advance only (ruling 25)."""
    return [
        f"as {symbol} {step}"
        for symbol in SYMBOLS[state.edition]
        if symbol != "parrot"
        for step in advance.steps(state, symbol)
    ]


def hook_completions(state: State, without: str | None = None) -> list[str]:
    """Return `with lantern sloop-19` for two own pirates from one place (ruling 17).

    `without` is a hook that is still in the hand but will be played first.
    """
    hand = dict(state.hands[state.turn])
    if without is not None:
        remove(hand, without)
    return [
        f"with {card} {step}"
        for card in hand
        for step in advance.steps(state, symbol_of(card), how_many=2)
    ]


def chests_to_open(state: State) -> list[int]:
    """Return the spaces with an unopened chest and a pirate of the active player."""
    return [space for space in state.chests if way.pirates_at(state, state.turn, str(space)) > 0]


def open_chest(state: State, space: int) -> None:
    """Open a chest, which holds cards, nothing or the snake, and remove its token."""
    token = state.chests.pop(space)
    state.chests_opened.append(token)
    if token == "snake":
        flee_from_snake(state, space)
        lay_chests(state)
    elif token != "empty":
        for _ in range(int(token)):
            supply.draw(state, state.turn)


def flee_from_snake(state: State, space: int) -> None:
    """Move a pirate back to the nearest empty rum space of the stretch, else to the start."""
    refuge = way.start(state)
    for behind in way.spaces_behind(state, str(space)):
        if way.symbol_on(state, behind) == "rum" and way.standing_on(state, behind) == 0:
            refuge = str(behind)
            break
    way.move_pirate(state, state.turn, str(space), refuge)


def lay_chests(state: State) -> None:
    """Shuffle all eight tokens. Lay one on the chest of each tile and put the rest into the box."""
    tokens = list(TOKENS)
    if state.pile is not None:
        state.pile.shuffle(tokens)
    state.chests = {}
    state.chests_opened = []
    for space in way.tunnel_spaces(state) + way.jungle_spaces(state):
        if way.symbol_on(state, space) == "chest":
            if state.pile is not None:
                state.generator.chests += 1
                token = tokens.pop(0)
            else:
                token = tokens.pop(state.generator.next_chest(len(tokens)))
            state.chests[space] = token
            state.brought.append(token)
