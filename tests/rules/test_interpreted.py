"""The interpreted rules: they play the same games, and no number overflows its field."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cartagena import Rules
from tests.rules.random_play import game_in_play
from tests.rules.trajectories import tell, tell_whole

ROOT = Path(__file__).parents[2]

# One preset of each family, and combinations of families.
TABLES: list[tuple[Rules, int]] = [
    (Rules.preset("jamaica"), 2),
    (Rules.preset("tortuga"), 3),
    (Rules.preset("hispaniola"), 4),
    (Rules.preset("island"), 2),
    (Rules.preset("complete"), 3),
    (Rules.preset("filibusters"), 5),
    (Rules.preset("black-magic"), 4),
    (Rules.preset("everything"), 5),
    (Rules.preset("everything", supply="row"), 2),
]
PHASES = (0, 400)
MOVES = 25
LONGEST = 20_000


def games() -> list[dict[str, Any]]:
    """Return new games and games in later phases."""
    return [
        {
            "rules": rules.to_mapping(),
            "players": players,
            "number": number,
            "position": game_in_play(rules, players, number, phase).position() if phase else None,
            "moves": MOVES,
        }
        for number, (rules, players) in enumerate(TABLES)
        for phase in PHASES
    ]


def whole_games(step: int) -> list[dict[str, Any]]:
    """Return a game at every `step`-th table, to be played to the end."""
    return [
        {"rules": rules.to_mapping(), "players": players, "number": number, "moves": LONGEST}
        for number, (rules, players) in list(enumerate(TABLES))[::step]
    ]


def interpreted(*games_as_json: list[dict[str, Any]]) -> list[list[list[int]]]:
    """Play both kinds of games without the compiler, where an overflow is an error."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = os.environ | {"CARTAGENA_KERNELS": "python", "PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-m", "tests.rules.trajectories"],
        check=False,
        input=json.dumps(games_as_json),
        capture_output=True,
        text=True,
        env=environment,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    answer: list[list[list[int]]] = json.loads(done.stdout)
    return answer


@pytest.mark.parametrize(
    "step", [pytest.param(4, marks=pytest.mark.slow), pytest.param(1, marks=pytest.mark.long)]
)
def test_the_interpreter_and_the_compiler_play_the_same_games(step: int) -> None:
    starts, whole = games(), whole_games(step)
    compiled = [tell(game) for game in starts]
    compiled_whole = [tell_whole(game) for game in whole]
    assert interpreted(starts, whole) == [compiled, compiled_whole]
    assert sum(len(checksums) for checksums in compiled) > len(starts) * MOVES // 2
