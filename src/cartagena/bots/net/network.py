"""The net: two or three hidden layers, and a chance of winning for each seat.

A net may have a layer for seats in front: what is seen of each seat goes through the same weights, and the
next layer is shown the results of all seats beside what belongs to no seat. Such a net learns from every seat
at once.

It answers within a few microseconds: weights are arrays in order of use, and inputs that are 0,
which most are, cost nothing.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from cartagena.bots.net.features import (
    DECK_AT,
    FEATURES,
    OF_SEAT,
    OF_TABLE,
    REACH,
    REACH_AT,
    SEAT,
    SELF_AT,
    VERSION,
    WITHOUT_REACH,
    write_features,
)
from cartagena.errors import CartagenaError
from cartagena.jit.compiler import kernel
from cartagena.rules.components import SEATS
from cartagena.rules.state import RUNNING, State

if TYPE_CHECKING:
    from numpy.typing import NDArray

OUTCOMES: Final = SEATS + 1
"""What the net weighs: a win of each seat, counted from the one that has acted, and of nobody."""


class Net(NamedTuple):
    """The weights of each layer, inputs first, and room for one position on its way through."""

    seat: NDArray[np.float32]
    seat_bias: NDArray[np.float32]
    """Those of the layer for seats; without one they are empty."""
    first: NDArray[np.float32]
    first_bias: NDArray[np.float32]
    second: NDArray[np.float32]
    second_bias: NDArray[np.float32]
    last: NDArray[np.float32]
    last_bias: NDArray[np.float32]
    x: NDArray[np.float32]
    one_seat: NDArray[np.float32]
    encoded: NDArray[np.float32]
    hidden: NDArray[np.float32]
    narrow: NDArray[np.float32]
    out: NDArray[np.float32]
    used: NDArray[np.int64]


LAYERS: Final = ("seat", "first", "second", "last")
ROOM: Final = ("x", "one_seat", "encoded", "hidden", "narrow", "out", "used")

Layers = list[tuple["NDArray[Any]", "NDArray[Any]"]]
"""Weights and biases in order: three layers, or four with that for seats."""


def make_net(layers: Layers) -> Net:
    """A net of these weights and biases."""
    if len(layers) not in (len(LAYERS) - 1, len(LAYERS)):
        raise CartagenaError(f"A net has three layers, or four, not {len(layers)}.")
    shapes = [weight.shape for weight, _ in layers]
    if len(layers) < len(LAYERS):
        layers = [(np.zeros((0, 0)), np.zeros(0)), *layers]
    arrays: list[Any] = [
        np.ascontiguousarray(part, np.float32) for layer in layers for part in layer
    ]
    units, *widths = (len(bias) for bias in arrays[1::2])
    shown = arrays[2].shape[0]
    seen = FEATURES if units else shown
    wanted = [(OF_SEAT, units)] if units else []
    wanted += [(shown, widths[0]), (widths[0], widths[1]), (widths[1], OUTCOMES)]
    fits = (SEATS * units + OF_TABLE,) if units else (FEATURES, WITHOUT_REACH)
    if shown not in fits or shapes != wanted:
        raise CartagenaError(f"Layers of the shapes {shapes} do not make a net for these features.")
    room = (seen, OF_SEAT, shown, *widths)
    arrays += [np.zeros(n, np.float32) for n in room]
    arrays.append(np.zeros(max(room), np.int64))
    return Net(*arrays)


def with_own_buffers(net: Net) -> Net:
    """The same weights with room of their own, for another thread."""
    return net._replace(**{name: np.zeros_like(getattr(net, name)) for name in ROOM})


def save_net(path: Path, layers: Layers) -> None:
    """Write weights in half precision, which plays the same."""
    parts: dict[str, Any] = {"version": np.int64(VERSION)}
    for name, (weight, bias) in zip(LAYERS[-len(layers) :], layers, strict=True):
        parts[name] = weight.astype(np.float16)
        parts[f"{name}_bias"] = bias.astype(np.float32)
    np.savez_compressed(path, **parts)


def load_net(path: Path) -> Net:
    """Read weights; refused with a sentence if they were trained on other features."""
    with np.load(path, allow_pickle=False) as parts:
        found = int(parts["version"]) if "version" in parts else 0
        if found != VERSION:
            raise CartagenaError(
                f"{path.name} holds weights for version {found} of the features; "
                f"this program has version {VERSION}."
            )
        layers = [(parts[name], parts[f"{name}_bias"]) for name in LAYERS if name in parts]
    return make_net(layers)


@kernel
def add_rows(values: Any, used: Any, weights: Any, sums: Any) -> None:
    """Add each row of the weights times its value to the sums; most values are 0 and cost nothing.

    Eight rows are added at once, so that a sum is read and written once for all of them.
    """
    n = 0
    for j in range(len(values)):
        used[n] = j
        n += values[j] != 0.0
    i = 0
    while i + 8 <= n:
        a, b, c, d = used[i], used[i + 1], used[i + 2], used[i + 3]
        e, f, g, h = used[i + 4], used[i + 5], used[i + 6], used[i + 7]
        by_a, by_b, by_c, by_d = values[a], values[b], values[c], values[d]
        by_e, by_f, by_g, by_h = values[e], values[f], values[g], values[h]
        for k in range(len(sums)):
            sums[k] += (
                by_a * weights[a, k]
                + by_b * weights[b, k]
                + by_c * weights[c, k]
                + by_d * weights[d, k]
            ) + (
                by_e * weights[e, k]
                + by_f * weights[f, k]
                + by_g * weights[g, k]
                + by_h * weights[h, k]
            )
        i += 8
    while i < n:
        a = used[i]
        by_a = values[a]
        for k in range(len(sums)):
            sums[k] += by_a * weights[a, k]
        i += 1


@kernel
def encode_seats(net: Any) -> None:
    """Through the layer for seats, from `net.x` to `net.encoded`: each seat, then what belongs to none."""
    units = len(net.seat_bias)
    for seat in range(SEATS):
        encoded = net.encoded[seat * units : (seat + 1) * units]
        if net.x[seat * SEAT + SELF_AT] == 0.0:  # nobody sits there
            for k in range(units):
                encoded[k] = 0.0
            continue
        for j in range(SEAT):
            net.one_seat[j] = net.x[seat * SEAT + j]
        for j in range(REACH):
            net.one_seat[SEAT + j] = net.x[REACH_AT + seat * REACH + j]
        for k in range(units):
            encoded[k] = net.seat_bias[k]
        add_rows(net.one_seat, net.used, net.seat, encoded)
        for k in range(units):
            encoded[k] = max(encoded[k], np.float32(0.0))
    for j in range(OF_TABLE):
        net.encoded[SEATS * units + j] = net.x[DECK_AT + j]


@kernel
def forward(net: Any) -> None:
    """Through the layers, from `net.x` to `net.out`."""
    hidden, narrow, out = net.hidden, net.narrow, net.out
    for k in range(len(hidden)):
        hidden[k] = net.first_bias[k]
    if len(net.seat_bias):
        encode_seats(net)
        add_rows(net.encoded, net.used, net.first, hidden)
    else:
        add_rows(net.x, net.used, net.first, hidden)
    for k in range(len(hidden)):
        hidden[k] = max(hidden[k], np.float32(0.0))
    for k in range(len(narrow)):
        narrow[k] = net.second_bias[k]
    add_rows(hidden, net.used, net.second, narrow)
    for k in range(len(out)):
        out[k] = net.last_bias[k]
    for j in range(len(narrow)):
        value = narrow[j]
        if value > 0.0:
            for k in range(len(out)):
                out[k] += value * net.last[j, k]


@kernel
def write_chances(
    g: State, seat: int, owed: int, owed_drawn: int, order: int, net: Any, out: Any
) -> None:
    """Write each seat's chance of winning to `out.win_probability`, after an action of a seat."""
    if g.result != RUNNING:
        for each in range(g.players):
            out.win_probability[each] = 1.0 if g.winner == each else 0.0
        return
    for j in range(len(net.x)):
        net.x[j] = 0.0
    write_features(g, seat, owed, owed_drawn, order, net.x)
    forward(net)
    most = net.out[SEATS]
    for place in range(g.players):
        most = max(most, net.out[place])
    total = math.exp(net.out[SEATS] - most)
    for place in range(g.players):
        total += math.exp(net.out[place] - most)
    each = seat
    for place in range(g.players):
        out.win_probability[each] = math.exp(net.out[place] - most) / total
        each += 1
        if each == g.players:
            each = 0
