"""Read and write positions."""
