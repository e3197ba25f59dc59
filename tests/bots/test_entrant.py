from typing import Any

import pytest

from cartagena.bots import Bot, Budget
from cartagena.bots.captain import Captain
from cartagena.bots.drunk import Drunk
from cartagena.bots.entrant import budget_text, option_types, read_budget, read_entrant, read_option
from cartagena.bots.handicap import Cook
from cartagena.bots.legend import Legend
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
def test_reads_budgets(text: str, budget: Budget) -> None:
    assert read_budget(text) == budget
    assert read_budget(budget_text(budget)) == budget


@pytest.mark.parametrize("text", ["", "100", "ms", "-5n", "1.5n", "0n", "0s", "soon"])
def test_rejects_invalid_budgets(text: str) -> None:
    with pytest.raises(CartagenaError, match=r" must .*\.$"):
        read_budget(text)


def test_an_entrant_has_its_own_budget_or_the_common_one() -> None:
    common = Budget(nodes=9)
    assert read_entrant("drunk", common).budget == common
    assert read_entrant("drunk:20ms", common).budget == Budget(seconds=0.02)
    assert read_entrant("drunk@nodes=5", common).budget == Budget(nodes=5)
    assert read_entrant("drunk").budget == Budget()
    assert read_entrant("drunk:20ms").by_the_clock
    assert not read_entrant("drunk:20n").by_the_clock


@pytest.mark.parametrize("text", ["captain:100ms@threads=2", "captain@threads=2:100ms"])
def test_a_budget_may_stand_before_or_after_the_options(text: str) -> None:
    entrant = read_entrant(text)
    assert (entrant.name, entrant.budget) == ("captain", Budget(seconds=0.1))
    assert entrant.options == (("threads", 2),)


def test_a_bot_that_searches_plays_by_the_clock_unless_it_counts_nodes() -> None:
    assert read_entrant("captain").by_the_clock
    assert not read_entrant("captain:20n").by_the_clock
    assert not read_entrant("bosun").by_the_clock


@pytest.mark.parametrize(
    "text",
    ["", ":5n", "drunk:", "drunk@", "drunk@5", "drunk:5n@nodes=5", "drunk@nodes=few", "parrot"],
)
def test_rejects_texts_that_name_no_bot(text: str) -> None:
    with pytest.raises(CartagenaError, match=r"\.$"):
        read_entrant(text)


def test_options_have_the_types_that_the_bot_declares() -> None:
    options = dict(read_entrant("legend:5n@reuse_tree=false,c_puct=1,horizon=2,net=plain").options)
    assert options == {"reuse_tree": False, "c_puct": 1.0, "horizon": 2, "net": "plain"}
    assert [type(value) for value in options.values()] == [bool, float, int, str]
    assert read_entrant("cook@noise_or_nodes=3").options == (("noise_or_nodes", 3.0),)


def test_option_types_are_read_from_the_factory() -> None:
    assert option_types(Drunk) == {}
    assert option_types(Cook) == {"noise_or_nodes": float, "spread": float}
    assert option_types(Captain)["sequential_halving"] is bool
    assert {**option_types(Captain), "net": str, "search": bool} == option_types(Legend)


def test_options_of_a_bot_without_types_are_numbers_if_they_look_like_one() -> None:
    def parrot(words, **more) -> Bot:  # type: ignore[no-untyped-def]
        raise NotImplementedError

    assert option_types(parrot) == {"words": None}
    values: list[Any] = [read_option("words", text, None) for text in ("3", "3.5", "three")]
    assert values == [3, 3.5, "three"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("drunk@rum=3", r"drunk has no option 'rum'\. Its options are nodes, seconds\."),
        ("captain@reuse_tree=1", r"reuse_tree must be true or false, not '1'\."),
        ("captain@threads=many", r"threads must be a whole number, not 'many'\."),
        ("captain@c_puct=high", r"c_puct must be a number, not 'high'\."),
        ("captain:5n@nodes=5", r"must have one budget, not two\."),
    ],
)
def test_rejects_invalid_options(text: str, message: str) -> None:
    with pytest.raises(CartagenaError, match=message):
        read_entrant(text)
