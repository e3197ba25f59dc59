import pytest

from cartagena.bots import Budget
from cartagena.bots.entrant import budget_text, read_budget, read_entrant
from cartagena.errors import CartagenaError


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("100ms", Budget(seconds=0.1)),
        ("1.5s", Budget(seconds=1.5)),
        ("500n", Budget(nodes=500)),
        ("500 Nodes", Budget(nodes=500)),
    ],
)
def test_budgets_are_read(text: str, budget: Budget) -> None:
    assert read_budget(text) == budget
    assert read_budget(budget_text(budget)) == budget


@pytest.mark.parametrize("text", ["", "100", "ms", "-5n", "1.5n", "0n", "0s", "soon"])
def test_what_is_no_budget_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(CartagenaError, match=r"\.$"):
        read_budget(text)


def test_an_entrant_has_its_own_budget_or_the_common_one() -> None:
    common = Budget(nodes=9)
    assert read_entrant("drunk", common).budget == common
    assert read_entrant("drunk:20ms", common).budget == Budget(seconds=0.02)
    assert read_entrant("drunk@nodes=5", common).budget == Budget(nodes=5)
    assert read_entrant("drunk").budget == Budget()
    assert read_entrant("drunk:20ms").by_the_clock
    assert not read_entrant("drunk:20n").by_the_clock


def test_a_bot_that_searches_plays_by_the_clock_unless_it_counts_nodes() -> None:
    assert read_entrant("captain").by_the_clock
    assert not read_entrant("captain:20n").by_the_clock
    assert not read_entrant("bosun").by_the_clock


@pytest.mark.parametrize(
    "text",
    ["", ":5n", "drunk:", "drunk@", "drunk@5", "drunk:5n@nodes=5", "drunk@nodes=few", "parrot"],
)
def test_what_names_no_bot_is_refused(text: str) -> None:
    with pytest.raises(CartagenaError, match=r"\.$"):
        read_entrant(text)


def test_an_unknown_option_is_refused_at_once() -> None:
    with pytest.raises(CartagenaError, match="no such options: rum=3"):
        read_entrant("drunk@rum=3")
