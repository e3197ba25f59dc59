"""The sounds of the browser client: up to date, short, quiet enough and without clicks."""

import json

import numpy as np
import pytest

from tools import sounds
from tools.synthesis import PEAK


def test_files_are_as_the_tool_writes_them() -> None:
    data, index = sounds.write()
    assert data == sounds.DATA.read_bytes()
    assert index == sounds.INDEX.read_text("utf-8")


def test_all_sounds_together_stay_below_the_limit() -> None:
    assert 20 <= len(sounds.SOUNDS) <= 25
    assert len(sounds.LOOPS) == 2
    assert sounds.DATA.stat().st_size <= sounds.MAX_BYTES


def spectrum(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the frequencies and the power of a sound, as the client hears it."""
    rate, start, length = json.loads(sounds.INDEX.read_text("utf-8"))[name]
    heard = sounds.decode(sounds.DATA.read_bytes()[start : start + length])
    return np.fft.rfftfreq(len(heard), 1 / rate), np.abs(np.fft.rfft(heard)) ** 2


def loudest(name: str) -> float:
    """Return the frequency with the most power."""
    f, power = spectrum(name)
    return float(f[power.argmax()])


def centre(name: str) -> float:
    """Return the centre of gravity of a spectrum, in hertz."""
    f, power = spectrum(name)
    return float((f * power).sum() / power.sum())


def test_bell_and_jump_have_their_notes() -> None:
    assert loudest("bell") == pytest.approx(784, abs=3)
    assert loudest("vault") == pytest.approx(392, abs=3)
    assert loudest("refuse") < 130


def test_surfaces_and_materials_sound_different() -> None:
    assert centre("plank") < 0.6 * centre("stone") < 0.6 * centre("sand")
    assert centre("sand") > 4 * centre("stone")
    assert centre("surf") > 2 * centre("tunnel")
    # Metal and paper sound bright, wood and cloth sound dark.
    bright, dark = ("coin", "chain", "blade", "card"), ("plank", "creak", "sail")
    assert min(map(centre, bright)) > 2 * max(map(centre, dark))


def test_sounds_of_every_turn_are_quieter() -> None:
    levels = {name: np.abs(wave).max() for name, (_, wave) in sounds.render().items()}
    often = ("tick", "card", "play", "hop", "stone", "plank", "sand")
    assert max(levels[name] for name in often) < 0.7 * levels["bell"]


@pytest.mark.parametrize("name", [*sounds.SOUNDS, *sounds.LOOPS])
def test_sound_is_neither_too_loud_nor_silent_nor_clipped(name: str) -> None:
    rate, start, length = json.loads(sounds.INDEX.read_text("utf-8"))[name]
    heard = sounds.decode(sounds.DATA.read_bytes()[start : start + length])
    peak = np.abs(heard).max()
    assert peak <= PEAK
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
