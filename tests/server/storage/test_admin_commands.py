"""Every node carries out each command of an operator once."""

from pathlib import Path

from cartagena.server.clock import SYSTEM_CLOCK
from cartagena.server.storage import database
from cartagena.server.storage.admin_commands import AdminCommands, SqlCommands, issue, prune
from cartagena.server.storage.ports import Command, CommandStore


class LateCommand:
    """A store in which a command appears after one with a higher number."""

    def __init__(self) -> None:
        self.commands = [Command(2, "revoke", "bert")]

    async def after(self, number: int) -> list[Command]:
        return sorted(command for command in self.commands if command.number > number)


def node(store: CommandStore, revoked: list[str]) -> AdminCommands:
    async def on_revoke(identity: str) -> None:
        revoked.append(identity)

    async def nothing(*_: str) -> None:
        pass

    def on_reach(_identity: str) -> None:
        pass

    return AdminCommands(store, on_revoke, nothing, nothing, nothing, nothing, on_reach)


async def test_carries_out_a_command_whose_transaction_took_longer() -> None:
    store, revoked = LateCommand(), list[str]()
    commands = node(store, revoked)
    await commands.poll()
    store.commands.append(Command(1, "revoke", "anna"))
    await commands.poll()
    await commands.poll()
    assert revoked == ["bert", "anna"]


async def test_carries_out_a_command_that_follows_pruned_ones(tmp_path: Path) -> None:
    engine = database.connect(database.read_url(str(tmp_path / "test.db")))
    await database.migrate(engine)
    revoked: list[str] = []
    commands = node(SqlCommands(engine), revoked)
    await issue(engine, "revoke", "anna", "bert")
    await commands.poll()
    await prune(engine, SYSTEM_CLOCK.now() + 1)
    await issue(engine, "revoke", "carl")
    await commands.poll()
    assert revoked == ["anna", "bert", "carl"]
    await engine.dispose()
