"""Environments for research: PettingZoo, Gymnasium and OpenSpiel (the extra `envs`).

Importing this package registers `Cartagena-v0` with Gymnasium. See docs/research.md.
"""

try:
    import gymnasium
except ImportError:  # pragma: no cover - the extra is installed for the tests
    raise ImportError("cartagena.envs needs more packages: pip install 'cartagena[envs]'") from None

gymnasium.register(
    "Cartagena-v0",
    entry_point="cartagena.envs.seat_env:SeatEnv",
    vector_entry_point="cartagena.envs.vector_env:CartagenaVectorEnv",
)
