"""Search: a turn in full, or a tree with simulations."""
