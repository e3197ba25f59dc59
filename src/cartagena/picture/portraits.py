"""Portraits of the rivals: eleven people in medallions, each in three moods.

A portrait is a picture of 160 by 160 units. What makes a face recognisable at 32 pixels is large and differs in
silhouette: hat, hair, beard, and the thing that each person carries.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from cartagena.picture.svg_writer import CREAM, INK, circle, ellipse, group, path, tag

MOODS: Final = ("", "glad", "sour")
"""Calm, pleased and annoyed. Files are named after level and mood."""

SIZE: Final = 160
_WHITE: Final = "#fffdf4"
_LIPS: Final = "#b3362e"
_MOUTH: Final = "#6d1f1a"
_BRASS: Final = "#e3b23c"


@dataclass(frozen=True)
class _Face:
    """The look of a rival. Drawings are layers, from the back to the front."""

    ground: str
    """Colour of the medallion."""
    skin: str
    brows: str
    back: str
    """Hair and things behind the head."""
    coat: str
    head: str
    front: str
    """Hair, beard and marks on the face, below eyes and mouth."""
    hat: str
    eyes: Callable[[str], str]
    mouth: Callable[[str], str]


def _line(d: str, colour: str = INK, width: float = 4) -> str:
    return path(d, stroke=colour, stroke_width=width, stroke_linecap="round")


def _plain(d: str, fill: str) -> str:
    return path(d, fill, stroke="none")


def _dot(x: float, y: float, r: float, fill: str = INK) -> str:
    return circle(x, y, r, fill, stroke="none")


_SHOULDERS: Final = "M14 168C16 132 46 122 80 122C114 122 144 132 146 168Z"
_OVAL: Final = "M46 78C46 44 114 44 114 78C114 108 100 124 80 124C60 124 46 108 46 78Z"
_SQUARE: Final = "M44 76C44 46 116 46 116 76L114 104C112 122 96 128 80 128C64 128 48 122 46 104Z"
_LONG: Final = "M50 74C50 44 110 44 110 74C110 108 98 130 80 130C62 130 50 108 50 74Z"


# Eyes and brows. The mood moves the brows and narrows the eyes.


def _brows(mood: str, colour: str, y: float = 72, width: float = 5) -> str:
    inner, outer = {"": (0, 0), "glad": (-4, -2), "sour": (5, -3)}[mood]
    return _line(
        f"M54 {y + outer}Q62 {y - 5 + (inner + outer) / 2} 71 {y + inner}"
        f"M106 {y + outer}Q98 {y - 5 + (inner + outer) / 2} 89 {y + inner}",
        colour,
        width,
    )


def _round_eyes(colour: str, size: float = 4.6, y: float = 84) -> Callable[[str], str]:
    def draw(mood: str) -> str:
        if mood == "glad":
            eyes = _line(f"M57 {y + 2}Q63 {y - 7} 69 {y + 2}M91 {y + 2}Q97 {y - 7} 103 {y + 2}")
        else:
            eyes = _dot(63, y, size) + _dot(97, y, size)
            eyes += _dot(64.6, y - 1.6, size / 3, _WHITE) + _dot(98.6, y - 1.6, size / 3, _WHITE)
        return eyes + _brows(mood, colour, y - 12)

    return draw


def _big_eyes(colour: str, iris: str, y: float = 84) -> Callable[[str], str]:
    def draw(mood: str) -> str:
        if mood == "glad":
            return _round_eyes(colour, y=y)(mood)
        look = 0 if mood == "" else 2
        eyes = "".join(
            ellipse(x, y, 8.6, 9.6, _WHITE, stroke_width=3)
            + _dot(x, y + look, 5.2, iris)
            + _dot(x, y + look, 2.8)
            + _dot(x + 1.8, y - 2 + look, 1.7, _WHITE)
            for x in (62, 98)
        )
        return eyes + _brows(mood, colour, y - 14)

    return draw


def _sleepy_eyes(mood: str) -> str:
    if mood == "glad":
        return _round_eyes("#7a4a24")(mood)
    lids = "".join(
        ellipse(x, 84, 8, 8, _WHITE, stroke_width=3)
        + _dot(x + 1, 87, 3.6)
        + path(f"M{x - 9} 84Q{x} 72 {x + 9} 84Z", "#e7a583", stroke_width=3)
        for x in (62, 98)
    )
    return lids + _brows(mood, "#7a4a24", 70)


def _patch_eyes(mood: str) -> str:
    patch = _line("M48 64L112 92", INK, 4) + path(
        "M86 76H110C111 94 104 98 98 98S86 92 86 76Z", INK, stroke_width=3
    )
    if mood == "glad":
        eye = _line("M56 86Q62 77 69 86")
    else:
        eye = _dot(63, 84, 4.8) + _dot(64.6, 82.4, 1.6, _WHITE)
    slant = {"": 0, "glad": -3, "sour": 5}[mood]
    return eye + _line(f"M52 {71 - slant / 2}Q62 65 72 {71 + slant}", "#241813", 6) + patch


def _spectacles(mood: str) -> str:
    rings = "".join(
        circle(x, 85, 12.5, "#dff2f766", stroke=_BRASS, stroke_width=4) for x in (62, 98)
    )
    return _round_eyes("#4b3626", 4)(mood) + rings + _line("M74.5 84Q80 80 85.5 84", _BRASS, 4)


def _pale_eyes(mood: str) -> str:
    if mood == "glad":
        return _round_eyes("#aebfc4")(mood)
    eyes = "".join(
        path(f"M{x - 10} 86Q{x} 75 {x + 10} 86Q{x} 94 {x - 10} 86Z", _WHITE, stroke_width=3)
        + _dot(x, 85.5, 4.8, "#2f8f8a")
        + _dot(x, 85.5, 2.2)
        for x in (62, 98)
    )
    return eyes + _brows(mood, "#aebfc4", 72, 6)


# Mouths.


def _lips(y: float = 108, width: float = 13) -> Callable[[str], str]:
    def draw(mood: str) -> str:
        if mood == "glad":
            d = f"M{80 - width} {y - 3}Q80 {y + 19} {80 + width} {y - 3}Z"
            teeth = f"M{80 - width + 3} {y - 2}H{80 + width - 3}L{80 + width - 5} {y + 3}H{80 - width + 5}Z"
            return path(d, _MOUTH, stroke_width=3.4) + _plain(teeth, _WHITE)
        if mood == "sour":
            return _line(f"M{80 - width + 2} {y + 6}Q80 {y - 6} {80 + width - 2} {y + 6}")
        return _line(f"M{80 - width + 2} {y}Q80 {y + 7} {80 + width - 2} {y}")

    return draw


def _red_lips(y: float = 108) -> Callable[[str], str]:
    def draw(mood: str) -> str:
        if mood == "glad":
            return _lips(y)(mood)
        bend = 7 if mood == "" else -6
        top = y if mood == "" else y + 5
        d = f"M68 {top}Q74 {top - 4} 80 {top - 1}Q86 {top - 4} 92 {top}Q80 {top + bend + 3} 68 {top}Z"
        return path(d, _LIPS, stroke_width=3)

    return draw


def _gap_grin(mood: str) -> str:
    if mood == "sour":
        return _lips(107)(mood)
    depth = 15 if mood == "" else 22
    return path(f"M64 102Q80 {102 + depth} 96 102Z", _MOUTH, stroke_width=3.4) + _plain(
        "M67 103.4H78V109H71ZM83 103.4H93L89 109H83Z", _WHITE
    )


def _in_beard(y: float = 106) -> Callable[[str], str]:
    def draw(mood: str) -> str:
        if mood == "glad":
            return path(f"M68 {y - 2}Q80 {y + 15} 92 {y - 2}Z", _MOUTH, stroke_width=3) + _plain(
                f"M71 {y - 1}H89L86 {y + 3}H74Z", _WHITE
            )
        bend = 4 if mood == "" else -6
        return _line(f"M71 {y + 2}Q80 {y + 2 + bend} 89 {y + 2}", "#f0c9a8", 4)

    return draw


def _no_mouth(_mood: str) -> str:
    return ""


def _drunk() -> _Face:
    stubble = "".join(
        _dot(x, y, 1.4, "#8a5a3c")
        for x, y in ((56, 104), (62, 111), (70, 116), (80, 118), (90, 116), (98, 111), (104, 104))
    )
    bottle = (
        path("M120 160V126L125 118V98H137V118L142 126V160Z", "#2f7d4f")
        + path("M123 100H139V90H123Z", "#b98b54")
        + _plain("M125 134H137V150H125Z", CREAM)
    )
    return _Face(
        ground="#c8a35c",
        skin="#f2c3a0",
        brows="#7a4a24",
        back=_plain("M40 70C30 92 36 112 48 118L56 70Z", "#7a4a24")
        + _plain("M120 70C130 92 124 112 112 118L104 70Z", "#7a4a24"),
        coat=path(_SHOULDERS, "#6c7f4a") + _line("M60 126L80 146L100 126"),
        head=path(_OVAL, "#f2c3a0"),
        front=stubble
        + ellipse(80, 96, 11, 9.5, "#d9543f", stroke_width=3)
        + _dot(76.5, 92.5, 2.6, "#f0a08c")
        + _plain(
            "M48 102A8 6 0 1 0 64 104A8 6 0 1 0 48 102ZM96 104A8 6 0 1 0 112 102A8 6 0 1 0 96 104Z",
            "#e98f7399",
        ),
        hat=group(
            path("M34 62C50 46 64 30 86 26C106 24 116 40 128 66C96 54 66 54 34 62Z", "#5c4630"),
            path(
                "M34 62C66 54 96 54 128 66C124 74 118 74 112 70C88 62 66 62 46 68C40 70 36 68 34 62Z",
                "#3d2d1d",
            ),
            transform="rotate(-12 80 60)",
        )
        + bottle,
        eyes=_sleepy_eyes,
        mouth=_lips(112, 11),
    )


def _stowaway() -> _Face:
    lid = path("M18 40C40 16 120 16 142 40L132 58C106 42 54 42 28 58Z", "#9b6a3c") + _line(
        "M52 26L48 46M80 21V43M108 26L112 46", "#5c3a1d", 3
    )
    barrel = (
        path("M12 168L20 122C54 132 106 132 140 122L148 168Z", "#9b6a3c")
        + path("M16 146L18 134C54 144 106 144 142 134L144 146C106 156 54 156 16 146Z", "#77808a")
        + _line("M54 129L50 168M80 131V168M106 129L110 168", "#5c3a1d", 3)
        + ellipse(38, 124, 11, 8, "#c98f62")
        + ellipse(122, 124, 11, 8, "#c98f62")
    )
    return _Face(
        ground="#3e6a76",
        skin="#c98f62",
        brows="#2a1a12",
        back=_plain("M36 76C30 40 130 40 124 76L130 118H30Z", "#2a1a12"),
        coat="",
        head=path(_OVAL, "#c98f62"),
        front=_plain(
            "M46 80C46 50 70 52 84 50C72 58 60 62 52 80ZM114 80C114 58 104 54 84 50C96 60 106 66 108 80Z",
            "#2a1a12",
        )
        + _line("M99 100L109 97M101 104L108 102", "#8f5f3c", 3)
        + _line("M77 96Q80 99 83 96", "#8f5f3c", 3),
        hat=lid + barrel,
        eyes=_big_eyes("#2a1a12", "#4f8f4a"),
        mouth=_lips(109, 9),
    )


def _cabin_boy() -> _Face:
    freckles = "".join(
        _dot(x, y, 1.9, "#c67a45")
        for x, y in ((52, 96), (58, 100), (64, 96), (96, 96), (102, 100), (108, 96))
    )
    return _Face(
        ground="#e9c46a",
        skin="#f8dcb8",
        brows="#c8702c",
        back=ellipse(43, 86, 8, 10, "#f8dcb8") + ellipse(117, 86, 8, 10, "#f8dcb8"),
        coat=path(_SHOULDERS, "#f7f0df")
        + _line("M22 146H138M18 158H142", "#2c6fb3", 7)
        + path("M62 126L80 146L98 126L90 122H70Z", "#d2382f"),
        head=path(_OVAL, "#f8dcb8"),
        front=freckles
        + path(
            "M44 74L50 56L58 66L64 54L74 66L82 52L90 66L98 54L104 66L112 58L116 74C106 64 56 64 44 74Z",
            "#e08a3a",
        )
        + _line("M77 94Q80 98 84 94", "#d29a6c", 3),
        hat=path("M40 60C38 28 122 28 120 60C96 50 64 50 40 60Z", "#2c6fb3")
        + path(
            "M36 62C36 50 124 50 124 62C124 70 116 66 112 64C92 56 68 56 48 64C44 66 36 70 36 62Z",
            "#1c4f86",
        )
        + circle(80, 30, 8, "#f7f0df"),
        eyes=_round_eyes("#c8702c", 5),
        mouth=_gap_grin,
    )


def _cook() -> _Face:
    ladle = (
        _line("M132 160V96", INK, 11)
        + _line("M132 160V96", "#b9c0c4", 5)
        + path("M116 84C116 106 148 106 148 84Z", "#b9c0c4")
    )
    return _Face(
        ground="#8fbf9f",
        skin="#b9774a",
        brows="#2a1710",
        back=_plain("M40 70C34 96 40 116 52 124H108C120 116 126 96 120 70Z", "#2a1710"),
        coat=path(_SHOULDERS, "#c9483c")
        + path("M44 168C46 142 60 132 80 132C100 132 114 142 116 168Z", CREAM),
        head=path(
            "M42 80C42 46 118 46 118 80C118 110 102 126 80 126C58 126 42 110 42 80Z", "#b9774a"
        ),
        front=_plain(
            "M47 98A10 8 0 1 0 67 100A10 8 0 1 0 47 98ZM93 100A10 8 0 1 0 113 98A10 8 0 1 0 93 100Z",
            "#d96c4fb0",
        )
        + _line("M76 95Q80 100 84 95", "#7d4a2a", 3)
        + circle(43, 108, 5, _BRASS, stroke_width=3)
        + circle(117, 108, 5, _BRASS, stroke_width=3),
        hat=path("M44 62C22 50 34 18 58 26C62 8 98 8 102 26C126 18 138 50 116 62Z", _WHITE)
        + path("M44 60C64 52 96 52 116 60V72C96 62 64 62 44 72Z", "#eadfc2")
        + _line("M64 50Q62 40 66 34M96 50Q98 40 94 34", "#c9bb97", 3)
        + ladle,
        eyes=_round_eyes("#2a1710", 4.8, 86),
        mouth=_red_lips(109),
    )


def _deckhand() -> _Face:
    stripes = "".join(_line(f"M{x} 56Q{x + 1} 50 {x + 5} 45", _WHITE, 6) for x in (56, 76, 96))
    return _Face(
        ground="#7fb4d6",
        skin="#e8b88a",
        brows="#4a2d18",
        back=path("M112 56L142 50L134 66L144 84L110 74Z", "#b92c24"),
        coat=path(_SHOULDERS, "#ece4d0")
        + "".join(
            _line(
                f"M{20 - i * 3} {140 + i * 14}Q80 {126 + i * 12} {140 + i * 3} {140 + i * 14}",
                "#27496d",
                6,
            )
            for i in range(2)
        ),
        head=path(_SQUARE, "#e8b88a"),
        front=_plain(
            "M47 96C48 122 62 127 80 127C98 127 112 122 113 96C108 112 100 104 80 104C60 104 52 112 47 96Z",
            "#9a6a4888",
        )
        + _line("M76 92Q74 99 82 99", "#b07f55", 3.4)
        + circle(44, 100, 6, "none", stroke=_BRASS, stroke_width=4),
        hat=path("M42 72C36 30 124 30 118 72C96 58 64 58 42 72Z", "#d2382f")
        + stripes
        + path("M40 74C40 58 120 58 120 74C96 64 64 64 40 74Z", "#b92c24"),
        eyes=_round_eyes("#4a2d18", 4.6),
        mouth=_lips(111),
    )


def _gunner() -> _Face:
    fuse = (
        circle(128, 134, 21, "#31343a")
        + _plain("M116 124A14 14 0 0 1 126 119L125 124A10 10 0 0 0 119 128Z", "#7d838b")
        + _line("M136 114Q140 100 130 96", "#caa46a", 5)
        + path(
            "M130 84L133 91L141 91L135 96L138 104L130 99L122 104L125 96L119 91L127 91Z",
            "#ffb347",
            stroke_width=2.5,
        )
    )
    return _Face(
        ground="#d98b5f",
        skin="#f3cfae",
        brows="#6b2a12",
        back=circle(80, 32, 21, "#b5481f")
        + _plain("M38 82C32 46 128 46 122 82L116 112L44 112Z", "#b5481f"),
        coat=path(_SHOULDERS, "#44506b")
        + path("M66 122L80 140L94 122L104 128L88 168H72L56 128Z", "#2f3950"),
        head=path(_OVAL, "#f3cfae"),
        front=path(
            "M44 82C42 48 76 48 80 50C84 48 118 48 116 82C112 66 96 60 80 60C64 60 48 66 44 82Z",
            "#b5481f",
        )
        + _plain("M90 98L112 92C112 100 108 106 102 110ZM50 106L62 100L60 112Z", "#3a3330aa")
        + _line("M77 95Q80 99 83 95", "#c98f6c", 3),
        hat=path("M42 66C42 50 118 50 118 66V72C96 60 64 60 42 72Z", "#26744d")
        + _plain(
            "M52 60A3 3 0 1 0 58 60A3 3 0 1 0 52 60ZM77 56A3 3 0 1 0 83 56A3 3 0 1 0 77 56ZM102 60A3 3 0 1 0 108 60A3 3 0 1 0 102 60Z",
            CREAM,
        )
        + fuse,
        eyes=_round_eyes("#6b2a12", 4.8),
        mouth=_red_lips(110),
    )


def _bosun() -> _Face:
    moustache = path(
        "M80 100C70 92 54 96 40 116C58 118 72 114 80 106C88 114 102 118 120 116C106 96 90 92 80 100Z",
        "#3b2416",
    )
    whistle = _line("M58 124Q80 150 102 124", _BRASS, 4) + path(
        "M74 142H90V150H82A6 6 0 1 1 74 146Z", "#cfd6da", stroke_width=3
    )
    return _Face(
        ground="#b7a58c",
        skin="#d79a6b",
        brows="#3b2416",
        back=ellipse(40, 88, 9, 12, "#d79a6b") + ellipse(120, 88, 9, 12, "#d79a6b"),
        coat=path("M4 168C6 126 40 118 80 118C120 118 154 126 156 168Z", "#1f5f87") + whistle,
        head=path(
            "M42 78C40 22 120 22 118 78L116 104C114 124 98 130 80 130C62 130 46 124 44 104Z",
            "#d79a6b",
        ),
        front=_plain("M60 44C66 36 76 36 80 38C72 42 66 48 62 54Z", "#f0c49c")
        + _line("M96 46L106 58M100 42L104 62", "#a8683f", 3)
        + circle(120, 104, 6, "none", stroke=_BRASS, stroke_width=4)
        + path("M72 98Q80 86 88 98Q80 103 72 98Z", "#c98655", stroke_width=3),
        hat="",
        eyes=_round_eyes("#3b2416", 4.8, 80),
        mouth=lambda mood: (
            path("M70 112Q80 126 90 112Z", _MOUTH, stroke_width=3) + moustache
            if mood == "glad"
            else (
                _line("M72 119Q80 113 88 119", INK, 4)
                if mood == "sour"
                else _line("M73 117H87", INK, 4)
            )
            + moustache
        ),
    )


def _helmsman() -> _Face:
    spokes = "".join(
        group(
            path("M76 -2H84V24H76Z", "#8a5a2f", stroke_width=3.4)
            + ellipse(80, 2, 6.5, 8, "#8a5a2f", stroke_width=3.4),
            transform=f"rotate({angle} 80 82)",
        )
        for angle in (-90, -50, -18, 18, 50, 90)
    )
    wheel = circle(80, 82, 60, "none", stroke=INK, stroke_width=15) + circle(
        80, 82, 60, "none", stroke="#a8713c", stroke_width=8
    )
    dreads = "".join(
        path(
            f"M{x} 62C{x - lean} 84 {x - lean} 104 {x - lean * 1.2:.1f} 122H{x + 13 - lean * 1.2:.1f}"
            f"C{x + 12 - lean} 104 {x + 12 - lean} 84 {x + 14} 62Z",
            "#241813",
            stroke_width=3,
        )
        for x, lean in ((36, 6), (44, 2), (102, -2), (112, -6))
    )
    return _Face(
        ground="#e6d3a0",
        skin="#7a4a2e",
        brows="#140d0a",
        back=spokes + wheel + dreads,
        coat=path(_SHOULDERS, "#e0a92e")
        + _line("M80 126V168", "#9b6a12", 4)
        + _dot(80, 142, 4, "#9b6a12"),
        head=path(_LONG, "#7a4a2e"),
        front=_plain("M62 112C62 132 98 132 98 112C94 120 66 120 62 112Z", "#140d0a")
        + _line("M76 97Q80 101 84 97", "#4f2c18", 3.4),
        hat=path("M46 66C44 26 116 26 114 66C96 54 64 54 46 66Z", "#17806b")
        + path("M44 68C44 54 116 54 116 68V74C96 62 64 62 44 74Z", "#e0a92e"),
        eyes=_round_eyes("#140d0a", 4.8),
        mouth=_lips(110, 11),
    )


def _first_mate() -> _Face:
    return _Face(
        ground="#9db7cf",
        skin="#f5d8bc",
        brows="#4b3626",
        back=path("M104 96C124 104 128 128 122 150L110 140Z", "#6d4b2f")
        + _plain("M46 88C40 50 120 50 114 88Z", "#6d4b2f"),
        coat=path(_SHOULDERS, "#22314f")
        + path("M58 128L80 156L102 128L92 120H68Z", _WHITE)
        + path("M72 134L80 142L88 134L92 150L80 144L68 150Z", "#b92c24", stroke_width=3)
        + _line("M30 136L50 130M130 136L110 130", _BRASS, 6),
        head=path(_LONG, "#f5d8bc"),
        front=path(
            "M50 82C50 60 62 56 70 56L56 74ZM110 82C110 60 98 56 90 56L104 74Z",
            "#6d4b2f",
            stroke_width=3,
        )
        + _line("M78 96Q77 102 84 101", "#cfa07c", 3.4),
        hat=path("M118 40C132 20 146 16 152 22C150 38 136 50 118 54Z", "#f7ecd0")
        + path("M54 52C52 26 108 26 106 52Z", "#22314f")
        + path("M22 54C24 42 50 44 80 44S136 42 138 54C136 66 108 66 80 64S24 66 22 54Z", "#22314f")
        + _line("M26 55C46 62 114 62 134 55", _BRASS, 4),
        eyes=_spectacles,
        mouth=_lips(113, 10),
    )


def _captain() -> _Face:
    beard = path(
        "M44 88C40 122 56 150 80 152C104 150 120 122 116 88C110 102 100 98 80 98C60 98 50 102 44 88Z",
        "#241813",
    )
    curls = _line(
        "M58 118Q54 126 60 130M72 130Q68 138 74 142M88 142Q94 138 90 130M102 118Q106 126 100 130",
        "#54402f",
        3.4,
    )
    return _Face(
        ground="#a33a2f",
        skin="#e2ab7c",
        brows="#241813",
        back=_plain("M38 70C28 100 34 126 46 132H114C126 126 132 100 122 70Z", "#241813"),
        coat=path(_SHOULDERS, "#7d1f1f") + _line("M52 130L46 168M108 130L114 168", _BRASS, 6),
        head=path(_OVAL, "#e2ab7c"),
        front=beard + curls + _line("M76 92Q74 98 82 98", "#a97148", 3.4),
        hat=path(
            "M14 62C36 54 50 36 80 16C110 36 124 54 146 62C126 72 104 62 80 60C56 62 34 72 14 62Z",
            "#1f1a1d",
        )
        + _line("M22 62C42 56 60 52 80 51S118 56 138 62", _BRASS, 5)
        + circle(80, 37, 9, CREAM, stroke_width=3)
        + _dot(76.5, 36, 2.2)
        + _dot(83.5, 36, 2.2)
        + _line("M76 42H84", INK, 2.4),
        eyes=_patch_eyes,
        mouth=_in_beard(108),
    )


def _legend() -> _Face:
    parrot = (
        path(
            "M118 118C116 96 142 92 146 110C150 132 140 152 128 160C118 152 120 132 118 118Z",
            "#2f9e62",
        )
        + path("M118 108C108 108 106 118 112 124C116 122 120 116 120 110Z", _BRASS, stroke_width=3)
        + _dot(128, 108, 3.4, _WHITE)
        + _dot(128, 108, 1.8)
        + path(
            "M134 122C148 124 146 142 136 150C130 142 130 130 134 122Z", "#d2382f", stroke_width=3
        )
    )
    return _Face(
        ground="#5b4a86",
        skin="#dccbb6",
        brows="#aebfc4",
        back=path("M34 72C18 104 24 140 40 152H120C136 140 142 104 126 72Z", "#e9eef0"),
        coat=path(_SHOULDERS, "#3a2c5e") + path("M60 124L80 150L100 124L92 120H68Z", "#d8c27a"),
        head=path(_LONG, "#dccbb6"),
        front=path(
            "M48 86C48 58 70 54 80 54C90 54 112 58 112 86C106 70 96 64 80 64C64 64 54 70 48 86Z",
            "#e9eef0",
            stroke_width=3,
        )
        + _line("M54 100Q60 103 62 108M106 100Q100 103 98 108M72 122Q80 119 88 122", "#b09a80", 3)
        + _line("M92 70L100 104", "#a8604f", 3.4)
        + _line("M77 96Q80 101 84 97", "#b09a80", 3.4),
        hat=path("M30 44C10 34 6 14 22 8C34 18 44 28 54 44Z", "#7be38a")
        + path("M52 50C48 18 112 18 108 50Z", "#2b2147")
        + path("M14 58C18 42 48 46 80 46S142 42 146 58C132 70 106 62 80 62S28 70 14 58Z", "#2b2147")
        + _line("M53 46C66 51 94 51 107 46", "#d8c27a", 6)
        + parrot,
        eyes=_pale_eyes,
        mouth=_red_lips(113),
    )


_FACES: Final[Mapping[str, Callable[[], _Face]]] = {
    "drunk": _drunk,
    "stowaway": _stowaway,
    "cabin-boy": _cabin_boy,
    "cook": _cook,
    "deckhand": _deckhand,
    "gunner": _gunner,
    "bosun": _bosun,
    "helmsman": _helmsman,
    "first-mate": _first_mate,
    "captain": _captain,
    "legend": _legend,
}

LEVELS: Final = tuple(_FACES)
"""The levels that have a portrait."""


def portrait(level: str, mood: str = "") -> str:
    """Draw the portrait of a rival as an SVG file."""
    face = _FACES[level]()
    drawing = group(
        circle(80, 80, 80, face.ground, stroke="none"),
        _plain("M80 0A80 80 0 0 1 80 160A104 104 0 0 0 80 0Z", "#00000018"),
        face.back,
        face.coat,
        face.head,
        face.front,
        face.eyes(mood),
        face.mouth(mood),
        face.hat,
        clip_path="url(#medallion)",
    )
    rim = circle(80, 80, 76, "none", stroke=INK, stroke_width=8) + circle(
        80, 80, 76.5, "none", stroke=_BRASS, stroke_width=3.4
    )
    clip = tag("defs", tag("clipPath", circle(80, 80, 78), id="medallion"))
    return tag(
        "svg",
        clip,
        group(drawing, rim, stroke=INK, stroke_width=4, stroke_linejoin="round"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {SIZE} {SIZE}",
    )
