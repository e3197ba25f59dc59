"""Without a GPU, or without its compiler, a sentence says so."""

import pytest

from cartagena.lab.bench import gpu


def test_a_missing_compiler_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(gpu, "find_spec", lambda name: None)
    assert gpu.main([]) == gpu.NO_GPU
    told = capsys.readouterr()
    assert told.out == ""
    assert "numba-cuda is not installed" in told.err


def test_a_missing_gpu_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from numba import cuda

    monkeypatch.setattr(gpu, "find_spec", lambda name: object())
    monkeypatch.setattr(cuda, "is_available", lambda: False)
    assert gpu.main([]) == gpu.NO_GPU
    assert "no CUDA GPU here" in capsys.readouterr().err
