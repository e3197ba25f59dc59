"""Play the same public moves in two worlds that one seat cannot tell apart.

The second world differs from the first in what the seat was not shown. Hidden choices of others and
hidden chance outcomes are drawn again there. Chance outcomes that the seat sees are the same. Both
worlds continue until the seat may see a difference. Until then, its views must be equal byte by byte.
"""

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartagena.rules import batch
from cartagena.rules.actions import OPEN_CHEST, PASS, TABLE
from cartagena.rules.components import KINDS, MAX_TILES, TOKENS
from cartagena.rules.memory import memory_slot
from cartagena.rules.scripted_chance import apply_scripted
from cartagena.rules.state import (
    DRAWN,
    GIVE,
    KEEP,
    PUT,
    RUNNING,
    TAKE,
    copy_states,
    new_scratches,
    new_states,
    unpack_counts,
)

Slot = tuple[str, int, int]
"""The place of a card that the seat has not seen, with its kind: in the hand of an owner, in the deck,
or at a place on top of it."""


def known_of(state: Any, seat: int, owner: int) -> NDArray[Any]:
    """Return the cards of each kind that a seat remembers of an owner."""
    return np.array(unpack_counts(int(state["known"][seat, memory_slot(seat, owner)])))


class IndistinguishableWorlds:
    """Two games that one seat cannot tell apart."""

    def __init__(self, states: NDArray[Any], seat: int, chance: random.Random) -> None:
        self.worlds = (copy_states(states), copy_states(states))
        self.seat = seat
        self.chance = chance
        self.scratches = new_scratches()
        self.compared = 0
        self._hide_something_else(self.worlds[1][0])

    # Making the twin.

    def _unseen(self, state: Any) -> list[Slot]:
        slots: list[Slot] = []
        owners = [] if state["open_hands"] else [*range(int(state["players"]))]
        if int(state["active"]) != self.seat and not state["open_row"]:
            owners.append(int(DRAWN))
        for owner in owners:
            if owner != self.seat:
                hidden = state["hand"][owner].astype(int) - known_of(state, self.seat, owner)
                slots += [("hand", owner, k) for k in range(KINDS) for _ in range(hidden[k])]
        slots += [("deck", 0, k) for k in range(KINDS) for _ in range(int(state["deck"][k]))]
        if int(state["top_seat"]) != self.seat:
            top = state["top"][: int(state["top_size"])].tolist()
            slots += [("top", place, kind) for place, kind in enumerate(top)]
        return slots

    def _hide_something_else(self, state: Any) -> None:
        for other in range(len(state["known"])):
            if other != self.seat:
                state["known"][other] = 0
        state["generator"] = [self.chance.getrandbits(32) for _ in range(10)]
        slots = self._unseen(state)
        for _ in range(self.chance.choice((1, 1, 40))):
            if len(slots) >= 2:
                one, two = self.chance.sample(range(len(slots)), 2)
                self._swap(state, slots, one, two)
        self._swap_tokens(state)

    def _swap(self, state: Any, slots: list[Slot], one: int, two: int) -> None:
        kinds = slots[one][2], slots[two][2]
        for at, (old, new) in ((one, kinds), (two, kinds[::-1])):
            where, number, _ = slots[at]
            if where == "top":
                state["top"][number] = new
            elif where == "deck":
                state["deck"][old] -= 1
                state["deck"][new] += 1
            else:
                state["hand"][number, old] -= 1
                state["hand"][number, new] += 1
            slots[at] = (where, number, new)

    def _swap_tokens(self, state: Any) -> None:
        unopened = list(TOKENS)
        for value, times in enumerate(state["opened"].tolist()):
            for _ in range(times):
                unopened.remove(value)
        self.chance.shuffle(unopened)
        for tile in range(MAX_TILES):
            if state["token"][tile]:
                state["token"][tile] = unopened.pop()

    # Playing on.

    def _legal(self, world: NDArray[Any]) -> list[int]:
        actions = batch.new_list()
        legal: list[int] = actions[: batch.list_legal(world, 0, self.scratches, actions)].tolist()
        return legal

    def _sees_choice(self, state: Any) -> bool:
        """Return True if the seat sees which card the decider chooses."""
        pending = int(state["pending"])
        involved = [int(state["active"])]
        if pending in (TAKE, GIVE):
            involved.append(int(state["other"]))
        seen_anyhow = {
            TAKE: state["open_hands"],
            KEEP: state["open_hands"] or state["open_row"],
            GIVE: state["open_hands"] or state["open_row"],
            PUT: state["open_row"],
        }
        return bool(seen_anyhow.get(pending, True)) or self.seat in involved

    def choose(self) -> tuple[int, int] | None:
        one, two = (self._legal(world) for world in self.worlds)
        if not self._sees_choice(self.worlds[0][0]):
            return self.chance.choice(one), self.chance.choice(two)
        both = sorted(set(one) & set(two))
        spells = [action for action in both if action >> 6 in (TABLE, OPEN_CHEST, OPEN_CHEST + 1)]
        spells = [action for action in spells if action != PASS]
        if spells and self.chance.random() < 0.5:
            both = spells
        if not both:
            return None
        action = self.chance.choice(both)
        return action, action

    def _act(self, actions: tuple[int, int]) -> bool:
        """Play a move in each world. Return False if the seat cannot draw the same in both."""
        outcomes: tuple[list[int], list[int]] = ([], [])
        hidden = not self._sees_draws(self.worlds[0][0])
        while True:
            copies = [copy_states(world) for world in self.worlds]
            stops = [
                apply_scripted(world, 0, action, script, self.scratches)
                for world, action, script in zip(copies, actions, outcomes, strict=True)
            ]
            if stops[0] is None or stops[1] is None:
                assert stops == [None, None]
                self.worlds = (copies[0], copies[1])
                return True
            possible = [set(stop.counts) for stop in stops if stop is not None]
            both = sorted(possible[0] & possible[1])
            if min(possible[0]) >= KINDS or (hidden and self.chance.random() < 0.5):
                for script, those in zip(outcomes, possible, strict=True):
                    script.append(self.chance.choice(sorted(those)))
            elif both:
                same = self.chance.choice(both)
                for script in outcomes:
                    script.append(same)
            else:
                return False

    def _sees_draws(self, state: Any) -> bool:
        """Return True if the seat sees the cards that the next move draws."""
        drawer = int(state["other" if int(state["pending"]) == TAKE else "active"])
        return bool(state["open_hands"] or state["open_row"]) or drawer == self.seat

    def opens_different_chests(self, action: int) -> bool:
        row, space = divmod(action, 64)
        if row not in (OPEN_CHEST, OPEN_CHEST + 1):
            return False
        one, two = (int(world["token"][0, (space - 1) // 6]) for world in self.worlds)
        return one != two

    def _draws_differ(self, before: list[NDArray[Any]]) -> bool:
        """Return True if different cards were drawn from a new open row."""
        one, two = (world["hand"][0] - old for world, old in zip(self.worlds, before, strict=True))
        return bool(self.worlds[0]["open_row"][0]) and bool((one != two).any())

    def is_shown_a_difference(self) -> bool:
        """Return True if the seat may now see that the worlds differ."""
        one, two = (world[0] for world in self.worlds)
        pending, caster = int(one["pending"]), int(one["active"]) == self.seat
        hands = [self.seat]
        if one["open_hands"]:
            hands += range(int(one["players"]))
        if pending == TAKE and caster:
            hands.append(int(one["other"]))
        if pending in (KEEP, GIVE, PUT) and (caster or one["open_row"]):
            hands.append(int(DRAWN))
        rows = [state["row"][: int(state["row_size"])].tolist() for state in (one, two)]
        return rows[0] != rows[1] or any(
            one["hand"][hand].tolist() != two["hand"][hand].tolist() for hand in hands
        )

    def views(self) -> tuple[bytes, bytes]:
        """Return the views of the seat in both worlds."""
        views = new_states(2)
        for number, world in enumerate(self.worlds):
            batch.write_view(world, 0, self.seat, views, number)
        return views[0].tobytes(), views[1].tobytes()

    def compare(self) -> None:
        """Check that the seat sees the same and has the same choices in both worlds."""
        one, two = self.views()
        if one != two:
            fields = np.frombuffer(one + two, self.worlds[0].dtype)
            names = fields.dtype.names or ()
            raise AssertionError(
                [name for name in names if (fields[name][0] != fields[name][1]).any()]
            )
        if int(self.worlds[0]["decider"][0]) == self.seat:
            assert self._legal(self.worlds[0]) == self._legal(self.worlds[1])
        self.compared += 1

    def play(self, moves: int) -> None:
        """Play on and compare after each move, until a difference becomes visible."""
        self.compare()
        for _ in range(moves):
            if int(self.worlds[0]["result"][0]) != RUNNING:
                return
            actions = self.choose()
            if actions is None or self.opens_different_chests(actions[0]):
                return
            before = [world["hand"][0].astype(int) for world in self.worlds]
            if not self._act(actions):
                return
            if actions[0] == actions[1] and self._draws_differ(before):
                return
            if self.is_shown_a_difference():
                return
            self.compare()
