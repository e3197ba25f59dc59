"""A net at the leaves of a search."""

from typing import Protocol

from cartagena.bots.exponential import exp
from cartagena.bots.net.features import undo_hidden_draw, write_features
from cartagena.bots.net.network import Net, forward
from cartagena.jit.compiler import kernel
from cartagena.jit.records import Vector
from cartagena.rules.components import SEATS
from cartagena.rules.state import DRAWN, RUNNING, State, States


class WinProbabilities(Protocol):
    """A record with a field for each seat's probability of winning."""

    win_probability: Vector[float]


@kernel
def evaluate_with_net(
    worlds: States, seat: int, permutation: int, net: Net, out: WinProbabilities
) -> None:
    """Write each seat's probability of winning in the first world to `out`.

    The second world is the first as it was before `seat` acted. Cards that the action drew face
    down go back to the deck of the first world.
    """
    g = worlds[0]
    if g.result != RUNNING:
        for each in range(g.players):
            out.win_probability[each] = 1.0 if g.winner == each else 0.0
        return
    hidden_draws = undo_hidden_draw(g, worlds[1], seat)
    hidden_spell_draws = undo_hidden_draw(g, worlds[1], DRAWN)
    x = net.x
    for j in range(len(x)):
        x[j] = 0.0
    write_features(g, seat, hidden_draws, hidden_spell_draws, permutation, x)
    forward(net)
    write_softmax(g, seat, net.out, out)


@kernel
def write_softmax(g: State, seat: int, values: Vector[float], out: WinProbabilities) -> None:
    """Write the softmax of a net's outputs, which are counted from `seat`, to `out`."""
    most = values[SEATS]
    for index in range(g.players):
        most = max(most, values[index])
    total = exp(values[SEATS] - most)
    for index in range(g.players):
        total += exp(values[index] - most)
    each = seat
    for index in range(g.players):
        out.win_probability[each] = exp(values[index] - most) / total
        each += 1
        if each == g.players:
            each = 0
