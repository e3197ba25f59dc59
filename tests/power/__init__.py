"""Power loss: the contents of the disk if the power fails between any two writes of SQLite."""
