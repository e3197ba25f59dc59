import pytest

from cartagena.errors import CartagenaError
from cartagena.lab.arena import report
from cartagena.lab.arena.page import page
from cartagena.lab.arena.sprt import Bounds, Sprt
from cartagena.lab.arena.summary import summarise
from cartagena.report.charts import histogram, scale
from tests.lab.arena.made_up_results import made_up
from tests.support.markup import check_page

STRENGTHS = {"ann<b>": 4.0, "bob": 2.0, "cid:100ms": 1.0}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_report_tells_everything(players: int) -> None:
    told = report.text(summarise(made_up(STRENGTHS, players, 40)))
    for word in ("ann<b>", "bob", "cid:100ms", "Elo", "seat", "The first seat won", "A game took"):
        assert word in told
    assert told.index("ann<b>") < told.index("cid:100ms")


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_page_is_well_formed_and_needs_nothing(players: int) -> None:
    results = made_up(STRENGTHS, players, 20)
    sprt = Sprt("bob", "cid:100ms", Bounds())
    for deal in results.whole_deals():
        sprt.add(deal)
    made = page(summarise(results, "bob", sprt))
    root = check_page(made)
    assert made.count("<svg") >= 4
    assert "prefers-color-scheme: dark" in made
    assert any("ann<b>" in (element.text or "") for element in root.iter())


def test_a_single_bot_has_seats_and_lengths_only() -> None:
    summary = summarise(made_up({"ann": 1.0}, 2, 10))
    assert "pairing" not in report.text(summary)
    check_page(page(summary))


def test_without_a_whole_deal_there_is_nothing_to_tell() -> None:
    results = made_up(STRENGTHS, 2, 1)
    results.games.pop()
    with pytest.raises(CartagenaError, match="no deal yet"):
        summarise(results)


def test_scales_are_round_and_wide_enough() -> None:
    assert scale(0, 1) == [0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert scale(-130, 948) == [-500, 0, 500, 1000]
    assert scale(5, 5)[0] < 5 < scale(5, 5)[-1]
    assert "<rect" in histogram([3.0, 3.0], "equal lengths", "moves")
