"""The rules of Cartagena: components, options, state, moves, variants and notation.

Each module covers one thing that the rulebooks describe, and `turn` combines them. Nothing here does
input or output, reads a clock or uses randomness of its own.
"""
