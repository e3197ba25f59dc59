"""Arena, statistics, training and benchmarks."""
