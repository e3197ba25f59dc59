"""A deterministic simulation of a server: three nodes, one database and twenty clients from a seed.

Everything in `cartagena.server` runs as it is, on an event loop with virtual time. Only the
platform is simulated: clock, entropy, database, notifications and processes.

    python -m tests.simulation SEED
"""
