"""A game is played to its end under the rules it began with, even across an upgrade."""

from pathlib import Path
from random import Random
from typing import cast

import pytest

from cartagena.bots import Budget, create
from cartagena.bots.bot import choose_move
from cartagena.rules.version import RULES_VERSION
from cartagena.server.clock import SYSTEM_CLOCK
from cartagena.server.engine.engine import Engine
from cartagena.server.errors import Conflict
from cartagena.server.scheduler import TableScheduler
from cartagena.server.settings import Settings
from cartagena.server.tables import reducer
from cartagena.server.tables.bus import TableBus
from cartagena.server.tables.events import Event, Moved
from cartagena.server.tables.table import Table
from tests.server.tables.test_registry import Node, next_move, opened


def good_move(table: Table, _now: int) -> Event:
    """Return a move that brings the game closer to its end."""
    assert table.game is not None
    move = choose_move(table.game, create("deckhand"), Random(1), Budget())
    return Moved(table.game.decider, move.text, "player")


async def test_a_program_with_other_rules_does_not_touch_a_running_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as storage:
        old = Node(storage)
        table = await old.running_table()
        assert table.setup.rules_version == RULES_VERSION
        table = await old.registry.act(table.id, next_move)
        log = await storage.read(table.id)
        with monkeypatch.context() as upgrade:
            upgrade.setattr(reducer, "RULES_VERSION", RULES_VERSION + 1)
            new = Node(storage)
            for attempt in (
                new.registry.act(table.id, next_move),
                new.registry.table(table.id),
                new.registry.as_of(table.id, 1),
            ):
                with pytest.raises(Conflict) as refusal:
                    await attempt
                assert refusal.value.kind == "other-rules"
            assert new.registry.open_tables == 0
        assert await storage.read(table.id) == log
        # After a restart, the old program plays the game to its end.
        again = Node(storage)
        while (table := await again.registry.table(table.id)).status != "finished":
            await again.registry.act(table.id, good_move)
        assert table.game is not None
        assert table.game.over


@pytest.mark.parametrize("upgraded", [False, True])
async def test_a_sweep_is_not_held_up_by_games_of_other_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, upgraded: bool
) -> None:
    async with opened(tmp_path) as storage:
        node = Node(storage, seconds=1)
        table = await node.running_table()
        assert await storage.due(SYSTEM_CLOCK.now(), 10) == [table.id]
        if upgraded:
            monkeypatch.setattr(reducer, "RULES_VERSION", RULES_VERSION + 1)
        new = Node(storage)
        engine = cast("Engine", None)  # The sweep does not need the old rules.
        scheduler = TableScheduler(
            new.registry, TableBus(), engine, Settings(), is_watched=lambda _: False
        )
        await scheduler.resume(table.id, SYSTEM_CLOCK.now())
        await scheduler.close()
        left = await storage.due(SYSTEM_CLOCK.now(), 10)
        assert left == ([] if upgraded else [table.id])
