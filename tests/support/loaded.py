"""Imported where test servers are forked from: all that a server needs, loaded and compiled."""

import gc
from contextlib import suppress
from importlib import import_module

import cartagena.cli.serve
import cartagena.server.run  # noqa: F401
from tools.compile import compile_all

LATE = (
    "anyio._backends._asyncio",
    "litestar._kwargs",
    "litestar.exceptions.responses",
    "litestar.middleware.response_cache",
    "litestar.plugins.attrs",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.protocols.websockets.auto",
)
"""What a server imports when it begins to serve: half of the work of a start."""

compile_all()
for module in LATE:
    with suppress(ImportError):
        import_module(module)
# All of it stays: no server looks for garbage in it, and the memory stays shared.
gc.collect()
gc.freeze()
