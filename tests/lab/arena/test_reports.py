import pytest

from cartagena.errors import CartagenaError
from cartagena.lab.arena import report
from cartagena.lab.arena.page import page
from cartagena.lab.arena.sprt import Bounds, Sprt
from cartagena.lab.arena.summary import summarise
from cartagena.report.charts import histogram, scale
from tests.lab.arena.simulated_results import simulate
from tests.support.markup import check_page

STRENGTHS = {"ann<b>": 4.0, "bob": 2.0, "cid:100ms": 1.0}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_report_covers_bots_seats_and_lengths(players: int) -> None:
    text = report.text(summarise(simulate(STRENGTHS, players, 40)))
    for part in ("ann<b>", "bob", "cid:100ms", "Elo", "seat", "The first seat won", "A game took"):
        assert part in text
    assert text.index("ann<b>") < text.index("cid:100ms")


@pytest.mark.parametrize("players", [2, 3, 5])
def test_page_is_well_formed_and_self_contained(players: int) -> None:
    file = simulate(STRENGTHS, players, 20)
    sprt = Sprt("bob", "cid:100ms", Bounds())
    for deal in file.complete_deals():
        sprt.add(deal)
    html = page(summarise(file, "bob", sprt))
    root = check_page(html)
    assert html.count("<svg") >= 4
    assert "prefers-color-scheme: dark" in html
    assert any("ann<b>" in (element.text or "") for element in root.iter())


def test_single_bot_has_no_pairings() -> None:
    summary = summarise(simulate({"ann": 1.0}, 2, 10))
    assert "pairing" not in report.text(summary)
    check_page(page(summary))


def test_rejects_a_file_without_a_complete_deal() -> None:
    file = simulate(STRENGTHS, 2, 1)
    file.games.pop()
    with pytest.raises(CartagenaError, match="No deal has been played"):
        summarise(file)


def test_scales_are_round_and_cover_the_values() -> None:
    assert scale(0, 1) == [0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert scale(-130, 948) == [-500, 0, 500, 1000]
    assert scale(5, 5)[0] < 5 < scale(5, 5)[-1]
    assert "<rect" in histogram([3.0, 3.0], "equal lengths", "moves")
