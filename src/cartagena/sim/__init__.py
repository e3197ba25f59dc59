"""Bulk simulation: many games in parallel, in compiled code, on the CPU or a GPU.

>>> from cartagena.sim import Simulator
>>> games = Simulator("jamaica", players=2, games=64, seed=1)
>>> games.play("random", 1000)
>>> games.statistics().games > 64
True
"""

from cartagena.sim.simulator import Simulator

__all__ = ["Simulator"]
