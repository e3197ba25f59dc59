"""Bots in files, as the command line and the environments name them."""

from pathlib import Path
from random import Random

import pytest

from cartagena import CartagenaError, Game
from cartagena.bots import Budget, View
from cartagena.bots.entrant import read_entrant
from cartagena.bots.file_bot import split_file_bot
from cartagena.bots.registry import find

SOURCE = '''
from helper import pick

class Last:
    """Plays the last legal move, or the first one."""

    name = "last"
    searches = True

    def __init__(self, first: bool = False) -> None:
        self.index = 0 if first else -1

    def choose(self, view, legal, rng, budget):
        return pick(legal, self.index)
'''


@pytest.fixture
def bot_file(tmp_path: Path) -> Path:
    (tmp_path / "helper.py").write_text("def pick(moves, index): return moves[index]\n")
    file = tmp_path / "last_bot.py"
    file.write_text(SOURCE)
    return file


def test_a_bot_in_a_file_takes_options_and_a_budget(bot_file: Path) -> None:
    entrant = read_entrant(f"{bot_file}:Last@first=true:30n")
    assert (entrant.budget, entrant.searches) == (Budget(nodes=30), True)
    game = Game("jamaica", players=2, seed=1)
    move = entrant.bot().choose(View.of(game, game.decider), game.legal_moves, Random(1), Budget())
    assert move == game.legal_moves[0]
    plain = read_entrant(f"{bot_file}:Last:30n").bot()
    assert (
        plain.choose(View.of(game, game.decider), game.legal_moves, Random(1), Budget())
        == (game.legal_moves[-1])
    )


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("./a.py:Name", ("./a.py:Name", "")),
        ("./a.py:Name:100ms", ("./a.py:Name", ":100ms")),
        ("c/a.py:Name@x=1:5n", ("c/a.py:Name", "@x=1:5n")),
        ("captain:100ms", ("", "captain:100ms")),
    ],
)
def test_splits_the_file_from_the_rest(text: str, parts: tuple[str, str]) -> None:
    assert split_file_bot(text) == parts


def test_reports_files_that_do_not_work(bot_file: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken_bot.py"
    broken.write_text("1 / 0\n")
    for text, message in [
        (f"{tmp_path}/none.py:Bot", "There is no file"),
        (f"{bot_file}:First", "has no class or function 'First'"),
        (f"{broken}:Bot", "ZeroDivisionError"),
        (f"{bot_file}:Last@colour=red", "has no option 'colour'"),
    ]:
        with pytest.raises(CartagenaError, match=message):
            read_entrant(text)


def test_the_registry_does_not_load_files(bot_file: Path) -> None:
    with pytest.raises(CartagenaError, match="There is no bot"):
        find(f"{bot_file}:Last")
