"""Simulation in bulk: many games side by side, in compiled code, on processor or GPU.

>>> from cartagena.sim import Simulator
>>> games = Simulator("jamaica", players=2, games=64, seed=1)
>>> games.play("random", 1000)
>>> games.statistics().games > 64
True
"""

from cartagena.sim.simulator import Simulator

__all__ = ["Simulator"]
