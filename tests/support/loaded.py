"""Imported by the fork server: loads everything that a test server needs."""

import gc
from contextlib import suppress
from importlib import import_module

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
"""Modules that a server imports when it starts to serve: half of the work of a start."""

for module in LATE:
    with suppress(ImportError):
        import_module(module)
# Exempt all of it from garbage collection, so that servers share the memory.
gc.collect()
gc.freeze()
