"""Shared by all tests: settings of Hypothesis, slow tests, and a server per worker."""

import gc
import os

# These two are for event loops, as their documentation says.
from asyncio import _get_running_loop as get_running_loop
from asyncio import _set_running_loop as set_running_loop
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.servers import Person, Server, running

# Nearly all objects created during collection stay alive, so looking for garbage is a waste of
# time.
gc.disable()

# The first call of a rule may compile it for seconds, so examples have no deadline.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


SLOW_FIXTURES = {"server", "browser"}
SCENARIOS = Path(__file__).parent / "scenarios"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every scenario, and every test with a server or a browser, as slow."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if fixtures & SLOW_FIXTURES or item.path.is_relative_to(SCENARIOS):
            item.add_marker(pytest.mark.slow)
    # The longest tests start first, so that no worker still runs one after the others have
    # finished.
    items.sort(key=_priority)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Exempt everything loaded so far from garbage collection."""
    gc.collect()
    gc.freeze()
    gc.enable()


def _priority(item: pytest.Item) -> int:
    if item.get_closest_marker("first") or item.path.is_relative_to(SCENARIOS):
        return 0
    return 1 if item.get_closest_marker("slow") else 2


@pytest.fixture(autouse=True)
def no_loop_of_playwright(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let tests without a browser run event loops of their own.

    After the first test with a browser, Playwright's loop counts as running in this thread, and the
    same worker may run any other test afterwards.
    """
    running_loop = get_running_loop()
    if running_loop is None or "browser" in request.fixturenames:
        yield
        return
    set_running_loop(None)
    yield
    set_running_loop(running_loop)


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
