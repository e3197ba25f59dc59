"""The positions of the worked examples of cs-2017, and what is known of their paths."""

from typing import Any, Final

from tools.examples import EXAMPLES

# Named by the document: hooks on 1, 9, 14, 24, 28 and one in 31 to 36; rum on 11, 15, 21. Ours:
# the last hook, and the lanterns ahead of 13, which must all be occupied.
ESCAPE_NAMED: Final = {1: "hook", 9: "hook", 14: "hook", 24: "hook", 28: "hook"} | {
    11: "rum",
    15: "rum",
    21: "rum",
}
ESCAPE: Final[dict[str, Any]] = EXAMPLES["escape"]
ESCAPE_BOARD: Final = ESCAPE["board"]

# Named by the document: rum on 6, 12, 16. Ours: the hooks ahead of 7, the lantern on 19.
COMPLETE_NAMED: Final = {6: "rum", 12: "rum", 16: "rum"}
COMPLETE: Final[dict[str, Any]] = EXAMPLES["complete"]
BLACK_MAGIC: Final[dict[str, Any]] = EXAMPLES["black-magic"]
