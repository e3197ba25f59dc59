"""Training the net of the legend by self-play; it needs PyTorch (the extra `train`)."""
