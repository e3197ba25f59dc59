from pathlib import Path

import pytest

from cartagena.cli import MISTAKE, main
from tests.support.markup import check_page

FEW = ["--bots", "deckhand", "--games", "4", "--jobs", "1"]


@pytest.mark.slow
def test_reports_the_same_statistics_for_the_same_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    html = tmp_path / "page.html"
    command = ["stats", "short", *FEW, "--option-games", "2", "--html", str(html)]
    assert main(command) == 0
    output = capsys.readouterr().out
    assert "4 games of short with 2 players, played by deckhand" in output
    assert "magic: true" in output
    check_page(html.read_text(encoding="utf-8"))
    assert main([*command, "--seed", "1"]) == 0
    assert capsys.readouterr().out == output


def test_several_bots_rotate_through_all_seats(capsys: pytest.CaptureFixture[str]) -> None:
    bots = ["--bots", "deckhand", "drunk", "drunk", "--games", "4", "--jobs", "1"]
    assert main(["stats", "everything", *bots, "--players", "3", "--option-games", "0"]) == 0
    output = capsys.readouterr().out
    assert "6 games of everything with 3 players" in output
    assert "sail" in output
    assert "option" not in output


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["short", "--bots", "parrot"], "There is no bot 'parrot'"),
        (["short", "--games", "1"], "--games must be at least 2"),
        (["short", "--option-games", "1"], "--option-games must be at least 2"),
        (["short", "--players", "6"], "2 to 5 players"),
        (["short", "--jobs", "0"], "--jobs must be at least 1"),
        (["chess"], "no preset"),
    ],
)
def test_rejects_invalid_options(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["stats", *options]) == MISTAKE
    assert message in capsys.readouterr().err
