from pathlib import Path

import pytest

from cartagena.cli import MISTAKE, main
from tests.support.markup import check_page

FEW = ["--rules", "short", "--deals", "2", "--jobs", "1"]


def test_arena_saves_reports_and_resumes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, html = tmp_path / "results.jsonl", tmp_path / "report.html"
    bots = ["arena", "deckhand:5n", "drunk", *FEW]
    assert main([*bots, "--out", str(out), "--html", str(html)]) == 0
    output = capsys.readouterr().out
    assert "4 games of short with 2 players" in output
    assert "deckhand:5n" in output
    check_page(html.read_text(encoding="utf-8"))
    assert main(["ratings", str(out)]) == 0
    assert capsys.readouterr().out == output
    assert main([*bots, "--out", str(out)]) == MISTAKE
    assert main([*bots, "--out", str(out), "--resume"]) == 0
    assert capsys.readouterr().out == output


def test_three_bots_share_three_seats(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "deckhand", "drunk", "drunk", "--players", "3", *FEW]) == 0
    assert "6 games of short with 3 players" in capsys.readouterr().out


def test_sequential_test_finds_the_better_bot(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--until-better", "deckhand", "drunk", "--sprt", "0,200", "--deals", "60"]
    assert main(["arena", "drunk", "deckhand", *FEW, *options]) == 0
    assert "deckhand is better than drunk" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["parrot", "drunk"], "There is no bot 'parrot'"),
        (["drunk", "--deals", "0"], "--deals must be at least 1"),
        (["drunk", "--players", "6"], "2 to 5 players"),
        (["drunk", "--jobs", "0"], "--jobs must be at least 1"),
        (["drunk", "--rules", "chess"], "no preset"),
        (["drunk", "--budget", "soon"], "A budget must look like"),
        (["drunk", "--resume"], "--resume needs --out FILE"),
        (["drunk", "--sprt", "0,10"], "two different bots"),
        (["drunk", "deckhand", "--until-better", "drunk", "bosun"], "two of the bots that play"),
        (["drunk", "deckhand", "--anchor", "bosun"], "is not one of the bots"),
    ],
)
def test_rejects_invalid_options(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *FEW, *options]) == MISTAKE
    assert message in capsys.readouterr().err


def test_ratings_rejects_a_missing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ratings", str(tmp_path / "none.jsonl")]) == MISTAKE
    assert "cannot be read" in capsys.readouterr().err
