"""Observations contain what the seat's view contains, and nothing that the seat may not know."""

import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cartagena import Game, Rules
from cartagena.envs.spaces import Spaces
from cartagena.rules.components import COLOURS, DARK, SYMBOLS
from cartagena.rules.notation.position.board import PENDING_NAMES
from cartagena.rules.observation import (
    FIELDS,
    MAX_TURNS,
    OBSERVATION,
    SIZE,
    ObservationRecord,
    write_observation,
)
from tests.rules.games import DISTINCT
from tests.rules.indistinguishable_worlds import IndistinguishableWorlds
from tests.rules.random_play import game_in_play, played
from tests.support.records import assert_matches_dtype
from tests.support.speed import mostly_slow

HIDING = ("jamaica", "hispaniola", "complete", "morgan", "filibusters", "black-magic", "everything")


def observe(states: Any, seat: int) -> Any:
    """Return the observation of a seat as a record."""
    observations = np.zeros(1, OBSERVATION)
    write_observation(states, 0, seat, observations, 0)
    return observations[0]


class ObservedWorlds(IndistinguishableWorlds):
    """Two worlds that must also have the same observations."""

    def compare(self) -> None:
        super().compare()
        one, two = (observe(world, self.seat).tobytes() for world in self.worlds)
        assert one == two


@pytest.mark.parametrize("players", mostly_slow([2, 3, 4, 5], quick=1))
@pytest.mark.parametrize("preset", HIDING)
def test_hidden_information_does_not_leak(preset: str, players: int) -> None:
    compared = 0
    for number in range(8):
        rng = random.Random(number)
        states = played(Rules.preset(preset), players, number, rng.choice((0, 20, 90)))
        worlds = ObservedWorlds(states, number % players, rng)
        assert worlds.worlds[0].tobytes() != worlds.worlds[1].tobytes()
        worlds.play(60)
        compared += worlds.compared
    assert compared > 16


def test_comparison_detects_a_leak() -> None:
    worlds = ObservedWorlds(played(Rules.preset("escape"), 3, 1, 20), 0, random.Random(1))
    worlds.worlds[1]["idle"][0] += 1
    with pytest.raises(AssertionError):
        worlds.compare()


def cards(rules: Rules, counts: Any) -> dict[str, int]:
    """Convert counts by kind to the names in a view."""
    names = SYMBOLS[rules.edition]
    return {names[kind % DARK] + "*" * (kind // DARK): int(n) for kind, n in enumerate(counts) if n}


def places(game: Game, observation: Any, seat: int) -> dict[str, int]:
    """Convert the pirates of one seat to the places in a view."""
    counts = {
        game.rules.start: int(observation.start[seat]),
        game.rules.goal: int(observation.home[seat]),
    }
    counts |= {str(space + 1): int(n) for space, n in enumerate(observation.pirates[seat])}
    if observation.aboard[seat]:
        counts["sloop"] = int(observation.aboard[seat])
    return {place: n for place, n in counts.items() if n}


@pytest.mark.parametrize("preset", DISTINCT)
def test_observation_matches_the_view(preset: str) -> None:
    for number in range(12):
        players = 2 + number % 4
        game = game_in_play(Rules.preset(preset), players, number, 17 * number)
        for viewer, colour in enumerate(game.players):
            observation, view = observe(game.packed_state(), viewer), game.view(colour)
            order = game.players[viewer:] + game.players[:viewer]
            board = [SYMBOLS[game.rules.edition][s] for s in observation.symbols.T.argmax(1)]
            assert board[: len(view["board"])] == view["board"]
            assert observation.symbols.sum() == len(view["board"])
            for seat, other in enumerate(order):
                assert places(game, observation, seat) == view["pirates"][other]
                assert cards(game.rules, observation.hands[seat]) == view["hands"][other]
                assert observation.hand_sizes[seat] == view["hand_sizes"][other]
            assert order[observation.active.argmax()] == view["turn"]
            assert order[observation.decider.argmax()] == game.decider
            assert COLOURS[observation.seat.argmax()] == colour
            assert observation.playing.tolist() == [1] * players + [0] * (5 - players)
            assert cards(game.rules, observation.discards) == view["discard"]
            row = [next(iter(cards(game.rules, place))) for place in observation.row if place.any()]
            assert row == view.get("row", [])
            assert observation.actions_left[0] == view["actions_left"]
            kind = int(observation.pending.argmax())
            pending = view["pending"]
            assert (pending and pending["kind"]) == (PENDING_NAMES[kind - 1] if kind else None)
            assert observation.chests.sum() == len(view.get("chests", ()))
            assert observation.opened.sum() == len(view.get("chests_opened", ()))


def test_seat_observes_the_cards_it_put_on_the_deck() -> None:
    """The last card comes first, and the other seat observes none of them."""
    rules, rng = Rules.preset("black-magic"), random.Random(5)
    for number in range(40):
        game = Game(rules, 2, number)
        cards_put: list[str] = []
        while not game.over and len(game.moves) < 400:
            spells = [m for m in game.legal_moves if m.kind in ("lantern", "keep", "put")]
            move = game.push(rng.choice(spells or game.legal_moves))
            if move.kind == "put":
                cards_put.append(move.card or "")
            elif cards_put:
                break
            maker = game.players.index(game.turn)
        if len(cards_put) != 3 or move.kind in (
            "retreat",
            "skip",
            "rum",
            "lantern",
            "weapons",
            "chest",
        ):
            continue
        top = [cards(rules, place) for place in observe(game.packed_state(), maker).top]
        assert top == [{card: 1} for card in reversed(cards_put)]
        assert not observe(game.packed_state(), 1 - maker).top.any()
        return
    pytest.fail("no lantern was played")


def test_turns_left_counts_down_from_the_limit() -> None:
    endless = game_in_play(Rules.preset("jamaica"), 2, 1, 30)
    assert observe(endless.packed_state(), 0).turns_left[0] == MAX_TURNS
    limited = game_in_play(Rules.preset("jamaica", turn_limit=100), 2, 1, 30)
    left = 100 - limited.position()["turns"]
    assert observe(limited.packed_state(), 0).turns_left[0] == left


def test_observations_are_in_the_observation_space() -> None:
    assert sum(int(np.prod(shape)) for shape, _ in FIELDS.values()) == SIZE
    space = Spaces(Rules.preset("jamaica"), 2, compact=False).vector
    for number in range(30):
        preset = list(DISTINCT)[number % len(DISTINCT)]
        states = played(Rules.preset(preset), 2 + number % 4, number, 300)
        observation = observe(states, 0)
        assert space.contains(np.frombuffer(observation.tobytes(), np.int8))


def test_record_protocol_matches_its_dtype() -> None:
    assert_matches_dtype(ObservationRecord, OBSERVATION)


def test_documentation_lists_every_field() -> None:
    text = (Path(__file__).parents[2] / "docs" / "spaces.md").read_text("utf-8")
    table = text[text.index("| field | shape |") :]
    documented = {}
    for names, shape in re.findall(
        r"^\| (`.*?) \| (\d+(?: × \d+)?)(?: each)? \|", table, re.MULTILINE
    ):
        for name in re.findall(r"`(\w+)`", names):
            documented[name] = tuple(map(int, shape.split(" × ")))
    assert documented == {name: shape for name, (shape, _) in FIELDS.items()}
