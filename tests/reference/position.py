"""Write a game as a plain mapping, and read it."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from random import Random
from typing import Any

from tests.reference import memory, way
from tests.reference.cards import (
    TOKENS,
    Counts,
    as_list,
    card_order,
    full_deck,
    in_order,
    tokens_without,
)
from tests.reference.generator import Generator
from tests.reference.state import State

OPTIONS = [
    "edition",
    "hands",
    "supply",
    "tunnel",
    "jungle",
    "pirates",
    "fewest_actions",
    "most_actions",
    "leave_goal",
    "empty_hand_skip",
    "jail_in_tunnel",
    "stuck",
    "turn_limit",
    "tunnel_cards",
    "jungle_cards",
    "filibusters",
    "magic",
]


def rules_of(mapping: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options. None may be missing."""
    return {option: mapping[option] for option in OPTIONS}


def read(mapping: Mapping[str, Any], pile: Random | None = None) -> State:
    """Read a position. Only rules, board, players, pirates, hands and turn are required."""
    document = copy.deepcopy(mapping)
    rules = rules_of(document["rules"])
    pending = document.get("pending")
    dark = bool(pending.pop("dark", False)) if pending else False
    generator = Generator.from_seed(document.get("seed") or 0)
    players: list[str] = document["players"]
    pirates: dict[str, Counts] = {colour: document["pirates"][colour] for colour in players}
    hands: dict[str, Counts] = {colour: document["hands"].get(colour, {}) for colour in players}
    chests = {int(space): token for space, token in document.get("chests", {}).items()}
    deck = as_list(document.get("deck") or {}, rules["edition"])
    state = State(
        rules=rules,
        board=document["board"],
        players=players,
        pirates={colour: without_zeros(pirates[colour]) for colour in players},
        hands={colour: without_zeros(hands[colour]) for colour in players},
        row=document.get("row") or [],
        deck=deck,
        discard=without_zeros(document.get("discard") or {}),
        turn=document["turn"],
        actions_left=document.get("actions_left", rules["most_actions"]),
        generator=generator,
        winner=document.get("winner"),
        over=document.get("over", False),
        turns=document.get("turns", 0),
        idle=document.get("idle", 0),
        sloop_at=document.get("sloop_at", "cartagena"),
        free_sail=document.get("free_sail", False),
        sailed=document.get("sailed", False),
        chests=chests,
        chests_opened=document.get("chests_opened", []),
        pending=pending,
        dark=dark,
        memory=document.get("memory", {}),
        top=[
            (card, seat) for seat, cards in document.get("deck_top", {}).items() for card in cards
        ],
        pile=pile,
    )
    if document.get("deck") is None:
        take_the_rest(state)
    if pile is not None:
        pile.shuffle(state.deck)
    if document.get("generator") is not None:
        state.generator = Generator(document["generator"])
    return state


def without_zeros(counts: Counts) -> Counts:
    """Return the counts without zeros."""
    return {name: count for name, count in counts.items() if count > 0}


def take_the_rest(state: State) -> None:
    """Return the deck of a position that has none: all cards that are nowhere else."""
    left = full_deck(state.rules)
    elsewhere = [as_list(hand, state.edition) for hand in state.hands.values()]
    elsewhere += [state.row, [card for card, _ in state.top]]
    elsewhere += [as_list(state.discard, state.edition)]
    if state.pending is not None and "cards" in state.pending:
        elsewhere.append(as_list(state.pending["cards"], state.edition))
    for cards in elsewhere:
        for card in cards:
            left.remove(card)
    state.deck = left


def write(state: State) -> dict[str, Any]:
    """Return the complete position, without keys that the rules do not use."""
    edition = state.edition
    mapping: dict[str, Any] = {
        "rules": dict(state.rules),
        "board": list(state.board),
        "players": list(state.players),
        "pirates": {
            colour: {
                place: way.pirates_at(state, colour, place)
                for place in way.places_of(state, colour)
            }
            for colour in state.players
        },
        "hands": {colour: in_order(state.hands[colour], edition) for colour in state.players},
    }
    if state.has_row:
        mapping["row"] = list(state.row)
    mapping["deck"] = counted(state.deck, edition)
    mapping["deck_top"] = write_top(state)
    mapping["discard"] = in_order(state.discard, edition)
    mapping["turn"] = state.turn
    mapping["actions_left"] = state.actions_left
    mapping["winner"] = state.winner
    mapping["over"] = state.over
    mapping["turns"] = state.turns
    mapping["idle"] = state.idle
    mapping["generator"] = list(state.generator.words)
    if way.is_complete(state):
        mapping["sloop_at"] = state.sloop_at
        mapping["free_sail"] = state.free_sail
        mapping["sailed"] = state.sailed
    if state.rules["magic"]:
        mapping["chests"] = {str(space): state.chests[space] for space in sorted(state.chests)}
        mapping["chest_box"] = tokens_without(list(state.chests.values()))
        mapping["chests_opened"] = sorted(state.chests_opened, key=TOKENS.index)
    mapping["pending"] = write_pending(state)
    mapping["memory"] = write_memory(state)
    return mapping


def counted(cards: list[str], edition: str) -> Counts:
    """Return the number of each card."""
    return {card: cards.count(card) for card in card_order(edition) if card in cards}


def write_top(state: State) -> dict[str, list[str]]:
    """Return the cards that a lantern put on the deck: at most three, all of one player."""
    seats = {seat for _, seat in state.top}
    assert len(seats) <= 1
    assert len(state.top) <= 3
    return {seat: [card for card, _ in state.top] for seat in seats}


def write_pending(state: State) -> dict[str, Any] | None:
    """Return the pending decision, or None."""
    if state.pending is None:
        return None
    pending = dict(state.pending)
    if "cards" in pending:
        pending["cards"] = in_order(pending["cards"], state.edition)
    if state.dark:
        pending["dark"] = True
    return pending


def write_memory(state: State) -> dict[str, dict[str, Counts]]:
    """Return the memories without empty parts."""
    memories: dict[str, dict[str, Counts]] = {}
    for observer in state.players:
        for owner in [*state.players, memory.DRAWN]:
            counts = in_order(state.memory.get(observer, {}).get(owner, {}), state.edition)
            if counts:
                memories.setdefault(observer, {})[owner] = counts
    return memories
