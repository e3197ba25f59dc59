"""Scripts that generate files of the repository, run checks and take measurements."""
