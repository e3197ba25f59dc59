"""An observation says what the seat's view says, and nothing that the seat may not know."""

import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cartagena import Game, Rules
from cartagena.envs.spaces import observation_space
from cartagena.envs.steps import write_observation
from cartagena.rules.components import COLOURS, DARK, SYMBOLS
from cartagena.rules.notation.position.board import PENDING_NAMES
from cartagena.sim.observation import FIELDS, MAX_TURNS, OBSERVATION, SIZE
from tests.rules.games import DISTINCT
from tests.rules.indistinguishable_worlds import IndistinguishableWorlds
from tests.rules.random_play import game_in_play, played
from tests.support.speed import mostly_slow

HIDING = ("jamaica", "hispaniola", "complete", "morgan", "filibusters", "black-magic", "everything")


def observed(states: Any, seat: int) -> Any:
    """The observation of a seat, as a record."""
    observations = np.zeros(1, OBSERVATION)
    write_observation(states, 0, seat, observations, 0)
    return observations[0]


class ObservedWorlds(IndistinguishableWorlds):
    """Two worlds that must also look the same to a program that learns."""

    def compare(self) -> None:
        super().compare()
        one, two = (observed(world, self.seat).tobytes() for world in self.worlds)
        assert one == two


@pytest.mark.parametrize("players", mostly_slow([2, 3, 4, 5], quick=1))
@pytest.mark.parametrize("preset", HIDING)
def test_nothing_leaks(preset: str, players: int) -> None:
    compared = 0
    for number in range(8):
        chance = random.Random(number)
        states = played(Rules.preset(preset), players, number, chance.choice((0, 20, 90)))
        worlds = ObservedWorlds(states, number % players, chance)
        assert worlds.worlds[0].tobytes() != worlds.worlds[1].tobytes()
        worlds.play(60)
        compared += worlds.compared
    assert compared > 16


def test_the_two_worlds_would_notice_a_leak() -> None:
    worlds = ObservedWorlds(played(Rules.preset("escape"), 3, 1, 20), 0, random.Random(1))
    worlds.worlds[1]["idle"][0] += 1
    with pytest.raises(AssertionError):
        worlds.compare()


def cards(rules: Rules, counts: Any) -> dict[str, int]:
    """Counts by kind as a view names them."""
    names = SYMBOLS[rules.edition]
    return {names[kind % DARK] + "*" * (kind // DARK): int(n) for kind, n in enumerate(counts) if n}


def places(game: Game, seen: Any, seat: int) -> dict[str, int]:
    """The pirates at one seat's place of an observation as a view names them."""
    found = {game.rules.start: int(seen.start[seat]), game.rules.goal: int(seen.home[seat])}
    found |= {str(space + 1): int(n) for space, n in enumerate(seen.pirates[seat])}
    if seen.aboard[seat]:
        found["sloop"] = int(seen.aboard[seat])
    return {place: n for place, n in found.items() if n}


@pytest.mark.parametrize("preset", DISTINCT)
def test_it_says_what_the_view_says(preset: str) -> None:
    for number in range(12):
        players = 2 + number % 4
        game = game_in_play(Rules.preset(preset), players, number, 17 * number)
        for viewer, colour in enumerate(game.players):
            seen, view = observed(game.packed_state(), viewer), game.view(colour)
            order = game.players[viewer:] + game.players[:viewer]
            board = [SYMBOLS[game.rules.edition][s] for s in seen.symbols.T.argmax(1)]
            assert board[: len(view["board"])] == view["board"]
            assert seen.symbols.sum() == len(view["board"])
            for seat, other in enumerate(order):
                assert places(game, seen, seat) == view["pirates"][other]
                assert cards(game.rules, seen.hands[seat]) == view["hands"][other]
                assert seen.hand_sizes[seat] == view["hand_sizes"][other]
            assert order[seen.active.argmax()] == view["turn"]
            assert order[seen.decider.argmax()] == game.decider
            assert COLOURS[seen.seat.argmax()] == colour
            assert seen.playing.tolist() == [1] * players + [0] * (5 - players)
            assert cards(game.rules, seen.discards) == view["discard"]
            row = [next(iter(cards(game.rules, place))) for place in seen.row if place.any()]
            assert row == view.get("row", [])
            assert seen.actions_left[0] == view["actions_left"]
            kind = int(seen.pending.argmax())
            pending = view["pending"]
            assert (pending and pending["kind"]) == (PENDING_NAMES[kind - 1] if kind else None)
            assert seen.chests.sum() == len(view.get("chests", ()))
            assert seen.opened.sum() == len(view.get("chests_opened", ()))


def test_a_lantern_is_remembered() -> None:
    """The seat that put cards on the deck observes them there, the last one first."""
    rules, chance = Rules.preset("black-magic"), random.Random(5)
    for number in range(40):
        game = Game(rules, 2, number)
        put: list[str] = []
        while not game.over and len(game.moves) < 400:
            spells = [m for m in game.legal_moves if m.kind in ("lantern", "keep", "put")]
            move = game.push(chance.choice(spells or game.legal_moves))
            if move.kind == "put":
                put.append(move.card or "")
            elif put:
                break
            maker = game.players.index(game.turn)
        if len(put) != 3 or move.kind in ("retreat", "skip", "rum", "lantern", "weapons", "chest"):
            continue
        top = [cards(rules, place) for place in observed(game.packed_state(), maker).top]
        assert top == [{card: 1} for card in reversed(put)]
        assert not observed(game.packed_state(), 1 - maker).top.any()
        return
    pytest.fail("no lantern was played")


def test_turns_left() -> None:
    endless = game_in_play(Rules.preset("jamaica"), 2, 1, 30)
    assert observed(endless.packed_state(), 0).turns_left[0] == MAX_TURNS
    limited = game_in_play(Rules.preset("jamaica", turn_limit=100), 2, 1, 30)
    left = 100 - limited.position()["turns"]
    assert observed(limited.packed_state(), 0).turns_left[0] == left


def test_every_number_has_its_place_and_bounds() -> None:
    assert sum(int(np.prod(shape)) for shape, _ in FIELDS.values()) == SIZE
    space = observation_space()["observation"]
    for number in range(30):
        preset = list(DISTINCT)[number % len(DISTINCT)]
        states = played(Rules.preset(preset), 2 + number % 4, number, 300)
        seen = observed(states, 0)
        assert space.contains(np.frombuffer(seen.tobytes(), np.int8))


def test_the_documentation_has_every_field() -> None:
    text = (Path(__file__).parents[2] / "docs" / "spaces.md").read_text("utf-8")
    table = text[text.index("| field | shape |") :]
    documented = {}
    for names, shape in re.findall(
        r"^\| (`.*?) \| (\d+(?: × \d+)?)(?: each)? \|", table, re.MULTILINE
    ):
        for name in re.findall(r"`(\w+)`", names):
            documented[name] = tuple(map(int, shape.split(" × ")))
    assert documented == {name: shape for name, (shape, _) in FIELDS.items()}
