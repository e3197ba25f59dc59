"""The two documented bots, with our client and without it, play a whole game."""

import re
import subprocess
import sys
from pathlib import Path
from random import Random

from tests.support.servers import SHORT, Person, Server, me, play_out, seat
from tests.support.waiting import wait_until

PAGE = Path(__file__).parents[2] / "docs" / "api.md"


def test_the_documented_bots_play_a_game(server: Server, anna: Person, tmp_path: Path) -> None:
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(code) == 2
    table = anna.table(me("blue"), seat("red"), seat("green"), rules=SHORT)
    bots = []
    try:
        for number, program in enumerate(code):
            assert program.count("\n") < 60
            (tmp_path / f"{number}.py").write_text(program)
            command = [sys.executable, str(tmp_path / f"{number}.py"), server.url, table]
            bots.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        wait_until(
            lambda: all(each["kind"] == "player" for each in anna.look(table)["table"]["seats"])
        )
        anna.done(f"/tables/{table}/start")
        play_out([anna], table, Random(1), max_moves=20_000)
        for bot in bots:
            assert bot.communicate(timeout=60)[0] == "The game is over.\n"
    finally:
        for bot in bots:
            bot.kill()
    assert [bot.returncode for bot in bots] == [0, 0]
