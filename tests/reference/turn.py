"""A turn: up to three actions, passing, skipping and the end of the game."""

from __future__ import annotations

from tests.reference import advance, decisions, filibusters, magic, morgan, retreat, sloop, supply
from tests.reference.state import State


def is_start(state: State) -> bool:
    """Return True if nothing was done in this turn, not even the free sail."""
    untouched = state.actions_left == state.rules["most_actions"]
    return untouched and not state.sailed and state.pending is None


def real_moves(state: State) -> list[str]:
    """Return all actions except passing and skipping."""
    return (
        advance.legal(state)
        + retreat.legal(state)
        + morgan.legal(state)
        + sloop.legal(state)
        + magic.legal(state)
    )


def may_pass(state: State, can_act: bool) -> bool:
    """Return True if the active player may end the turn here (rulings 1, 11 and 20)."""
    nothing_done = state.actions_left == state.rules["most_actions"]
    if state.rules["fewest_actions"] == 0 and not (state.sailed and nothing_done):
        return True
    if state.rules["fewest_actions"] == 1 and not nothing_done:
        return True
    if can_act:
        return False
    return not is_start(state) or state.rules["stuck"] == "end"


def may_skip(state: State, can_act: bool) -> bool:
    """Return True if the active player may skip the turn and draw a card (rulings 4, 11)."""
    if not is_start(state):
        return False
    if state.rules["empty_hand_skip"] and state.hand_size(state.turn) == 0:
        return True
    return state.rules["stuck"] == "skip" and not can_act


def legal(state: State) -> list[str]:
    """Return all legal moves in notation, sorted."""
    if state.over:
        return []
    if state.pending is not None:
        return sorted(decisions.legal(state))
    moves = real_moves(state)
    can_act = bool(moves)
    if may_pass(state, can_act):
        moves.append("pass")
    if may_skip(state, can_act):
        moves.append("skip")
    return sorted(moves)


def push(state: State, text: str, moves: list[str]) -> None:
    """Play one of the legal moves."""
    if text not in moves:
        raise ValueError(f"{text!r} is not legal here; legal are: {', '.join(moves)}.")
    if text == "pass":
        stuck = is_start(state) and not real_moves(state)
        state.idle = state.idle + 1 if stuck else 0
        end_turn(state)
    elif text == "skip":
        drew = supply.draw(state, state.turn)
        state.idle = 0 if drew else state.idle + 1
        end_turn(state)
    else:
        state.idle = 0
        if state.pending is not None:
            decisions.push(state, text)
        elif text == "sail" and state.free_sail:
            sloop.sail(state)
            state.free_sail = False
            state.sailed = True
        else:
            state.actions_left -= 1
            state.free_sail = False
            act(state, text)
        settle(state)


def act(state: State, text: str) -> None:
    """Play an action."""
    words = text.split()
    if words[0] == "sail":
        sloop.sail(state)
    elif words[0] == "back":
        retreat.push(state, words[1])
    elif words[0] == "morgan":
        morgan.push(state, words[1], words[2])
    elif words[0].endswith("!"):
        magic.announce(state, words[0], words[1] if len(words) > 1 else None)
    else:
        advance.push(state, words[0], words[1])


def settle(state: State) -> None:
    """Finish a move: end a won game, or let others discard, or begin the next turn."""
    if state.over:
        state.pending = None
        state.dark = False
        return
    if state.pending is None and state.dark:
        filibusters.next_discard(state)
    if state.pending is None:
        state.dark = False
        if state.actions_left == 0:
            end_turn(state)


def end_turn(state: State) -> None:
    """End the turn, and the game after too many turns or a round without actions."""
    state.turns += 1
    limit = state.rules["turn_limit"]
    if (limit > 0 and state.turns >= limit) or state.idle >= len(state.players):
        state.over = True
        return
    state.turn = state.clockwise_after(state.turn)[0]
    state.actions_left = state.rules["most_actions"]
    state.sailed = False
    state.free_sail = sloop.is_captain(state, state.turn)
