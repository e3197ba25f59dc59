"""The statistics of simulated games with known figures."""

from random import Random

import pytest

from cartagena.lab.arena.schedule import Settings
from cartagena.lab.stats import report
from cartagena.lab.stats.facts import GameFacts
from cartagena.lab.stats.options import changed_rules, effect
from cartagena.lab.stats.page import page
from cartagena.lab.stats.summary import summarise
from cartagena.rules.options import Rules
from cartagena.rules.presets import PRESETS
from tests.support.markup import check_page

RULES = Rules.preset("jamaica")
SETTINGS = Settings(RULES, 2, ("ann<b>",), 1)


def simulate(games: int, turns: int = 20) -> list[GameFacts]:
    """Simulate games that are won by the seat with more hats."""
    rng, places = Random(1), len(RULES.places)
    all_facts = []
    for deal in range(games):
        hats = rng.randrange(4)
        winner = 0 if hats > 1 else 1 if hats == 1 else rng.randrange(2)
        opening = [[0, 0, hats, 6 - hats, 0, 0], [0, 0, 1, 1, 2, 2]]
        facts = GameFacts(deal, ("ann<b>",) * 2, winner, turns + deal % 3, 60, [0, 1, 0], opening)
        facts.arrivals, facts.cards_drawn = [1] * places, [0, 2, *[0] * (places - 2)]
        facts.cards_played, facts.steps_gained = [2, 0, 4, 0, 0, 0], [10, 0, 40, 0, 0, 0]
        facts.kinds.update({"advance": 6, "retreat": 1})
        all_facts.append(facts)
    return all_facts


def test_summary_has_the_expected_figures() -> None:
    statistics = summarise(SETTINGS, simulate(300))
    assert statistics.games == 300
    assert statistics.turns.mean == pytest.approx(21)
    assert statistics.mean_turns.low < 21 < statistics.mean_turns.high < 21.2
    assert [round(rate.value, 1) for rate in statistics.seats] == [0.6, 0.4]
    assert statistics.seats[0].low < statistics.seats[0].value < statistics.seats[0].high
    assert statistics.no_winner.value == 0
    assert 2 <= statistics.mean_lead_changes.value <= 3
    bottle, hat = statistics.symbols[0], statistics.symbols[2]
    assert (bottle.name, bottle.advances, bottle.steps) == ("bottle", 2.0, 5.0)
    assert (hat.name, hat.advances, hat.steps) == ("hat", 4.0, 10.0)
    assert hat.dealt.low > 0.1
    assert bottle.dealt.value == 0  # nobody was dealt any
    assert statistics.tiles[0].arrivals == 6
    assert statistics.tiles[0].cards_drawn == 2
    assert statistics.cards_drawn == 2
    assert statistics.kinds == [("advance", 6.0), ("retreat", 1.0)]


def test_intervals_come_from_the_spread_between_deals() -> None:
    games = simulate(100)
    once = summarise(SETTINGS, games)
    twice = summarise(SETTINGS, [*games, *games])  # repeated deals add no information
    assert twice.mean_turns.low == pytest.approx(once.mean_turns.low)
    assert twice.seats[0].low == pytest.approx(once.seats[0].low)
    assert twice.symbols[2].dealt.low == pytest.approx(once.symbols[2].dealt.low)


def test_endless_games_do_not_count_as_lengths() -> None:
    games = simulate(50)
    games[0].winner, games[0].turns = None, 5_000
    statistics = summarise(SETTINGS, games)
    assert statistics.no_winner.value == pytest.approx(0.02)
    assert statistics.turns.high < 25


def test_changed_rules_differ_in_one_option() -> None:
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


def test_report_and_page_cover_all_figures() -> None:
    statistics = summarise(SETTINGS, simulate(200))
    longer = summarise(SETTINGS, simulate(200, turns=25))
    effects = [effect("leave_goal", False, statistics, longer)]
    assert effects[0].turns.value == pytest.approx(5)
    assert effects[0].turns.low > 4.5
    text = report.text(statistics, effects)
    for part in ("200 games of jamaica", "A game lasts 21.0", "second", "The lead changes"):
        assert part in text
    for part in ("hat", "1 (1 to 6)", "retreat", "leave_goal: false", "+5.0"):
        assert part in text
    html = page(statistics, effects)
    check_page(html)
    assert html.count("<svg") == 5
    assert "option" not in report.text(statistics, [])
    check_page(page(statistics, []))


def test_fairness_names_unfair_seats() -> None:
    assert "the first seat wins more" in report.fairness(summarise(SETTINGS, simulate(300)))
    few = summarise(SETTINGS, simulate(3))
    assert "no seat clearly differs from it" in report.fairness(few)
