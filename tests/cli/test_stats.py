from pathlib import Path

import pytest

from cartagena.cli import MISTAKE, main
from tests.support.markup import check_page

FEW = ["--bots", "deckhand", "--games", "4", "--jobs", "1"]


@pytest.mark.slow
def test_bots_play_and_the_game_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    html = tmp_path / "page.html"
    words = ["stats", "short", *FEW, "--option-games", "2", "--html", str(html)]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "4 games of short with 2 players, played by deckhand" in told
    assert "magic: true" in told
    check_page(html.read_text(encoding="utf-8"))
    assert main([*words, "--seed", "1"]) == 0
    assert capsys.readouterr().out == told


def test_several_bots_take_all_seats(capsys: pytest.CaptureFixture[str]) -> None:
    bots = ["--bots", "deckhand", "drunk", "drunk", "--games", "4", "--jobs", "1"]
    assert main(["stats", "everything", *bots, "--players", "3", "--option-games", "0"]) == 0
    told = capsys.readouterr().out
    assert "6 games of everything with 3 players" in told
    assert "sail" in told
    assert "option" not in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["short", "--bots", "parrot"], "There is no bot 'parrot'"),
        (["short", "--games", "1"], "at least two games"),
        (["short", "--option-games", "1"], "at least two games"),
        (["short", "--players", "6"], "2 to 5 players"),
        (["short", "--jobs", "0"], "At least one process"),
        (["chess"], "no preset"),
    ],
)
def test_mistakes_are_told_in_a_sentence(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["stats", *words]) == MISTAKE
    assert told in capsys.readouterr().err
