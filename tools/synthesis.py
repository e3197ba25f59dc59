"""Building blocks of sounds: noise, envelopes, filters, damped modes and glides."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

RATE: Final = 16_000
LOOP_RATE: Final = 8_000
"""The loops of the background have no high frequencies."""
PEAK: Final = 10 ** (-6 / 20)
"""No sample is louder than -6 dBFS."""

Wave = NDArray[np.float64]


def seconds(length: float, rate: int = RATE) -> Wave:
    """Return the times of the samples of a sound."""
    return np.arange(int(length * rate)) / rate


def noise(length: float, seed: int, rate: int = RATE) -> Wave:
    """Return white noise."""
    return np.random.default_rng(seed).uniform(-1, 1, int(length * rate))


def decay(length: float, half_life: float, attack: float = 0.002, rate: int = RATE) -> Wave:
    """Return an envelope that rises in `attack` seconds and then falls by half each half-life."""
    t = seconds(length, rate)
    return np.minimum(1, t / attack) * 0.5 ** (np.maximum(0, t - attack) / half_life)


def swell(length: float, peak: float, rate: int = RATE) -> Wave:
    """Return an envelope that rises to 1 at `peak` seconds and falls to 0 at the end."""
    t = seconds(length, rate)
    return (
        np.where(
            t < peak,
            np.sin(0.5 * np.pi * t / peak),
            np.cos(0.5 * np.pi * (t - peak) / (length - peak)),
        )
        ** 2
    )


def band(sound: Wave, low: float, high: float, rate: int = RATE) -> Wave:
    """Keep the frequencies between two limits, with soft edges of an octave."""
    spectrum = np.fft.rfft(sound)
    f = np.maximum(1e-9, np.fft.rfftfreq(len(sound), 1 / rate))
    gain = 1 / (1 + (low / f) ** 4) / (1 + (f / high) ** 4)
    return np.fft.irfft(spectrum * gain, len(sound))


def modes(length: float, partials: Sequence[tuple[float, float, float]]) -> Wave:
    """Return damped modes, each with a frequency, a level and a half-life: wood, metal, glass."""
    t = seconds(length)
    return sum(
        (level * np.sin(2 * np.pi * f * t) * 0.5 ** (t / half) for f, level, half in partials),
        np.zeros_like(t),
    )


def glide(length: float, pitches: Sequence[float], harmonics: Sequence[float] = (1.0,)) -> Wave:
    """Return a tone that glides through pitches, evenly spaced in time."""
    t = seconds(length)
    f = np.interp(t, np.linspace(0, length, len(pitches)), pitches)
    phase = 2 * np.pi * np.cumsum(f) / RATE
    return sum(
        (level * np.sin((n + 1) * phase) for n, level in enumerate(harmonics)), np.zeros_like(t)
    )


def mix(length: float, *parts: tuple[float, Wave]) -> Wave:
    """Mix sounds, each starting at its own time."""
    total = np.zeros(int(length * RATE))
    for start, sound in parts:
        first = int(start * RATE)
        last = min(len(total), first + len(sound))
        total[first:last] += sound[: last - first]
    return total


def tap(length: float, seed: int, low: float, high: float, half_life: float) -> Wave:
    """Return a short burst of filtered noise."""
    return band(noise(length, seed), low, high) * decay(length, half_life)


def looped(sound: Wave, fade: float) -> Wave:
    """Fade the end of a sound into its beginning, so that it repeats without a seam."""
    n = int(fade * LOOP_RATE)
    ramp = np.linspace(0, 1, n)
    body = sound[n:].copy()
    body[-n:] = body[-n:] * np.sqrt(1 - ramp) + sound[:n] * np.sqrt(ramp)
    return body


def normalized(sound: Wave, peak: float = PEAK) -> Wave:
    """Remove the mean, fade out at the end and scale the loudest sample to a given level."""
    sound = sound - sound.mean()
    return sound * float(0.98 * peak / np.abs(sound).max())


def fade_out(sound: Wave, length: float = 0.012) -> Wave:
    """Let the last milliseconds fade, so that a sound ends without a click."""
    n = min(len(sound), int(length * RATE))
    return np.concatenate([sound[:-n], sound[-n:] * np.linspace(1, 0, n)])
