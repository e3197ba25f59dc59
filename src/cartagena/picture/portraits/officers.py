"""The faces of the upper levels, from the bosun to the legend."""

from cartagena.picture.portraits.features import (
    BRASS,
    LONG,
    MOUTH,
    OVAL,
    SHOULDERS,
    WHITE,
    Face,
    dot,
    in_beard,
    line,
    lips,
    pale_eyes,
    patch_eyes,
    plain,
    red_lips,
    round_eyes,
    spectacles,
)
from cartagena.picture.svg_writer import CREAM, INK, circle, ellipse, group, path


def bosun() -> Face:
    """Return the face of Bruno."""
    moustache = path(
        "M80 100C70 92 54 96 40 116C58 118 72 114 80 106C88 114 102 118 120 116C106 96 90 92 80 100Z",
        "#3b2416",
    )
    whistle = line("M58 124Q80 150 102 124", BRASS, 4) + path(
        "M74 142H90V150H82A6 6 0 1 1 74 146Z", "#cfd6da", stroke_width=3
    )
    return Face(
        ground="#b7a58c",
        skin="#d79a6b",
        brows="#3b2416",
        back=ellipse(40, 88, 9, 12, "#d79a6b") + ellipse(120, 88, 9, 12, "#d79a6b"),
        coat=path("M4 168C6 126 40 118 80 118C120 118 154 126 156 168Z", "#1f5f87") + whistle,
        head=path(
            "M42 78C40 22 120 22 118 78L116 104C114 124 98 130 80 130C62 130 46 124 44 104Z",
            "#d79a6b",
        ),
        front=plain("M60 44C66 36 76 36 80 38C72 42 66 48 62 54Z", "#f0c49c")
        + line("M96 46L106 58M100 42L104 62", "#a8683f", 3)
        + circle(120, 104, 6, "none", stroke=BRASS, stroke_width=4)
        + path("M72 98Q80 86 88 98Q80 103 72 98Z", "#c98655", stroke_width=3),
        hat="",
        eyes=round_eyes("#3b2416", 4.8, 80),
        mouth=lambda mood: (
            path("M70 112Q80 126 90 112Z", MOUTH, stroke_width=3) + moustache
            if mood == "glad"
            else (
                line("M72 119Q80 113 88 119", INK, 4)
                if mood == "sour"
                else line("M73 117H87", INK, 4)
            )
            + moustache
        ),
    )


def helmsman() -> Face:
    """Return the face of Tarek."""
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
    return Face(
        ground="#e6d3a0",
        skin="#7a4a2e",
        brows="#140d0a",
        back=spokes + wheel + dreads,
        coat=path(SHOULDERS, "#e0a92e")
        + line("M80 126V168", "#9b6a12", 4)
        + dot(80, 142, 4, "#9b6a12"),
        head=path(LONG, "#7a4a2e"),
        front=plain("M62 112C62 132 98 132 98 112C94 120 66 120 62 112Z", "#140d0a")
        + line("M76 97Q80 101 84 97", "#4f2c18", 3.4),
        hat=path("M46 66C44 26 116 26 114 66C96 54 64 54 46 66Z", "#17806b")
        + path("M44 68C44 54 116 54 116 68V74C96 62 64 62 44 74Z", "#e0a92e"),
        eyes=round_eyes("#140d0a", 4.8),
        mouth=lips(110, 11),
    )


def first_mate() -> Face:
    """Return the face of Silas."""
    return Face(
        ground="#9db7cf",
        skin="#f5d8bc",
        brows="#4b3626",
        back=path("M104 96C124 104 128 128 122 150L110 140Z", "#6d4b2f")
        + plain("M46 88C40 50 120 50 114 88Z", "#6d4b2f"),
        coat=path(SHOULDERS, "#22314f")
        + path("M58 128L80 156L102 128L92 120H68Z", WHITE)
        + path("M72 134L80 142L88 134L92 150L80 144L68 150Z", "#b92c24", stroke_width=3)
        + line("M30 136L50 130M130 136L110 130", BRASS, 6),
        head=path(LONG, "#f5d8bc"),
        front=path(
            "M50 82C50 60 62 56 70 56L56 74ZM110 82C110 60 98 56 90 56L104 74Z",
            "#6d4b2f",
            stroke_width=3,
        )
        + line("M78 96Q77 102 84 101", "#cfa07c", 3.4),
        hat=path("M118 40C132 20 146 16 152 22C150 38 136 50 118 54Z", "#f7ecd0")
        + path("M54 52C52 26 108 26 106 52Z", "#22314f")
        + path("M22 54C24 42 50 44 80 44S136 42 138 54C136 66 108 66 80 64S24 66 22 54Z", "#22314f")
        + line("M26 55C46 62 114 62 134 55", BRASS, 4),
        eyes=spectacles,
        mouth=lips(113, 10),
    )


