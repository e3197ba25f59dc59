"""Random rules, and rules that cover every value of every option."""

import random
from collections.abc import Iterator
from typing import Any

from cartagena import Rules
from cartagena.errors import CartagenaError
from cartagena.rules.options import option_help

TURN_LIMITS = (0, 1, 7, 40)


def random_rules(chance: random.Random, **fixed: Any) -> Rules:
    """Return a random legal combination of options, some of them fixed."""
    for _ in range(1000):
        options: dict[str, Any] = {
            name: chance.choice(choices) for name, (_, choices) in option_help().items() if choices
        }
        options["edition"] = chance.choice(("2000", "2017", "2017", "2017"))
        options["turn_limit"] = chance.choice((0, 0, 0, *TURN_LIMITS))
        options |= fixed
        if options["edition"] == "2000":
            options |= {"tunnel": 6, "jungle": 0, "filibusters": False, "magic": False}
        elif "tunnel" not in fixed:
            options["tunnel"], options["jungle"] = chance.choice(_WAYS)
        try:
            return Rules.from_document(options | fixed)
        except CartagenaError:
            continue
    raise AssertionError(f"no rules found with {fixed}")


_WAYS = [
    (tunnel, jungle)
    for tunnel in range(9)
    for jungle in range(9)
    if 4 <= tunnel + jungle <= 8 and (0 in (tunnel, jungle) or min(tunnel, jungle) >= 3)
]


def every_option() -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Yield every value of every option, with the options that it needs to be legal and to matter."""
    for name, (_, choices) in option_help().items():
        for value in choices or TURN_LIMITS:
            fixed = {name: value}
            if name in ("tunnel", "jungle"):
                if value in (1, 2):
                    continue  # the rules name them, but no way can be laid with them
                other = "jungle" if name == "tunnel" else "tunnel"
                fixed |= {"edition": "2017", other: _to_go_with(value)}
            elif name in ("filibusters", "magic"):
                fixed |= {"edition": "2017"}
            elif name == "jail_in_tunnel":
                fixed |= {"edition": "2017", "tunnel": 3, "jungle": 4}
            elif name in ("tunnel_cards", "jungle_cards"):
                fixed |= {"edition": "2017", "tunnel": 3, "jungle": 3}
            elif name == "leave_goal":
                fixed |= {"tunnel_cards": "both", "jungle_cards": "both"}
            elif name == "stuck":
                fixed |= {"fewest_actions": 1}
            yield name, value, fixed


def _to_go_with(tiles: int) -> int:
    """Return the possible numbers of tiles of the other stretch."""
    return {0: 5, 3: 4, 4: 3, 5: 3}.get(tiles, 0)
