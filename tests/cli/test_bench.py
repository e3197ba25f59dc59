import sys
from types import ModuleType, SimpleNamespace

import pytest

from cartagena.cli import MISTAKE, main


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, bool]]:
    """Replace the benchmark with a stub and return the list of its calls."""
    recorded: list[tuple[float, bool]] = []

    def run(seconds: float, json: bool) -> int:
        recorded.append((seconds, json))
        return 0

    bench = ModuleType("cartagena.lab.bench")
    bench.__dict__["rules"] = SimpleNamespace(run=run)
    monkeypatch.setitem(sys.modules, "cartagena.lab.bench", bench)
    return recorded


def test_bench_passes_its_options_on(calls: list[tuple[float, bool]]) -> None:
    assert main(["bench"]) == 0
    assert main(["bench", "--json", "--seconds", "0.5"]) == 0
    assert calls == [(1.0, False), (0.5, True)]


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "soon"])
def test_rejects_invalid_seconds(seconds: str, calls: list[tuple[float, bool]]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        main(["bench", f"--seconds={seconds}"])
    assert exit_info.value.code == MISTAKE
    assert calls == []
