"""The game of Cartagena: components, options, state, moves, variants and notation.

No input or output, no clock and no global randomness live here. One module per thing the
rulebooks describe; `turn` puts them together.
"""
