"""The choice of the package's prebuilt library, and the cases without one."""

from pathlib import Path

import pytest

from cartagena.jit import prebuilt

SOURCE = b'''"""A module."""
A = 1  # one


def f(x: int) -> int:
    """Return x."""
    # A comment.
    return x + A
'''


@pytest.mark.parametrize(
    ("platform", "machine", "name"),
    [
        ("linux", "x86_64", "x86_64-linux.so"),
        ("linux", "aarch64", "aarch64-linux.so"),
        ("darwin", "arm64", "aarch64-macos.dylib"),
        ("darwin", "x86_64", "x86_64-macos.dylib"),
        ("win32", "AMD64", "x86_64-windows.dll"),
    ],
)
def test_there_is_a_library_for_each_platform(
    platform: str, machine: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setattr("platform.machine", lambda: machine)
    file = prebuilt.library_file()
    assert file is not None
    assert file.name == name
    assert file.stat().st_size > 50_000


def test_there_is_none_for_other_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    assert prebuilt.library_file() is None
    assert "on riscv64" in (prebuilt.problem() or "")


def test_comments_and_docstrings_do_not_change_the_code() -> None:
    other = SOURCE.replace(b"# A comment.", b"# Another one.").replace(b"Return x.", b"Add one.")
    other = other.replace(b"# one", b"").replace(b"A module", b"Another module")
    assert prebuilt.bytes_digest([other]) != prebuilt.bytes_digest([SOURCE])
    assert prebuilt.code_digest([other]) == prebuilt.code_digest([SOURCE])


@pytest.mark.parametrize(
    ("before", "after"), [(b"A = 1", b"A = 2"), (b"x + A", b"x - A"), (b"    return", b"return")]
)
def test_other_changes_change_the_code(before: bytes, after: bytes) -> None:
    assert prebuilt.code_digest([SOURCE.replace(before, after)]) != prebuilt.code_digest([SOURCE])


def test_a_missing_manifest_is_not_current(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prebuilt, "MANIFEST", tmp_path / "manifest.json")
    assert not prebuilt.is_current()
