"""The sounds of the browser client: as the tool writes them, short, quiet enough and without clicks."""

import json

import numpy as np
import pytest

from tools import sounds


def test_files_are_as_the_tool_writes_them() -> None:
    data, index = sounds.write()
    assert data == sounds.DATA.read_bytes()
    assert index == sounds.INDEX.read_text("utf-8")


def test_all_sounds_together_stay_below_the_limit() -> None:
    assert 20 <= len(sounds.SOUNDS) <= 25
    assert len(sounds.LOOPS) == 2
    assert sounds.DATA.stat().st_size <= sounds.MAX_BYTES


@pytest.mark.parametrize("name", [*sounds.SOUNDS, *sounds.LOOPS])
def test_sound_is_neither_too_loud_nor_silent_nor_clipped(name: str) -> None:
    rate, start, length = json.loads(sounds.INDEX.read_text("utf-8"))[name]
    heard = sounds.decode(sounds.DATA.read_bytes()[start : start + length])
    peak = np.abs(heard).max()
    assert peak <= sounds.PEAK
    assert np.mean(np.abs(heard) >= 0.999 * peak) < 0.02, "clipped samples are all equally loud"
    assert np.sqrt(np.mean(heard**2)) > 10 ** (-40 / 20)
    assert 0.04 <= length / rate <= (1.1 if name in sounds.SOUNDS else 4)


@pytest.mark.parametrize("name", sounds.SOUNDS)
def test_sound_begins_and_ends_softly(name: str) -> None:
    _, start, length = json.loads(sounds.INDEX.read_text("utf-8"))[name]
    heard = sounds.decode(sounds.DATA.read_bytes()[start : start + length])
    assert abs(heard[-1]) < 0.01
    assert abs(heard[0]) < 0.2


@pytest.mark.parametrize("name", sounds.LOOPS)
def test_loop_repeats_without_a_seam(name: str) -> None:
    _, start, length = json.loads(sounds.INDEX.read_text("utf-8"))[name]
    heard = sounds.decode(sounds.DATA.read_bytes()[start : start + length])
    steps = np.abs(np.diff(heard))
    assert abs(heard[0] - heard[-1]) <= 3 * np.quantile(steps, 0.99)
