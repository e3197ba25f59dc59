"""Finished games: the record, the replay, and the proof that the shuffles were fair."""

from typing import Any

from litestar import Response, get, post

from cartagena.game import Game
from cartagena.server.answers import PROBLEMS, TableName
from cartagena.server.guard import Caller
from cartagena.server.problems import conflict
from cartagena.server.protocol import AnalysisState, Proof
from cartagena.server.services import Services, require
from cartagena.server.table import Table


def _finished(table: Table) -> Table:
    if table.status != "finished":
        raise conflict("running", "The game is not over yet: what is hidden stays hidden.")
    return table


@get("/api/tables/{table:str}/record", responses=PROBLEMS)
async def record(table: TableName, services: Services, caller: Caller) -> Response[dict[str, Any]]:
    """The finished game as a file for `cartagena verify` and `cartagena analyse`."""
    done = _finished(await services.watchable(table, caller))
    headers = {"content-disposition": f'attachment; filename="cartagena-{table}.json"'}
    return Response(done.record(), headers=headers)


@get("/api/tables/{table:str}/fairness", responses=PROBLEMS)
async def fairness(table: TableName, services: Services, caller: Caller) -> Proof:
    """The commitment and the contributions; after the end also the secret."""
    return Proof(**(await services.watchable(table, caller)).proof())


@get("/api/tables/{table:str}/replay", responses=PROBLEMS)
async def replay(table: TableName, services: Services, caller: Caller) -> list[dict[str, Any]]:
    """Every position of a finished game, with open hands: the deal, and after each move."""
    done = _finished(await services.watchable(table, caller))
    game = Game.replay(done.record())
    moves = [move.text for move in game.moves]
    positions = [_shown(game.position())]
    while game.moves:
        game.undo()
        positions.append(_shown(game.position()))
    positions.reverse()
    return [
        {"seat": seat, "move": move, "position": position}
        for seat, move, position in zip(
            [None, *done.movers], [None, *moves], positions, strict=True
        )
    ]


@post("/api/tables/{table:str}/analysis", status_code=202, responses=PROBLEMS)
async def begin_analysis(table: TableName, services: Services, caller: Caller) -> AnalysisState:
    """Have a finished game looked at: chances after every move, better moves, luck and play."""
    who = require(caller)
    return await services.studies.begin(_finished(await services.watchable(table, caller)), who)


@get("/api/tables/{table:str}/analysis", responses=PROBLEMS)
async def analysis(table: TableName, services: Services, caller: Caller) -> AnalysisState:
    """How far the analysis has come, and what it found."""
    return await services.studies.of(_finished(await services.watchable(table, caller)))


def _shown(position: dict[str, Any]) -> dict[str, Any]:
    for name in ("generator", "memory", "deck_seen"):
        position.pop(name, None)
    return position


HANDLERS = [record, fairness, replay, begin_analysis, analysis]
