"""Compile kernels with Numba and cache the machine code."""
