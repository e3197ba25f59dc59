"""The faces of the lower levels, from the drunk to the gunner."""

from cartagena.picture.portraits.features import (
    BRASS,
    OVAL,
    SHOULDERS,
    SQUARE,
    WHITE,
    Face,
    big_eyes,
    dot,
    gap_grin,
    line,
    lips,
    plain,
    red_lips,
    round_eyes,
    sleepy_eyes,
)
from cartagena.picture.svg_writer import CREAM, INK, circle, ellipse, group, path


def drunk() -> Face:
    """Return the face of Barnaby."""
    stubble = "".join(
        dot(x, y, 1.4, "#8a5a3c")
        for x, y in ((56, 104), (62, 111), (70, 116), (80, 118), (90, 116), (98, 111), (104, 104))
    )
    bottle = (
        path("M120 160V126L125 118V98H137V118L142 126V160Z", "#2f7d4f")
        + path("M123 100H139V90H123Z", "#b98b54")
        + plain("M125 134H137V150H125Z", CREAM)
    )
    return Face(
        ground="#c8a35c",
        skin="#f2c3a0",
        brows="#7a4a24",
        back=plain("M40 70C30 92 36 112 48 118L56 70Z", "#7a4a24")
        + plain("M120 70C130 92 124 112 112 118L104 70Z", "#7a4a24"),
        coat=path(SHOULDERS, "#6c7f4a") + line("M60 126L80 146L100 126"),
        head=path(OVAL, "#f2c3a0"),
        front=stubble
        + ellipse(80, 96, 11, 9.5, "#d9543f", stroke_width=3)
        + dot(76.5, 92.5, 2.6, "#f0a08c")
        + plain(
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
        eyes=sleepy_eyes,
        mouth=lips(112, 11),
    )


def stowaway() -> Face:
    """Return the face of Pip."""
    lid = path("M18 40C40 16 120 16 142 40L132 58C106 42 54 42 28 58Z", "#9b6a3c") + line(
        "M52 26L48 46M80 21V43M108 26L112 46", "#5c3a1d", 3
    )
    barrel = (
        path("M12 168L20 122C54 132 106 132 140 122L148 168Z", "#9b6a3c")
        + path("M16 146L18 134C54 144 106 144 142 134L144 146C106 156 54 156 16 146Z", "#77808a")
        + line("M54 129L50 168M80 131V168M106 129L110 168", "#5c3a1d", 3)
        + ellipse(38, 124, 11, 8, "#c98f62")
        + ellipse(122, 124, 11, 8, "#c98f62")
    )
    return Face(
        ground="#3e6a76",
        skin="#c98f62",
        brows="#2a1a12",
        back=plain("M36 76C30 40 130 40 124 76L130 118H30Z", "#2a1a12"),
        coat="",
        head=path(OVAL, "#c98f62"),
        front=plain(
            "M46 80C46 50 70 52 84 50C72 58 60 62 52 80ZM114 80C114 58 104 54 84 50C96 60 106 66 108 80Z",
            "#2a1a12",
        )
        + line("M99 100L109 97M101 104L108 102", "#8f5f3c", 3)
        + line("M77 96Q80 99 83 96", "#8f5f3c", 3),
        hat=lid + barrel,
        eyes=big_eyes("#2a1a12", "#4f8f4a"),
        mouth=lips(109, 9),
    )


def cabin_boy() -> Face:
    """Return the face of Nico."""
    freckles = "".join(
        dot(x, y, 1.9, "#c67a45")
        for x, y in ((52, 96), (58, 100), (64, 96), (96, 96), (102, 100), (108, 96))
    )
    return Face(
        ground="#e9c46a",
        skin="#f8dcb8",
        brows="#c8702c",
        back=ellipse(43, 86, 8, 10, "#f8dcb8") + ellipse(117, 86, 8, 10, "#f8dcb8"),
        coat=path(SHOULDERS, "#f7f0df")
        + line("M22 146H138M18 158H142", "#2c6fb3", 7)
        + path("M62 126L80 146L98 126L90 122H70Z", "#d2382f"),
        head=path(OVAL, "#f8dcb8"),
        front=freckles
        + path(
            "M44 74L50 56L58 66L64 54L74 66L82 52L90 66L98 54L104 66L112 58L116 74C106 64 56 64 44 74Z",
            "#e08a3a",
        )
        + line("M77 94Q80 98 84 94", "#d29a6c", 3),
        hat=path("M40 60C38 28 122 28 120 60C96 50 64 50 40 60Z", "#2c6fb3")
        + path(
            "M36 62C36 50 124 50 124 62C124 70 116 66 112 64C92 56 68 56 48 64C44 66 36 70 36 62Z",
            "#1c4f86",
        )
        + circle(80, 30, 8, "#f7f0df"),
        eyes=round_eyes("#c8702c", 5),
        mouth=gap_grin,
    )


def cook() -> Face:
    """Return the face of Dolores."""
    ladle = (
        line("M132 160V96", INK, 11)
        + line("M132 160V96", "#b9c0c4", 5)
        + path("M116 84C116 106 148 106 148 84Z", "#b9c0c4")
    )
    return Face(
        ground="#8fbf9f",
        skin="#b9774a",
        brows="#2a1710",
        back=plain("M40 70C34 96 40 116 52 124H108C120 116 126 96 120 70Z", "#2a1710"),
        coat=path(SHOULDERS, "#c9483c")
        + path("M44 168C46 142 60 132 80 132C100 132 114 142 116 168Z", CREAM),
        head=path(
            "M42 80C42 46 118 46 118 80C118 110 102 126 80 126C58 126 42 110 42 80Z", "#b9774a"
        ),
        front=plain(
            "M47 98A10 8 0 1 0 67 100A10 8 0 1 0 47 98ZM93 100A10 8 0 1 0 113 98A10 8 0 1 0 93 100Z",
            "#d96c4fb0",
        )
        + line("M76 95Q80 100 84 95", "#7d4a2a", 3)
        + circle(43, 108, 5, BRASS, stroke_width=3)
        + circle(117, 108, 5, BRASS, stroke_width=3),
        hat=path("M44 62C22 50 34 18 58 26C62 8 98 8 102 26C126 18 138 50 116 62Z", WHITE)
        + path("M44 60C64 52 96 52 116 60V72C96 62 64 62 44 72Z", "#eadfc2")
        + line("M64 50Q62 40 66 34M96 50Q98 40 94 34", "#c9bb97", 3)
        + ladle,
        eyes=round_eyes("#2a1710", 4.8, 86),
        mouth=red_lips(109),
    )


def deckhand() -> Face:
    """Return the face of Jonas."""
    stripes = "".join(line(f"M{x} 56Q{x + 1} 50 {x + 5} 45", WHITE, 6) for x in (56, 76, 96))
    return Face(
        ground="#7fb4d6",
        skin="#e8b88a",
        brows="#4a2d18",
        back=path("M112 56L142 50L134 66L144 84L110 74Z", "#b92c24"),
        coat=path(SHOULDERS, "#ece4d0")
        + "".join(
            line(
                f"M{20 - i * 3} {140 + i * 14}Q80 {126 + i * 12} {140 + i * 3} {140 + i * 14}",
                "#27496d",
                6,
            )
            for i in range(2)
        ),
        head=path(SQUARE, "#e8b88a"),
        front=plain(
            "M47 96C48 122 62 127 80 127C98 127 112 122 113 96C108 112 100 104 80 104C60 104 52 112 47 96Z",
            "#9a6a4888",
        )
        + line("M76 92Q74 99 82 99", "#b07f55", 3.4)
        + circle(44, 100, 6, "none", stroke=BRASS, stroke_width=4),
        hat=path("M42 72C36 30 124 30 118 72C96 58 64 58 42 72Z", "#d2382f")
        + stripes
        + path("M40 74C40 58 120 58 120 74C96 64 64 64 40 74Z", "#b92c24"),
        eyes=round_eyes("#4a2d18", 4.6),
        mouth=lips(111),
    )


def gunner() -> Face:
    """Return the face of Greta."""
    fuse = (
        circle(128, 134, 21, "#31343a")
        + plain("M116 124A14 14 0 0 1 126 119L125 124A10 10 0 0 0 119 128Z", "#7d838b")
        + line("M136 114Q140 100 130 96", "#caa46a", 5)
        + path(
            "M130 84L133 91L141 91L135 96L138 104L130 99L122 104L125 96L119 91L127 91Z",
            "#ffb347",
            stroke_width=2.5,
        )
    )
    return Face(
        ground="#d98b5f",
        skin="#f3cfae",
        brows="#6b2a12",
        back=circle(80, 32, 21, "#b5481f")
        + plain("M38 82C32 46 128 46 122 82L116 112L44 112Z", "#b5481f"),
        coat=path(SHOULDERS, "#44506b")
        + path("M66 122L80 140L94 122L104 128L88 168H72L56 128Z", "#2f3950"),
        head=path(OVAL, "#f3cfae"),
        front=path(
            "M44 82C42 48 76 48 80 50C84 48 118 48 116 82C112 66 96 60 80 60C64 60 48 66 44 82Z",
            "#b5481f",
        )
        + plain("M90 98L112 92C112 100 108 106 102 110ZM50 106L62 100L60 112Z", "#3a3330aa")
        + line("M77 95Q80 99 83 95", "#c98f6c", 3),
        hat=path("M42 66C42 50 118 50 118 66V72C96 60 64 60 42 72Z", "#26744d")
        + plain(
            "M52 60A3 3 0 1 0 58 60A3 3 0 1 0 52 60ZM77 56A3 3 0 1 0 83 56A3 3 0 1 0 77 56ZM102 60A3 3 0 1 0 108 60A3 3 0 1 0 102 60Z",
            CREAM,
        )
        + fuse,
        eyes=round_eyes("#6b2a12", 4.8),
        mouth=red_lips(110),
    )
