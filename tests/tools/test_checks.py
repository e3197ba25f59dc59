"""Static checks run in parallel, and each reports its result."""

import sys

import pytest

from tools.checks import NODE_PROGRAMS, Check, run_all

FINE = Check("fine", (sys.executable, "-c", "print('not shown')"))
BROKEN = Check("broken", (sys.executable, "-c", "print('what is wrong'); exit(1)"))
ABSENT = Check("absent", (str(NODE_PROGRAMS / "no-such-program"),))


def test_passed_check_prints_no_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_all([FINE])
    output = capsys.readouterr().out
    assert "== fine: passed after" in output
    assert "not shown" not in output


def test_failed_check_prints_its_output_and_others_still_run(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert not run_all([BROKEN, FINE])
    output = capsys.readouterr().out
    assert "== broken: FAILED after" in output
    assert "what is wrong" in output
    assert "== fine: passed after" in output


@pytest.mark.parametrize("profile", ["dev", "ci"])
def test_missing_npm_program_is_skipped_except_on_ci(
    profile: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HYPOTHESIS_PROFILE", profile)
    assert run_all([ABSENT]) == (profile == "dev")
    assert "absent: skipped" in capsys.readouterr().out
