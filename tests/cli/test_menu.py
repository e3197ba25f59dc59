from cartagena.cli.menu import in_order, menu
from cartagena.rules.notation.moves import Move

MOVES = [
    Move("rum 7-21"),
    Move("hook jail-28"),
    Move("lantern 13-sloop"),
    Move("back 21-19"),
    Move("rum!"),
    Move("pass"),
]


def test_moves_are_numbered_under_headings() -> None:
    assert menu(MOVES, 80).splitlines() == [
        "  advance  1 rum 7-21            2 hook jail-28        3 lantern 13-sloop",
        "  go back  4 back 21-19",
        "   spells  5 rum!",
        "       or  6 pass",
    ]


def test_narrow_terminal_gets_one_column() -> None:
    assert menu(MOVES[:3], 10).splitlines() == [
        "  advance  1 rum 7-21",
        "           2 hook jail-28",
        "           3 lantern 13-sloop",
    ]


def test_steps_are_listed_as_choices() -> None:
    assert menu([Move("keep rum")]) == "  choose  1 keep rum"


def test_pass_is_listed_last() -> None:
    assert in_order(reversed(MOVES)) == [*MOVES[2::-1], *MOVES[3:]]