def captain() -> Face:
    """Return the face of Ezra."""
    beard = path(
        "M44 88C40 122 56 150 80 152C104 150 120 122 116 88C110 102 100 98 80 98C60 98 50 102 44 88Z",
        "#241813",
    )
    curls = line(
        "M58 118Q54 126 60 130M72 130Q68 138 74 142M88 142Q94 138 90 130M102 118Q106 126 100 130",
        "#54402f",
        3.4,
    )
    return Face(
        ground="#a33a2f",
        skin="#e2ab7c",
        brows="#241813",
        back=plain("M38 70C28 100 34 126 46 132H114C126 126 132 100 122 70Z", "#241813"),
        coat=path(SHOULDERS, "#7d1f1f") + line("M52 130L46 168M108 130L114 168", BRASS, 6),
        head=path(OVAL, "#e2ab7c"),
        front=beard + curls + line("M76 92Q74 98 82 98", "#a97148", 3.4),
        hat=path(
            "M14 62C36 54 50 36 80 16C110 36 124 54 146 62C126 72 104 62 80 60C56 62 34 72 14 62Z",
            "#1f1a1d",
        )
        + line("M22 62C42 56 60 52 80 51S118 56 138 62", BRASS, 5)
        + circle(80, 37, 9, CREAM, stroke_width=3)
        + dot(76.5, 36, 2.2)
        + dot(83.5, 36, 2.2)
        + line("M76 42H84", INK, 2.4),
        eyes=patch_eyes,
        mouth=in_beard(108),
    )


def legend() -> Face:
    """Return the face of Maud."""
    parrot = (
        path(
            "M118 118C116 96 142 92 146 110C150 132 140 152 128 160C118 152 120 132 118 118Z",
            "#2f9e62",
        )
        + path("M118 108C108 108 106 118 112 124C116 122 120 116 120 110Z", BRASS, stroke_width=3)
        + dot(128, 108, 3.4, WHITE)
        + dot(128, 108, 1.8)
        + path(
            "M134 122C148 124 146 142 136 150C130 142 130 130 134 122Z", "#d2382f", stroke_width=3
        )
    )
    return Face(
        ground="#5b4a86",
        skin="#dccbb6",
        brows="#aebfc4",
        back=path("M34 72C18 104 24 140 40 152H120C136 140 142 104 126 72Z", "#e9eef0"),
        coat=path(SHOULDERS, "#3a2c5e") + path("M60 124L80 150L100 124L92 120H68Z", "#d8c27a"),
        head=path(LONG, "#dccbb6"),
        front=path(
            "M48 86C48 58 70 54 80 54C90 54 112 58 112 86C106 70 96 64 80 64C64 64 54 70 48 86Z",
            "#e9eef0",
            stroke_width=3,
        )
        + line("M54 100Q60 103 62 108M106 100Q100 103 98 108M72 122Q80 119 88 122", "#b09a80", 3)
        + line("M92 70L100 104", "#a8604f", 3.4)
        + line("M77 96Q80 101 84 97", "#b09a80", 3.4),
        hat=path("M30 44C10 34 6 14 22 8C34 18 44 28 54 44Z", "#7be38a")
        + path("M52 50C48 18 112 18 108 50Z", "#2b2147")
        + path("M14 58C18 42 48 46 80 46S142 42 146 58C132 70 106 62 80 62S28 70 14 58Z", "#2b2147")
        + line("M53 46C66 51 94 51 107 46", "#d8c27a", 6)
        + parrot,
        eyes=pale_eyes,
        mouth=red_lips(113),
    )
