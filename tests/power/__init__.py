"""Power loss: what SQLite has on the disk if the power fails between any two of its writes."""
