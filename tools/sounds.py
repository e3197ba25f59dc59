"""Model the sounds of the browser client and write them to one file.

    python -m tools.sounds                 writes src/cartagena/web/sounds.bin and its index
    python -m tools.sounds --look FOLDER   also writes a WAV file and a spectrogram of each sound

Every sound is modelled from the building blocks of `tools/synthesis.py`: noise through filters for
paper, boots and water, damped modes for wood and metal, glides for voices. A sample is 8-bit µ-law, which the client expands; the loops of the
background are sampled at half the rate. The same source gives the same bytes.
"""

import argparse
import json
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tools.synthesis import (
    LOOP_RATE,
    PEAK,
    RATE,
    Wave,
    band,
    decay,
    fade_out,
    glide,
    looped,
    mix,
    modes,
    noise,
    normalized,
    seconds,
    swell,
    tap,
)

WEB: Final = Path(__file__).parents[1] / "src" / "cartagena" / "web"
DATA: Final = WEB / "sounds.bin"
INDEX: Final = WEB / "sounds.json"

MAX_BYTES: Final = 200_000
_MU: Final = 255.0


def paper(seed: int, length: float = 0.16) -> Wave:
    """Return a card that slides over cards."""
    return band(noise(length, seed), 1800, 6500) * swell(length, 0.05)


def card_flip() -> Wave:
    """Return a card that is turned over: a bend and a slap."""
    return mix(0.2, (0, 0.5 * paper(3, 0.1)), (0.09, tap(0.1, 4, 900, 5000, 0.012)))


def card_play() -> Wave:
    """Return a card that is put down."""
    wood = modes(0.18, [(180, 0.5, 0.02), (310, 0.3, 0.015)])
    return mix(
        0.22,
        (0, 0.4 * paper(5, 0.08)),
        (0.06, tap(0.12, 6, 500, 4500, 0.014)),
        (0.06, wood[: int(0.16 * RATE)]),
    )


def boot_stone() -> Wave:
    """Return a boot on flagstone."""
    return mix(
        0.15,
        (0, tap(0.12, 11, 300, 2600, 0.012)),
        (0, modes(0.1, [(140, 0.7, 0.018)])),
        (0.02, 0.25 * tap(0.1, 12, 2500, 6000, 0.02)),
    )


def boot_plank() -> Wave:
    """Return a boot on a plank."""
    return mix(
        0.2,
        (0, modes(0.2, [(155, 1.0, 0.03), (240, 0.6, 0.022), (413, 0.3, 0.014)])),
        (0, 0.4 * tap(0.05, 13, 500, 3000, 0.008)),
    )


def boot_sand() -> Wave:
    """Return a boot on sand."""
    return 0.9 * band(noise(0.18, 14), 700, 4200) * swell(0.18, 0.045)


def hop() -> Wave:
    """Return the air around a pirate that leaps."""
    t = seconds(0.2)
    return (
        band(noise(0.2, 15), 400, 1800) * swell(0.2, 0.09) * (0.6 + 0.4 * np.sin(2 * np.pi * 9 * t))
    )


def vault() -> Wave:
    """Return a plucked note. The client raises its pitch with each pirate that is jumped over."""
    return modes(
        0.28, [(392, 1.0, 0.06), (784, 0.45, 0.04), (1176, 0.2, 0.03), (1571, 0.1, 0.02)]
    ) * np.minimum(1, seconds(0.28) / 0.003)


def chain() -> Wave:
    """Return the rattle of a chain."""
    link = modes(0.09, [(2310, 0.5, 0.012), (3470, 0.4, 0.01), (5130, 0.25, 0.008)])
    random = np.random.default_rng(17)
    starts = np.cumsum(random.uniform(0.022, 0.05, 9))
    return mix(0.46, *((float(at), float(random.uniform(0.4, 1)) * link) for at in starts))


def latch() -> Wave:
    """Return an iron latch and the gate behind it."""
    iron = modes(
        0.3, [(520, 0.7, 0.03), (1130, 0.5, 0.025), (1987, 0.35, 0.02), (2893, 0.2, 0.015)]
    )
    return mix(
        0.34,
        (0, 0.5 * tap(0.03, 18, 1500, 6000, 0.005)),
        (0.03, iron),
        (0.1, 0.5 * iron[: int(0.2 * RATE)]),
    )


def cork() -> Wave:
    """Return a cork that leaves its bottle."""
    return mix(
        0.26,
        (0, glide(0.07, [300, 900]) * swell(0.07, 0.05)),
        (0.065, tap(0.05, 19, 400, 3500, 0.008)),
        (0.11, 0.35 * band(noise(0.14, 20), 900, 3500) * swell(0.14, 0.05)),
    )


def blade() -> Wave:
    """Return blades that meet."""
    ring = modes(0.5, [(1860, 0.5, 0.09), (2790, 0.45, 0.07), (4210, 0.3, 0.05), (5480, 0.2, 0.03)])
    return mix(0.5, (0, 0.5 * tap(0.04, 21, 2500, 7000, 0.008)), (0.008, ring))


