"""Benchmarks and simulation in bulk, on the processor and on a GPU."""
