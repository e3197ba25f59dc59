"""Trains the legend's net by self-play. Needs PyTorch (the extra `train`)."""