def creak() -> Wave:
    """Return timber that creaks."""
    t = seconds(0.42)
    rasp = np.sign(np.sin(2 * np.pi * np.cumsum(np.interp(t, [0, 0.2, 0.42], [42, 66, 38])) / RATE))
    return band(rasp, 300, 1500) * swell(0.42, 0.2)


def splash() -> Wave:
    """Return water that is hit."""
    drops = [
        (0.16 + 0.055 * n, 0.3 * glide(0.05, [900 + 130 * n, 1500 + 90 * n]) * swell(0.05, 0.015))
        for n in range(4)
    ]
    return mix(0.5, (0, band(noise(0.45, 22), 350, 3200) * decay(0.45, 0.08, 0.02)), *drops)


def sail() -> Wave:
    """Return a sail that fills, and the wake."""
    flap = band(noise(0.16, 23), 150, 900) * decay(0.16, 0.035, 0.01)
    return mix(
        0.75,
        (0, flap),
        (0.1, 0.6 * flap),
        (0.12, 0.55 * band(noise(0.6, 24), 250, 1600) * swell(0.6, 0.25)),
    )


def cheer() -> Wave:
    """Return a few voices that cheer."""
    random = np.random.default_rng(25)
    total = np.zeros(int(0.75 * RATE))
    for _ in range(6):
        start, pitch = random.uniform(0, 0.09), random.uniform(170, 330)
        voice = glide(
            0.6, [pitch, pitch * 1.35, pitch * 1.3, pitch * 1.05], (1, 0.7, 0.5, 0.35, 0.25, 0.18)
        )
        total += mix(0.75, (float(start), band(voice, 500, 1500) * swell(0.6, 0.16)))
    return total


def parrot() -> Wave:
    """Return a parrot that squawks twice."""
    squawk = glide(0.13, [1300, 1900, 1150], (1, 0.8, 0.6, 0.4)) * swell(0.13, 0.04)
    squawk *= 1 + 0.5 * np.sign(np.sin(2 * np.pi * 95 * seconds(0.13)))
    return mix(0.36, (0, squawk), (0.19, 0.85 * squawk))


def coin() -> Wave:
    """Return a coin that lands."""
    ring = modes(0.22, [(3140, 0.6, 0.04), (4870, 0.5, 0.03), (6210, 0.3, 0.02)])
    return mix(0.36, (0, ring), (0.1, 0.6 * ring), (0.17, 0.35 * ring))


def hook_catch() -> Wave:
    """Return a hook that catches iron."""
    return mix(
        0.3,
        (0, 0.5 * hop()[: int(0.12 * RATE)]),
        (0.1, modes(0.2, [(890, 0.7, 0.04), (1720, 0.5, 0.03), (2630, 0.3, 0.02)])),
    )


def lantern_light() -> Wave:
    """Return a flame that catches."""
    return mix(
        0.4,
        (0, 0.7 * tap(0.06, 26, 2500, 7000, 0.012)),
        (0.05, band(noise(0.33, 27), 120, 800) * swell(0.33, 0.1)),
    )


def bell() -> Wave:
    """Return a ship's bell: it is your turn."""
    return modes(
        0.8, [(784, 0.8, 0.22), (1568, 0.4, 0.14), (2117, 0.3, 0.1), (3214, 0.15, 0.06)]
    ) * np.minimum(1, seconds(0.8) / 0.002)


def refuse() -> Wave:
    """Return a dull knock: that does not work."""
    return modes(0.16, [(110, 1, 0.025), (165, 0.5, 0.02)])


def tick() -> Wave:
    """Return a light touch: something was chosen."""
    return mix(0.05, (0, modes(0.05, [(620, 0.7, 0.008), (1240, 0.3, 0.005)])))


def victory() -> Wave:
    """Return four rising notes of a concertina."""
    notes = [392.0, 523.25, 659.25, 783.99]
    reeds = [
        (
            0.15 * n,
            glide(0.34 if n < 3 else 0.6, [f, f], (1, 0.6, 0.45, 0.3, 0.2))
            * swell(0.34 if n < 3 else 0.6, 0.05),
        )
        for n, f in enumerate(notes)
    ]
    return mix(1.05, *reeds)


def dusk() -> Wave:
    """Return two low notes that fall: another player has won."""
    return mix(
        0.8,
        (0, glide(0.4, [294, 294], (1, 0.5, 0.25)) * swell(0.4, 0.06)),
        (0.3, glide(0.5, [220, 218], (1, 0.5, 0.25)) * swell(0.5, 0.08)),
    )


SOUNDS: Final[dict[str, Callable[[], Wave]]] = {
    "tick": tick,
    "card": lambda: paper(1),
    "flip": card_flip,
    "play": card_play,
    "stone": boot_stone,
    "plank": boot_plank,
    "sand": boot_sand,
    "hop": hop,
    "vault": vault,
    "chain": chain,
    "latch": latch,
    "cork": cork,
    "blade": blade,
    "creak": creak,
    "hook": hook_catch,
    "lantern": lantern_light,
    "parrot": parrot,
    "coin": coin,
    "splash": splash,
    "sail": sail,
    "cheer": cheer,
    "bell": bell,
    "refuse": refuse,
    "victory": victory,
    "dusk": dusk,
}


