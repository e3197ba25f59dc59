"""Benchmarks of rules, bots and simulation, on the CPU and on a GPU."""
