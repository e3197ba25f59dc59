"""What all tests share: Hypothesis's settings, what counts as slow, a server for each worker."""

import asyncio
import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.servers import Person, Server, running

# Until all tests are found, nearly everything that is made stays: looking for garbage finds none.
gc.disable()

# Compiling a rule on its first call takes seconds, so no example has a deadline.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


SLOW_FIXTURES = {"server", "browser"}
SCENARIOS = Path(__file__).parent / "scenarios"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests with a server or a browser as slow, and every scenario."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if fixtures & SLOW_FIXTURES or item.path.is_relative_to(SCENARIOS):
            item.add_marker(pytest.mark.slow)
    # Longest first: no worker is left with a test of a minute when the others have finished.
    items.sort(key=_how_early)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What is loaded by now stays: Python need not look for garbage in it again and again."""
    gc.collect()
    gc.freeze()
    gc.enable()


def _how_early(item: pytest.Item) -> int:
    if item.get_closest_marker("first") or item.path.is_relative_to(SCENARIOS):
        return 0
    return 1 if item.get_closest_marker("slow") else 2


@pytest.fixture(autouse=True)
def no_loop_of_playwright(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let tests without a browser run loops of their own.

    Playwright's loop counts as running in this thread from the first test with a browser on, and
    which tests a worker runs after that one is chance.
    """
    running_loop = asyncio._get_running_loop()
    if running_loop is None or "browser" in request.fixturenames:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running_loop)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run `async def` tests in asyncio."""
    return "asyncio"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("server")
    with running(folder) as started:
        yield started


@pytest.fixture
def anna(server: Server) -> Person:
    return server.person("Anna")


@pytest.fixture
def bert(server: Server) -> Person:
    return server.person("Bert")
