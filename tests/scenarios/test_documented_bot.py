"""The bot of docs/api.md plays a whole game."""

import re
import subprocess
import sys
from pathlib import Path
from random import Random

from tests.support.servers import SHORT, Person, Server, me, play_out, seat

PAGE = Path(__file__).parents[2] / "docs" / "api.md"


def test_the_bot_of_the_documentation_plays(server: Server, anna: Person, tmp_path: Path) -> None:
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(code) == 1
    assert code[0].count("\n") < 60
    program = tmp_path / "bot.py"
    program.write_text(code[0])
    table = anna.table(me("blue"), seat("red"), rules=SHORT)
    bot = subprocess.Popen(
        [sys.executable, str(program), server.url, table], stdout=subprocess.PIPE, text=True
    )
    try:
        with anna.stream(table) as listening:
            for _, kind, event in listening.events():
                taken = kind == "snapshot" and event["table"]["seats"][1]["kind"] == "player"
                if taken or kind == "joined":
                    break
        anna.done(f"/tables/{table}/start")
        play_out([anna], table, Random(1), most=20_000)
        assert bot.communicate(timeout=60)[0] == "The game is over.\n"
    finally:
        bot.kill()
    assert bot.returncode == 0
