"""Static checks run side by side, and each says what came of it."""

import sys

import pytest

from tools.checks import NODE_PROGRAMS, Check, run_all

FINE = Check("fine", (sys.executable, "-c", "print('not shown')"))
BROKEN = Check("broken", (sys.executable, "-c", "print('what is wrong'); exit(1)"))
ABSENT = Check("absent", (str(NODE_PROGRAMS / "no-such-program"),))


def test_what_passes_is_named_and_says_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_all([FINE])
    said = capsys.readouterr().out
    assert "== fine: passed after" in said
    assert "not shown" not in said


def test_one_that_fails_is_shown_and_the_others_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert not run_all([BROKEN, FINE])
    said = capsys.readouterr().out
    assert "== broken: FAILED after" in said
    assert "what is wrong" in said
    assert "== fine: passed after" in said


@pytest.mark.parametrize("profile", ["dev", "ci"])
def test_what_npm_brings_may_be_left_out_but_not_in_ci(
    profile: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HYPOTHESIS_PROFILE", profile)
    assert run_all([ABSENT]) == (profile == "dev")
    assert "absent: left out" in capsys.readouterr().out
