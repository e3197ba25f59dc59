"""What makes files of this repository out of others."""
