"""Arena, analysis, benchmarks and simulation in bulk, on the processor and on a GPU."""
