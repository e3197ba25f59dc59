"""The weights of the evaluation, in spaces.

The numbers were found by letting bots with different ones play thousands of games.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

MAX_COUNTED: Final = 16
"""A hand of more cards is worth no more."""

WEIGHTS = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("start", np.float64),  # a pirate that has not set out, below one on space 0
                ("home", np.float64),  # being home, beyond the last space
                ("hand", np.float64, (MAX_COUNTED + 1,)),  # a hand of so many cards
                ("stride", np.float64),  # spaces a card gains: the way left needs so many cards
                ("at_risk", np.float64),  # the part of its worth a card above the limit keeps
                ("jump", np.float64),  # how far each kind of card in hand would jump now
                ("again", np.float64),  # the same for a second card of a kind
                ("aboard", np.float64),  # being aboard at Cartagena, beyond the tunnel
                ("ashore", np.float64),  # being aboard at Tortuga
                ("sea", np.float64),  # being in the jungle behind the sea
                ("stranded", np.float64),  # a pirate in the tunnel while the sloop is away
                ("rival", np.float64),  # how much the best rival counts, the rest being the mean
                ("scale", np.float64),  # the lead that makes a win e times as likely as a loss
            ]
        ),
    )
)


def weights(
    *,
    start: float = 1.3,
    home: float = 7.3,
    card: float = 7.5,
    drop: float = 0.2,
    floor: float = 3.0,
    stride: float = 9.0,
    at_risk: float = 0.25,
    jump: float = 0.2,
    again: float = 0.5,
    aboard: float = 2.0,
    ashore: float = 6.0,
    sea: float = 8.0,
    stranded: float = 1.0,
    rival: float = 0.7,
    scale: float = 15.0,
) -> NDArray[Any]:
    """A record of weights, as an array of one.

    The first card of a hand is worth `card`, each further one less by `drop`, none less than
    `floor`.
    """
    made = np.zeros(1, WEIGHTS)
    for name in (
        "start",
        "home",
        "stride",
        "at_risk",
        "jump",
        "again",
        "aboard",
        "ashore",
        "sea",
        "stranded",
    ):
        made[name] = locals()[name]
    made["rival"], made["scale"] = rival, scale
    worth = [max(floor, card - drop * held) for held in range(MAX_COUNTED)]
    made["hand"][0, 1:] = np.cumsum(worth)
    return made
