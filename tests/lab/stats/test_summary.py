"""What is made of the facts: every number found again in games that were made up."""

from random import Random

import pytest

from cartagena.lab.stats import report
from cartagena.lab.stats.facts import GameFacts
from cartagena.lab.stats.options import changed_rules, effect
from cartagena.lab.stats.page import page
from cartagena.lab.stats.play import Settings
from cartagena.lab.stats.summary import summarise
from cartagena.rules.options import Rules
from cartagena.rules.presets import PRESETS
from tests.support.markup import check_page

RULES = Rules.preset("jamaica")
SETTINGS = Settings("jamaica", 2, ("ann<b>",), 1)


def made_up(games: int, turns: int = 20) -> list[GameFacts]:
    """Games in which the first seat wins three of four, and whoever holds more hats all of them."""
    chance, places = Random(1), len(RULES.places)
    found = []
    for deal in range(games):
        hats = chance.randrange(4)
        winner = 0 if hats > 1 else 1 if hats == 1 else chance.randrange(2)
        opening = [[0, 0, hats, 6 - hats, 0, 0], [0, 0, 1, 1, 2, 2]]
        facts = GameFacts(deal, ("ann<b>",) * 2, winner, turns + deal % 3, 60, [0, 1, 0], opening)
        facts.arrivals, facts.drawn = [1] * places, [0, 2, *[0] * (places - 2)]
        facts.played, facts.gained = [2, 0, 4, 0, 0, 0], [10, 0, 40, 0, 0, 0]
        facts.kinds.update({"advance": 6, "retreat": 1})
        found.append(facts)
    return found


def test_every_number_is_found_again() -> None:
    found = summarise(SETTINGS, RULES, made_up(300))
    assert found.games == 300
    assert found.turns.mean == pytest.approx(21)
    assert found.mean_turns.low < 21 < found.mean_turns.high < 21.2
    assert [round(rate.value, 1) for rate in found.seats] == [0.6, 0.4]
    assert found.seats[0].low < found.seats[0].value < found.seats[0].high
    assert found.no_winner.value == 0
    assert 2 <= found.mean_lead_changes.value <= 3
    bottle, hat = found.symbols[0], found.symbols[2]
    assert (bottle.name, bottle.played, bottle.steps) == ("bottle", 2.0, 5.0)
    assert (hat.name, hat.played, hat.steps) == ("hat", 4.0, 10.0)
    assert hat.dealt.low > 0.1
    assert bottle.dealt.value == 0  # nobody was dealt any
    assert found.tiles[0].arrivals == 6
    assert found.tiles[0].drawn == 2
    assert found.cards_drawn == 2
    assert found.kinds == [("advance", 6.0), ("retreat", 1.0)]


def test_intervals_are_taken_between_deals() -> None:
    games = made_up(100)
    once = summarise(SETTINGS, RULES, games)
    twice = summarise(SETTINGS, RULES, [*games, *games])  # the same deals again say nothing new
    assert twice.mean_turns.low == pytest.approx(once.mean_turns.low)
    assert twice.seats[0].low == pytest.approx(once.seats[0].low)
    assert twice.symbols[2].dealt.low == pytest.approx(once.symbols[2].dealt.low)


def test_a_game_that_never_ends_is_no_length() -> None:
    games = made_up(50)
    games[0].winner, games[0].turns = None, 5_000
    found = summarise(SETTINGS, RULES, games)
    assert found.no_winner.value == pytest.approx(0.02)
    assert found.turns.high < 25


def test_one_option_is_changed_at_a_time() -> None:
    changes = list(changed_rules(RULES))
    assert len({(option, value) for option, value, _ in changes}) == len(changes)
    for option, value, changed in changes:
        assert changed.to_mapping() == RULES.to_mapping() | {option: value}
    options = {option for option, _, _ in changes}
    assert {"hands", "supply", "fewest_actions", "leave_goal", "pirates"} <= options
    assert not {"magic", "filibusters", "tunnel", "turn_limit"} & options


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_options_to_change(preset: str) -> None:
    assert len(list(changed_rules(Rules.preset(preset)))) > 3


def test_reports_tell_everything() -> None:
    found = summarise(SETTINGS, RULES, made_up(200))
    longer = summarise(SETTINGS, RULES, made_up(200, turns=25))
    effects = [effect("leave_goal", False, found, longer)]
    assert effects[0].turns.value == pytest.approx(5)
    assert effects[0].turns.low > 4.5
    told = report.text(found, effects)
    for words in ("200 games of jamaica", "A game lasts 21.0", "second", "The lead changes"):
        assert words in told
    for words in ("hat", "1 (1 to 6)", "retreat", "leave_goal: false", "+5.0"):
        assert words in told
    made = page(found, effects)
    check_page(made)
    assert made.count("<svg") == 5
    assert "option" not in report.text(found, [])
    check_page(page(found, []))


def test_unfair_seats_are_named() -> None:
    assert "the first seat wins more" in report.fairness(summarise(SETTINGS, RULES, made_up(300)))
    few = summarise(SETTINGS, RULES, made_up(3))
    assert "no seat is clearly off it" in report.fairness(few)
