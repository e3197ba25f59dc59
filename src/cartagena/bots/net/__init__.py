"""The trained evaluation: what a net is shown of a position, and the net itself."""
