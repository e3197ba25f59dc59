import sys
from types import ModuleType, SimpleNamespace

import pytest

from cartagena.cli import MISTAKE, main


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, bool]]:
    """What the lab was asked to measure; it measures nothing here."""
    calls: list[tuple[float, bool]] = []

    def run(seconds: float, json: bool) -> int:
        calls.append((seconds, json))
        return 0

    bench = ModuleType("cartagena.lab.bench")
    bench.__dict__["rules"] = SimpleNamespace(run=run)
    monkeypatch.setitem(sys.modules, "cartagena.lab.bench", bench)
    return calls


def test_the_lab_measures(asked: list[tuple[float, bool]]) -> None:
    assert main(["bench"]) == 0
    assert main(["bench", "--json", "--seconds", "0.5"]) == 0
    assert asked == [(1.0, False), (0.5, True)]


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "soon"])
def test_a_measurement_takes_some_time(seconds: str, asked: list[tuple[float, bool]]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(["bench", f"--seconds={seconds}"])
    assert leaving.value.code == MISTAKE
    assert asked == []
