"""The lights of the board are visible on every ground, also for people with colour blindness."""

import re
from itertools import product
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "src" / "cartagena" / "web"
LIGHTS = ("possible", "chosen", "preview", "hint")
RIM = "#2a1f16"
CONTRAST = 3.0
"""The minimum contrast of a graphical object, by WCAG 1.4.11."""

Colour = tuple[float, float, float]

# Linear RGB as seen with a missing kind of cone (Machado, Oliveira and Fernandes 2009, severity 1).
EYES = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: str) -> Colour:
    """Return the linear RGB of a colour such as #2a1f16."""
    values = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    return r, g, b


def luminance(colour: str, eye: str) -> float:
    rgb = linear(colour)
    seen = [min(1, max(0, sum(m * c for m, c in zip(row, rgb, strict=True)))) for row in EYES[eye]]
    return 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]


def contrast(a: str, b: str, eye: str) -> float:
    low, high = sorted((luminance(a, eye), luminance(b, eye)))
    return (high + 0.05) / (low + 0.05)


def light(name: str) -> str:
    css = (WEB / "css" / "base.css").read_text("utf-8")
    (colour,) = re.findall(rf"--light-{name}: (#[0-9a-f]{{6}});", css)
    return str(colour)


def grounds() -> set[str]:
    """Return the main colours of rock, forest, water, floors and flagstones, from the drawings."""
    art = (WEB / "art.svg").read_text("utf-8")
    filled = set()
    for name in ("rock", "forest", "waves", "cobbles", "trail"):
        filled |= set(re.findall(rf'id="ct-{name}"[^>]*><rect[^>]* fill="(#\w{{6}})"', art))
    for stone in re.findall(r'<symbol id="ct-stone-.*?</symbol>', art):
        filled |= set(re.findall(r'fill="(#\w{6})"', stone)) - {"#000000"}
    assert len(filled) > 8
    return filled


@pytest.mark.parametrize(("name", "eye"), list(product(LIGHTS, EYES)))
def test_light_and_its_rim_are_seen_on_every_ground(name: str, eye: str) -> None:
    """A light differs from its dark rim, and one of the two differs from the ground."""
    assert contrast(light(name), RIM, eye) >= CONTRAST
    for ground in grounds():
        best = max(contrast(light(name), ground, eye), contrast(RIM, ground, eye))
        assert best >= CONTRAST, ground


@pytest.mark.parametrize("rim", [".halo .rim", ".target-edge", ".way .casing"])
def test_every_light_has_a_dark_rim(rim: str) -> None:
    css = (WEB / "css" / "board.css").read_text("utf-8")
    (rule,) = re.findall(rf"\n{re.escape(rim)} \{{([^}}]*)\}}", css)
    assert f"stroke: {RIM}" in rule


@pytest.mark.parametrize("colour", ["blue", "red", "green", "yellow", "purple"])
def test_pirates_at_home_have_an_edge_that_is_seen_on_their_banner(colour: str) -> None:
    banner = (WEB / "css" / "table-players.css").read_text("utf-8")
    share, paper = re.findall(r"color-mix\(in srgb, var\(--of\) (\d+)%, (#\w{6})\)", banner)[0]
    (edge,) = re.findall(r"art:not\(\.away\) \{\s*filter: drop-shadow\([^#]*(#\w{6})\)", banner)
    base = (WEB / "css" / "base.css").read_text("utf-8")
    (own,) = re.findall(rf"--{colour}: (#\w{{6}});", base)
    part = int(share) / 100
    pairs = zip(bytes.fromhex(own[1:]), bytes.fromhex(paper[1:]), strict=True)
    ground = "#" + bytes(round(part * a + (1 - part) * b) for a, b in pairs).hex()
    for eye in EYES:
        assert contrast(edge, ground, eye) >= CONTRAST
