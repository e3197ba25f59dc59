"""Trained nets: the features of a position, and the nets that evaluate them."""
