"""The figures of one game, checked against games whose every move is known."""

from cartagena.game import Game
from cartagena.lab.arena.schedule import Fixture
from cartagena.lab.stats.facts import GameFacts, facts_of, steps_made
from cartagena.rules.options import Rules

SEATS = ("ann", "bob")


def test_counts_moves_by_kind() -> None:
    game = Game("jamaica", 2, 7, first="blue")
    hand = game.view("blue")["hands"]["blue"]
    card = next(iter(hand))
    first = next(move for move in game.legal_moves if move.text.startswith(f"{card} jail-"))
    game.push(first)
    space = int(str(first.target))
    second = next(move for move in game.legal_moves if move.origin == "jail")
    game.push(second)
    game.push("pass")
    facts = facts_of(game, Fixture(3, 0, 0, SEATS, 7))
    assert (facts.deal, facts.seats, facts.winner, facts.turns, facts.moves) == (
        3,
        SEATS,
        None,
        1,
        3,
    )
    assert facts.kinds == {"advance": 2, "pass": 1}
    assert sum(facts.cards_played) == 2
    assert facts.arrivals[space] == 1
    assert sum(facts.steps_gained) == space + int(str(second.target))
    assert [sum(dealt) for dealt in facts.opening] == [6, 6]


def test_counts_drawn_cards_at_the_target_of_the_retreat() -> None:
    game = Game("jamaica", 2, 7, first="blue")
    while not any(move.kind == "retreat" for move in game.legal_moves):
        game.push(game.legal_moves[0])
    before = facts_of(game, Fixture(0, 0, 0, SEATS, 7))
    assert sum(before.cards_drawn) == 0
    retreat = next(move for move in game.legal_moves if move.kind == "retreat")
    seat, sizes = game.turn, game.view(0)["hand_sizes"]
    game.push(retreat)
    drawn = game.view(0)["hand_sizes"][seat] - sizes[seat]
    after = facts_of(game, Fixture(0, 0, 0, SEATS, 7))
    assert after.cards_drawn[int(str(retreat.target))] == drawn == sum(after.cards_drawn) > 0


def test_steps_are_counted_in_places() -> None:
    rules = Rules.preset("complete")
    game = Game(rules, 2, 1)
    state = game.packed_state()[0]
    assert steps_made(state, 0) == 0
    state.start[0] = 0
    state.own[0][0] = (1 << 18) | (1 << 19)  # the last space of the tunnel, the first of the jungle
    state.own[0][1] = 1 << 18
    state.aboard[0], state.home[0] = 2, 1
    places = rules.places
    assert steps_made(state, 0) == 18 + 18 + places.index("19") + 2 * places.index(
        "sloop"
    ) + places.index("cove")


def test_counts_lead_changes() -> None:
    def game(leaders: list[int], winner: int | None) -> GameFacts:
        return GameFacts(0, SEATS, winner, 10, 30, leaders, [])

    assert game([], None).lead_changes == 0
    assert game([0, 0, 1, 1], 1).lead_changes == 1
    assert game([0, 0, 1, 1], 0).lead_changes == 2
    assert game([0, 1, 0], None).lead_changes == 2
    assert game([0, 0, 1, 1], 0).leader_halfway == 0
    assert game([], 0).leader_halfway is None
