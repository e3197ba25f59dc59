from pathlib import Path

import pytest

from cartagena.cli import MISTAKE, main
from tests.support.markup import check_page

FEW = ["--rules", "short", "--deals", "2", "--jobs", "1"]


def test_bots_play_and_are_rated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, html = tmp_path / "results.jsonl", tmp_path / "report.html"
    bots = ["arena", "deckhand:5n", "drunk", *FEW]
    assert main([*bots, "--out", str(out), "--html", str(html)]) == 0
    told = capsys.readouterr().out
    assert "4 games of short with 2 players" in told
    assert "deckhand:5n" in told
    check_page(html.read_text(encoding="utf-8"))
    assert main(["ratings", str(out)]) == 0
    assert capsys.readouterr().out == told
    assert main([*bots, "--out", str(out)]) == MISTAKE
    assert main([*bots, "--out", str(out), "--resume"]) == 0
    assert capsys.readouterr().out == told


def test_many_bots_at_many_seats(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "deckhand", "drunk", "drunk", "--players", "3", *FEW]) == 0
    assert "6 games of short with 3 players" in capsys.readouterr().out


def test_a_sequential_test(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--until-better", "deckhand", "drunk", "--sprt", "0,200", "--deals", "60"]
    assert main(["arena", "drunk", "deckhand", *FEW, *words]) == 0
    assert "deckhand is better than drunk" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["parrot", "drunk"], "There is no bot 'parrot'"),
        (["drunk", "--deals", "0"], "at least one deal"),
        (["drunk", "--players", "6"], "2 to 5 players"),
        (["drunk", "--jobs", "0"], "At least one process"),
        (["drunk", "--rules", "chess"], "no preset"),
        (["drunk", "--budget", "soon"], "A budget is written"),
        (["drunk", "--resume"], "name the file"),
        (["drunk", "--sprt", "0,10"], "two different bots"),
        (["drunk", "deckhand", "--until-better", "drunk", "bosun"], "two of the bots that play"),
        (["drunk", "deckhand", "--anchor", "bosun"], "does not play"),
    ],
)
def test_mistakes_are_told_in_a_sentence(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *FEW, *words]) == MISTAKE
    assert told in capsys.readouterr().err


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ratings", str(tmp_path / "none.jsonl")]) == MISTAKE
    assert "cannot be read" in capsys.readouterr().err
