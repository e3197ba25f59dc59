"""Static checks run in parallel, and each reports its result."""

import sys
from pathlib import Path

import pytest

from tools.checks import NODE_PROGRAMS, Check, run_all, run_with

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


def test_the_longest_check_runs_next_to_a_command(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The command waits for the others, and the check waits for the command."""
    sign = tmp_path / "sign"
    wait = f"import pathlib, time\nwhile not pathlib.Path({str(sign)!r}).exists(): time.sleep(0.01)"
    make = f"import pathlib; pathlib.Path({str(sign)!r}).touch(); print('the command ran')"
    longest = Check("longest", (sys.executable, "-c", wait))
    short = Check("short", (sys.executable, "-c", ""))
    assert run_with((sys.executable, "-c", make), (longest, short))
    passed, _tests, ran, after = capfd.readouterr().out.splitlines()
    assert passed.startswith("== short: passed")
    assert ran == "the command ran"
    assert after.startswith("== longest: passed")


@pytest.mark.parametrize("broken", range(3))
def test_fails_if_a_check_or_the_command_fails(broken: int) -> None:
    longest, short, command = (BROKEN if part == broken else FINE for part in range(3))
    assert not run_with(command.command, (longest, short))