QUIETER: Final[dict[str, float]] = {
    "tick": 10,
    "hop": 7,
    "refuse": 5,
    "card": 5,
    "flip": 4,
    "play": 4,
    "stone": 4,
    "plank": 4,
    "sand": 6,
    "vault": 3,
    "dusk": 6,
    "victory": 3,
}
"""Decibels below the loudest sounds. A sound of every turn stays in the background."""

# The loops of the background.


def tunnel() -> Wave:
    """Return a tunnel: air, and drops of water."""
    length, random = 2.8, np.random.default_rng(31)
    air = 0.25 * band(noise(length, 32, LOOP_RATE), 60, 300, LOOP_RATE)
    t = np.arange(int(0.12 * LOOP_RATE)) / LOOP_RATE
    for at in (0.9, 1.55, 2.1):
        pitch = random.uniform(900, 1500)
        drop = 0.12 * np.sin(2 * np.pi * (pitch + 1800 * t) * t) * 0.5 ** (t / 0.02)
        first = int(at * LOOP_RATE)
        air[first : first + len(drop)] += drop
    return looped(air, 0.4)


def surf() -> Wave:
    """Return the sea: a wave that comes and goes."""
    length = 3.0
    t = np.arange(int(length * LOOP_RATE)) / LOOP_RATE
    level = 0.35 + 0.65 * np.sin(np.pi * t / length) ** 2
    return looped(band(noise(length, 33, LOOP_RATE), 120, 1500, LOOP_RATE) * level, 0.4)


LOOPS: Final[dict[str, Callable[[], Wave]]] = {"tunnel": tunnel, "surf": surf}
LOOP_PEAK: Final = 10 ** (-14 / 20)


# The file.


def encode(sound: Wave) -> bytes:
    """Write a sound as 8-bit µ-law: -1 is 0, silence 128, 1 is 255."""
    squeezed = np.sign(sound) * np.log1p(_MU * np.abs(sound)) / np.log1p(_MU)
    return bytes(np.round(128 + 127 * squeezed).astype(np.uint8))


def decode(data: bytes) -> Wave:
    """Read a sound that was written by `encode`, as the client does."""
    squeezed = (np.frombuffer(data, np.uint8).astype(float) - 128) / 127
    return np.sign(squeezed) * ((1 + _MU) ** np.abs(squeezed) - 1) / _MU


def render() -> dict[str, tuple[int, Wave]]:
    """Return every sound with its sample rate."""
    sounds = {
        name: (RATE, fade_out(normalized(make(), PEAK * 10 ** (-QUIETER.get(name, 0) / 20))))
        for name, make in SOUNDS.items()
    }
    return sounds | {
        name: (LOOP_RATE, normalized(make(), LOOP_PEAK)) for name, make in LOOPS.items()
    }


def write() -> tuple[bytes, str]:
    """Return the data of all sounds and the index: for each its rate, start and length."""
    data, index = b"", {}
    for name, (rate, sound) in render().items():
        encoded = encode(sound)
        index[name] = [rate, len(data), len(encoded)]
        data += encoded
    return data, json.dumps(index) + "\n"


def look(folder: Path) -> None:
    """Write a WAV file and a spectrogram of each sound, as the client will hear it."""
    from PIL import Image

    folder.mkdir(parents=True, exist_ok=True)
    for name, (rate, sound) in render().items():
        heard = decode(encode(sound))
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(rate)
            file.writeframes((32767 * heard).astype("<i2").tobytes())
        Image.fromarray(spectrogram(heard)).resize((480, 256)).save(folder / f"{name}.png")
        level = 20 * np.log10(np.sqrt(np.mean(heard**2)))
        peak = 20 * np.log10(np.abs(heard).max())
        print(f"{name:10s} {len(heard) / rate:5.2f} s  peak {peak:6.1f} dB  mean {level:6.1f} dB")


def spectrogram(sound: Wave, size: int = 256) -> NDArray[Any]:
    """Return a picture of a sound: time to the right, frequency upwards, 70 dB of grey."""
    padded = np.concatenate([sound, np.zeros(size)])
    steps = range(0, len(sound), size // 4)
    frames = np.array([padded[at : at + size] * np.hanning(size) for at in steps])
    power = np.abs(np.fft.rfft(frames, axis=1)).T[::-1] ** 2
    level = 10 * np.log10(power / power.max() + 1e-12)
    return np.asarray(255 * np.clip((level + 70) / 70, 0, 1), np.uint8)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.sounds", description=__doc__)
    parser.add_argument("--look", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    sounds, listing = write()
    DATA.write_bytes(sounds)
    INDEX.write_text(listing, "utf-8")
    print(f"{len(render())} sounds, {len(sounds)} bytes")
    if options.look:
        look(options.look)
